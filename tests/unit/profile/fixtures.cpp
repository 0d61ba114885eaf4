// SPDX-License-Identifier: Apache-2.0
#include "fixtures.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "base/error.hpp"

namespace quern {

std::string fixture_text(const std::string& name) {
  std::ifstream file(std::string(QUERN_PROFILE_FIXTURES) + "/" + name, std::ios::binary);
  if (!file) throw std::runtime_error("no fixture " + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Profile read_fixture(const std::string& name, Threads threads) {
  const std::string text = fixture_text(name);
  return read_profile({text, name, threads});
}

const FunctionCost& function_named(const Profile& profile, std::string_view name) {
  const auto same = [&](const FunctionCost& function) { return function.name == name; };
  if (std::count_if(profile.functions.begin(), profile.functions.end(), same) != 1)
    throw std::runtime_error("not one function " + std::string(name));
  return *std::find_if(profile.functions.begin(), profile.functions.end(), same);
}

std::string message_of(const std::string& name, Threads threads) {
  try {
    read_fixture(name, threads);
  } catch (const Error& error) {
    return (error.where() ? to_string(*error.where()) + ": " : "") + error.what();
  }
  return {};
}

}  // namespace quern
