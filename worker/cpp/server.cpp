// SPDX-License-Identifier: Apache-2.0
// The C++ fork server: loads LibTorch and the snippets once, then measures each case in a child of its own. Compiled
// against each environment's headers at run time. C++14, because LibTorch 1.8 is.
//
//   server fork|process HELLO OBJECTS       requests on descriptor 3, replies on 4
//
// HELLO is written, OBJECTS lists the shared objects with the snippets: a file, so that the number of arguments, and
// with it where the stack begins, is always the same.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/resource.h>
#include <torch/version.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "callgrind_client/client.h"
#include "worker/allocator/pinned_malloc.h"
#include "worker/cpp/windows.hpp"

namespace {

constexpr int kRequests = 3;
constexpr int kReplies = 4;
constexpr rlim_t kMostPrinted = 16U << 20U;

std::vector<void*> libraries;
char request_text[4096];
quern::CaseRequest request;

int list_library(dl_phdr_info* info, std::size_t, void* file) {
  if (info->dlpi_name[0] != '\0') std::fprintf(static_cast<std::FILE*>(file), "library %s\n", info->dlpi_name);
  return 0;
}

// The processor as code sees it here: Valgrind shows its guests one of its own making. Kernels are chosen by it.
void write_cpu(std::FILE* file) {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  __get_cpuid(1, &a, &b, &c, &d);
  const unsigned signature = a, features = c;
  __get_cpuid_count(7, 0, &a, &b, &c, &d);
  std::fprintf(file, "cpu x86_64 signature %08x features %08x %08x\n", signature, features, b);
#else
  std::fprintf(file, "cpu other\n");
#endif
}

// What the driver records about this environment: what was really loaded, not what was asked for.
void write_hello(const char* path) {
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) std::exit(90);
  std::fprintf(file, "torch %s\n", TORCH_VERSION);
  dl_iterate_phdr(list_library, file);
  write_cpu(file);
  std::string config = at::show_config();
  for (char& c : config)
    if (c == '\n') c = ' ';
  std::fprintf(file, "config %s\n", config.c_str());
  std::fclose(file);
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

// What is translated here, every child inherits.
void warm_up() {
  for (int i = 0; i < 3; ++i) {
    const at::Tensor x = at::ones({4, 4});
    const at::Tensor y = at::rand({4, 4});
    at::add(x, y).relu().sum();
    x.view({16}).select(0, 1).fill_(2);
    at::mul(x.t().contiguous(), y).copy_(x);
  }
}

void end_copy() { _exit(0); }

// A child's limits: what it prints goes to its log and stays small, and a process that the statement forks ends at
// once, or a statement that forks in a loop would double with every iteration.
void confine() {
  const int log = open(request.log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (log >= 0) {
    dup2(log, 1);
    dup2(log, 2);
    close(log);
  }
  const rlimit limit = {kMostPrinted, kMostPrinted};
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  pthread_atfork(nullptr, nullptr, end_copy);
}

using CaseFunction = void (*)();

CaseFunction find_case() {
  for (void* library : libraries)
    if (void* symbol = dlsym(library, request.symbol)) return reinterpret_cast<CaseFunction>(symbol);
  return nullptr;
}

void run_case(std::size_t length) {
  if (!quern::parse_request(request_text, length, request)) std::_Exit(92);
  const CaseFunction function = find_case();
  if (function == nullptr) std::_Exit(93);
  confine();
  if (quern_fresh_heap != nullptr) quern_fresh_heap();
  quern::prepare_windows(request);
  try {
    at::set_num_threads(request.threads);
    function();
    quern::write_result();
  } catch (const std::exception& error) {
    quern::write_failure(error.what());
  } catch (...) {
    quern::write_failure("an exception that is not a std::exception");
  }
  std::fflush(nullptr);
  kill(getpid(), SIGKILL);  // an orderly end would run destructors, and write a dump that nobody asked for
}

// Isolation by process: one request, no fork.
std::size_t read_request() {
  unsigned char size[4];
  if (read(kRequests, size, 4) != 4) _exit(0);
  const std::size_t length = size[0] | (std::size_t{size[1]} << 8U) | (std::size_t{size[2]} << 16U);
  if (length > sizeof request_text || read(kRequests, request_text, length) != static_cast<ssize_t>(length)) _exit(94);
  close(kRequests);
  close(kReplies);
  return length;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 64;
  at::set_num_threads(1);
  load(argv[3]);
  write_hello(argv[2]);
  quern_start_instrumentation();
  warm_up();
  std::size_t length = 0;
  if (std::strcmp(argv[1], "process") == 0)
    length = read_request();
  else
    quern_fork_loop(kRequests, kReplies, request_text, sizeof request_text, &length);
  run_case(length);
}
