// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/pinned.hpp"

namespace quern {
namespace {

std::map<std::string, std::string> with_places(std::map<std::string, std::string> variables,
                                               const std::string& libraries, const std::string& preloads) {
  variables["PATH"] = "/usr/bin:/bin";
  variables["LD_LIBRARY_PATH"] = libraries;
  if (!preloads.empty()) variables["LD_PRELOAD"] = preloads;
  return variables;
}

}  // namespace

std::map<std::string, std::string> pinned_settings() {
  return {
      {"LC_ALL", "C"},
      // Kernels are chosen by instruction set: the best that Valgrind knows.
      {"ATEN_CPU_CAPABILITY", "avx2"},
      {"DNNL_MAX_CPU_ISA", "AVX2"},
      {"ONEDNN_MAX_CPU_ISA", "AVX2"},
      {"MKL_ENABLE_INSTRUCTIONS", "AVX2"},
      {"MKL_CBWR", "AVX2"},
      {"OPENBLAS_CORETYPE", "Haswell"},
      // A case sets its own number of threads; pools must not start others, and waiting must not spin.
      {"OMP_NUM_THREADS", "1"},
      {"MKL_NUM_THREADS", "1"},
      {"OPENBLAS_NUM_THREADS", "1"},
      {"OMP_DYNAMIC", "false"},
      {"OMP_WAIT_POLICY", "passive"},
      {"GOMP_SPINCOUNT", "0"},
      {"KMP_BLOCKTIME", "0"},
      // `rep movsb` would count once per byte.
      {"GLIBC_TUNABLES",
       "glibc.cpu.hwcaps=-ERMS,-FSRM:glibc.cpu.x86_rep_movsb_threshold=0x7fffffff:"
       "glibc.cpu.x86_rep_stosb_threshold=0x7fffffff:glibc.cpu.x86_non_temporal_threshold=0xc0000"},
      {"PYTHONHASHSEED", "0"},
      {"PYTHONDONTWRITEBYTECODE", "1"},
      {"PYTHONUTF8", "1"},
      {"TORCH_CPP_LOG_LEVEL", "ERROR"},
  };
}

std::map<std::string, std::string> natural_settings() {
  std::map<std::string, std::string> settings = pinned_settings();
  for (const char* name :
       {"ATEN_CPU_CAPABILITY", "DNNL_MAX_CPU_ISA", "ONEDNN_MAX_CPU_ISA", "MKL_ENABLE_INSTRUCTIONS", "MKL_CBWR",
        "OPENBLAS_CORETYPE", "OMP_DYNAMIC", "OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME", "GLIBC_TUNABLES"})
    settings.erase(name);
  return settings;
}

std::map<std::string, std::string> pinned_environment(const std::string& libraries, const std::string& preloads) {
  return with_places(pinned_settings(), libraries, preloads);
}

std::map<std::string, std::string> natural_environment(const std::string& libraries, const std::string& preloads) {
  return with_places(natural_settings(), libraries, preloads);
}

}  // namespace quern
