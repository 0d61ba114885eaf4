// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "expand/case/case.hpp"

namespace quern {

enum class Isolation { fork, process };

/// A file of a server's folder that lies elsewhere.
struct ServerLink {
  std::string name;  // relative to the folder
  std::filesystem::path target;
};

/// How a server is started; the same for all servers of a language.
struct ServerSpec {
  Language language = Language::cpp;
  std::filesystem::path valgrind;
  std::vector<std::string> command;  // to which the isolation is added; relative to the folder
  std::vector<ServerLink> links;
  std::map<std::string, std::string> files;  // small ones that are written there: name and contents
  std::vector<std::string> preloads;         // links that are loaded before everything else
  int layout = 0;                            // see layout.hpp
  Isolation isolation = Isolation::fork;
  bool one_thread = false;                       // what counts does so in one thread only
  std::vector<std::string> metrics;              // words of --metrics
  std::vector<std::string> launcher;             // the program, with arguments, that everything is started through
  std::map<std::string, std::string> variables;  // beside what is pinned
  std::vector<std::string> library_links;        // of folders in which the loader looks after lib
  bool native = false;  // without Valgrind, and with what the processor and the system have: for time
  int core = -1;        // Valgrind runs one thread at a time: on one core they also take turns in the same order
};

}  // namespace quern
