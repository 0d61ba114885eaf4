// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): setenv is POSIX, not C++

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "harness/cli/app.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern::test {

/// Runs the whole program inside this process, in a folder of its own.
class InFolder {
 public:
  InFolder() : before_(std::filesystem::current_path()) { std::filesystem::current_path(folder_.path()); }
  ~InFolder() {
    std::filesystem::current_path(before_);
    for (const std::string& name : variables_) unsetenv(name.c_str());
  }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;

  void write(const std::filesystem::path& name, const std::string& text) const {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
  }

  void set(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1);
    variables_.push_back(name);
  }

  int quern(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "quern");
    std::vector<char*> raw;
    for (std::string& argument : arguments) raw.push_back(argument.data());
    std::ostringstream out_stream;
    std::ostringstream err_stream;
    const int code = run_quern({raw, out_stream, err_stream});
    out = out_stream.str();
    err = err_stream.str();
    return code;
  }

  std::string out;
  std::string err;

 private:
  TemporaryFolder folder_;
  std::filesystem::path before_;
  std::vector<std::string> variables_;
};

}  // namespace quern::test
