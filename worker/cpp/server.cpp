// SPDX-License-Identifier: Apache-2.0
// The C++ fork server: loads LibTorch and the snippets once, then measures each case in a child of its own. Compiled
// against each environment's headers at run time. C++14, because LibTorch 1.8 is.
//
//   server eager|torchscript fork|once       in the server's folder; requests on descriptor 3, replies on 4
//
// Writes ./hello for the driver, and reads from ./objects which shared objects hold the snippets: a file, so that the
// number of arguments, and with it where the stack begins, is always the same.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <dlfcn.h>
#include <torch/version.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "callgrind_client/client.h"
#include "worker/case/child.h"
#include "worker/case/windows.h"
#include "worker/cpp/warm_up.hpp"

namespace {

std::vector<void*> libraries;
char request_text[4096];

// What the driver records about this environment: what was really loaded, not what was asked for.
void write_hello(const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) std::exit(90);
  std::fprintf(file, "torch %s\n", TORCH_VERSION);
  std::string config = at::show_config();
  for (char& c : config)
    if (c == '\n') c = ' ';
  std::fprintf(file, "config %s\n", config.c_str());
  std::fclose(file);
  quern_describe_process(path);
}

void load_library(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::fprintf(stderr, "cannot load snippets: %s\n", dlerror());
    std::exit(91);
  }
  libraries.push_back(library);
}

void load(const char* list) {
  std::FILE* file = std::fopen(list, "r");
  if (file == nullptr) std::exit(90);
  char path[64];
  while (std::fgets(path, sizeof path, file) != nullptr) {
    path[std::strcspn(path, "\n")] = '\0';
    load_library(path);
  }
  std::fclose(file);
}

using CaseFunction = void (*)();

CaseFunction find_case(const char* name) {
  for (void* library : libraries)
    if (void* symbol = dlsym(library, name)) return reinterpret_cast<CaseFunction>(symbol);
  std::_Exit(93);
}

void run_case(std::size_t length) {
  const quern_request* const request = quern_read_case(request_text, length, quern_fixed_code);
  const CaseFunction function = find_case(request->symbol);
  try {
    at::set_num_threads(request->threads);
    at::set_num_interop_threads(request->threads);
    quern_begin_heap();  // not before: in a forked process LibTorch makes its pool of threads anew, in a fresh one not
    function();
    quern_write_result();
  } catch (const std::exception& error) {
    quern_write_failure(error.what());
  } catch (...) {
    quern_write_failure("an exception that is not a std::exception");
  }
  quern_end_case();
}

void warm_up(bool torchscript) {
  quern_begin_rehearsal(quern_fixed_code);
  quern::warm_up_eager();
  if (torchscript) quern::warm_up_torchscript();
  for (void* library : libraries) dlsym(library, "quern_case");
  while (quern_next_window() != 0) at::set_num_threads(1);
  quern_end_rehearsal();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 64;
  at::set_num_threads(1);
  load("./objects");
  write_hello("./hello");
  quern_start_instrumentation();
  warm_up(std::strcmp(argv[1], "torchscript") == 0);
  std::size_t length = 0;
  if (std::strcmp(argv[2], "once") == 0)
    length = quern_read_single(request_text, sizeof request_text);
  else
    quern_fork_loop(quern_requests, quern_replies, request_text, sizeof request_text, &length);
  run_case(length);
}
