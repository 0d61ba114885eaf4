// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

namespace quern::test {

using Json = nlohmann::ordered_json;

/// The document of a run that was never measured, without cases.
inline Json made_up_header(const std::string& started = "2026-11-16T01:00:00Z", const std::string& commit = "") {
  return {{"schema", "quern.run/1"},
          {"quern", "0.1.0"},
          {"started", started},
          {"commit", commit.empty() ? Json(nullptr) : Json(commit)},
          {"duration_s", 61.25},
          {"interrupted", false},
          {"environment",
           {{"name", "default"},
            {"source", ""},
            {"torch_version", "1.13.1"},
            {"torch_git", nullptr},
            {"cxx11_abi", true},
            {"libraries", Json::array()},
            {"compiler", "clang 14.0.6"},
            {"valgrind", "3.19.0"},
            {"glibc", "2.36"},
            {"python", nullptr},
            {"guest_cpu", ""},
            {"pinned", {{"PYTHONHASHSEED", "0"}}}}},
          {"stable", true},
          {"cases", Json::array()}};
}

/// A case that was measured; `count` is its count and so the number of everything in it.
inline Json made_up_case(const std::string& name, double count) {
  Json windows = Json::array();
  for (int i = 1; i <= 6; ++i)
    for (const int iterations : {48, 96})
      windows.push_back(
          {{"iterations", iterations}, {"instructions", static_cast<std::int64_t>(count) * iterations + i}});
  return {{"id", name + ":eager:forward:cpp:t1"},
          {"label", {name}},
          {"runtime", "eager"},
          {"pass", "forward"},
          {"language", "cpp"},
          {"num_threads", 1},
          {"tags", Json::array()},
          {"definition", "s.yaml:41:5"},
          {"definition_hash", "0123456789abcdef0123456789abcdef"},
          {"status", "ok"},
          {"verdict", "exact"},
          {"instructions", count},
          {"spread", 0.0},
          {"windows", std::move(windows)},
          {"metrics", Json::object()},
          {"duration_s", 0.08125},
          {"failure", nullptr}};
}

inline Json made_up_failure(const std::string& name, const std::string& status) {
  return {{"id", name + ":eager:forward:cpp:t1"},
          {"label", {name}},
          {"runtime", "eager"},
          {"pass", "forward"},
          {"language", "cpp"},
          {"num_threads", 1},
          {"tags", Json::array()},
          {"definition", "s.yaml:41:5"},
          {"definition_hash", "0123456789abcdef0123456789abcdef"},
          {"status", status},
          {"duration_s", 0.0},
          {"failure", {{"kind", "exception"}, {"message", "no"}, {"where", ""}, {"log", ""}}}};
}

/// A whole run of one case, `add`.
inline Json made_up_document(double count, const std::string& started = "2026-11-16T01:00:00Z",
                             const std::string& commit = "") {
  Json document = made_up_header(started, commit);
  document["cases"].push_back(made_up_case("add", count));
  return document;
}

inline const std::string kAdd = "add:eager:forward:cpp:t1";

}  // namespace quern::test
