// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/pinned.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): setenv is POSIX, not C++

using namespace quern;

TEST_SUITE_BEGIN("harness/measure/pinned");

TEST_CASE("nothing of the caller's environment reaches a worker") {
  const std::map<std::string, std::string> before = pinned_environment("/lib", "/pinned.so");
  setenv("QUERN_TEST_SECRET", "x", 1);
  setenv("OMP_NUM_THREADS", "7", 1);
  setenv("LD_PRELOAD_TEST", "x", 1);
  CHECK(pinned_environment("/lib", "/pinned.so") == before);
  CHECK(before.at("OMP_NUM_THREADS") == "1");
  for (const char* name : {"QUERN_TEST_SECRET", "OMP_NUM_THREADS", "LD_PRELOAD_TEST"}) unsetenv(name);
  for (const char* name : {"HOME", "USER", "LANG", "PWD", "TERM"}) CHECK_FALSE(before.contains(name));
}

TEST_CASE("paths are in the environment and not in the settings, which belong to the fingerprint") {
  const std::map<std::string, std::string> environment = pinned_environment("/my/torch/lib", "/cache/pinned.so");
  CHECK(environment.at("LD_LIBRARY_PATH") == "/my/torch/lib");
  CHECK(environment.at("LD_PRELOAD") == "/cache/pinned.so");
  for (const auto& [name, value] : pinned_settings()) {
    const std::string& shown = name;  // clang 14 captures no structured binding
    CAPTURE(shown);
    CHECK(value.find('/') == std::string::npos);
    CHECK(environment.at(name) == value);
  }
}

TEST_CASE("no allocator, no preload") { CHECK_FALSE(pinned_environment("/lib", "").contains("LD_PRELOAD")); }

TEST_CASE("what would make counts differ is pinned") {
  // Each value on purpose: another one gives other counts, or counts that do not repeat.
  const std::map<std::string, std::string> expected = {
      {"LC_ALL", "C"},
      {"ATEN_CPU_CAPABILITY", "avx2"},
      {"DNNL_MAX_CPU_ISA", "AVX2"},
      {"ONEDNN_MAX_CPU_ISA", "AVX2"},
      {"MKL_ENABLE_INSTRUCTIONS", "AVX2"},
      {"MKL_CBWR", "AVX2"},
      {"OPENBLAS_CORETYPE", "Haswell"},
      {"OMP_NUM_THREADS", "1"},
      {"MKL_NUM_THREADS", "1"},
      {"OPENBLAS_NUM_THREADS", "1"},
      {"OMP_DYNAMIC", "false"},
      {"OMP_WAIT_POLICY", "passive"},
      {"GOMP_SPINCOUNT", "0"},
      {"KMP_BLOCKTIME", "0"},
      {"GLIBC_TUNABLES",
       "glibc.cpu.hwcaps=-ERMS,-FSRM:glibc.cpu.x86_rep_movsb_threshold=0x7fffffff:"
       "glibc.cpu.x86_rep_stosb_threshold=0x7fffffff:glibc.cpu.x86_non_temporal_threshold=0xc0000"},
      {"PYTHONHASHSEED", "0"},
      {"PYTHONDONTWRITEBYTECODE", "1"},
      {"PYTHONUTF8", "1"},
      {"TORCH_CPP_LOG_LEVEL", "ERROR"},
  };
  CHECK(pinned_settings() == expected);
}

TEST_SUITE_END();
