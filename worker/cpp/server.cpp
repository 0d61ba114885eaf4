// SPDX-License-Identifier: Apache-2.0
// The C++ fork server: loads LibTorch once, then measures each case in a child of its own, which loads the object of
// that case and no other: no neighbour is in the process, and every object lies at the same address. Compiled against
// each environment's headers at run time. C++14, because LibTorch 1.8 is.
//
//   server eager|torchscript fork|once       in the server's folder; requests on descriptor 3, replies on 4
//
// Writes ./hello for the driver. ./case.so is the case when a child begins, ./warm.so is there to be loaded and
// unloaded before.
#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "callgrind_client/client.h"
#include "worker/case/child.h"
#include "worker/case/windows.h"
#include "worker/compat/process.hpp"
#include "worker/cpp/warm_up.hpp"
#include "worker/protocol/keys.h"

namespace {

char request_text[4096];

// What the driver records about this environment: what was really loaded, not what was asked for.
void write_hello(const char* path, quern::Autograd autograd) {
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) std::exit(90);
  std::fprintf(file, QUERN_HELLO_TORCH " %s\n", QUERN_TORCH_VERSION);
  std::string config = quern::build_settings();
  for (char& c : config)
    if (c == '\n') c = ' ';
  std::fprintf(file, QUERN_HELLO_CONFIG " %s\n", config.c_str());
  if (autograd == quern::Autograd::forward) std::fprintf(file, QUERN_HELLO_LEFT_OUT " backward\n");
  std::fclose(file);
  quern_describe_process(path);
}

using CaseFunction = void (*)();

// Leaves the process with the reason as the case's failure if there is no such object.
CaseFunction load_case(const char* symbol) {
  void* const library = dlopen("./" QUERN_FILE_OBJECT, RTLD_NOW | RTLD_LOCAL);
  void* const function = library == nullptr ? nullptr : dlsym(library, symbol);
  if (function == nullptr) {
    const char* const reason = dlerror();
    quern_write_failure(reason == nullptr ? "the case's object has no function" : reason);
    quern_end_case();
  }
  return reinterpret_cast<CaseFunction>(function);
}

void run_to_end(CaseFunction function) {
  function();
  if (quern_windows_done() != 0)
    quern_write_result();
  else
    quern_write_failure("the case is left by 'return': every iteration must run to its end");
}

void run_case(std::size_t length) {
  const quern_request* const request = quern_read_case(request_text, length, quern_fixed_code);
  try {
    const CaseFunction function = load_case(request->symbol);
    quern::set_threads(request->threads);
    quern_begin_heap();  // not before: in a forked process LibTorch makes its pool of threads anew, in a fresh one not
    run_to_end(function);
  } catch (const std::exception& error) {
    quern_write_failure(error.what());
  } catch (const abi::__forced_unwind&) {
    quern_write_failure("the case ends its thread: every iteration must run to its end");
    quern_end_case();
  } catch (...) {
    quern_write_failure("an exception that is not a std::exception");
  }
  quern_end_case();
}

// What loads a case is translated before there is one.
void rehearse_loading() {
  void* const library = dlopen("./warm.so", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::fprintf(stderr, "cannot load a snippet: %s\n", dlerror());
    std::exit(91);
  }
  dlsym(library, "quern_case");
  dlclose(library);
}

void warm_up(bool torchscript, quern::Autograd autograd) {
  quern_begin_rehearsal(quern_fixed_code);
  quern::warm_up_eager(autograd);
  if (torchscript) quern::warm_up_torchscript(autograd);
  rehearse_loading();
  while (quern_next_window() != 0) at::set_num_threads(1);
  quern_end_rehearsal();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 64;
  at::set_num_threads(1);
  const quern::Autograd autograd = quern::autograd_to_warm_up();
  write_hello("./" QUERN_FILE_HELLO, autograd);
  quern_start_instrumentation();
  warm_up(std::strcmp(argv[1], "torchscript") == 0, autograd);
  std::size_t length = 0;
  if (std::strcmp(argv[2], QUERN_ISOLATION_PROCESS) == 0)
    length = quern_read_single(request_text, sizeof request_text);
  else
    quern_fork_loop(quern_requests, quern_replies, request_text, sizeof request_text, &length);
  run_case(length);
}
