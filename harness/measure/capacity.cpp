// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/capacity.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

namespace quern {
namespace {

constexpr auto kUnlimited = std::numeric_limits<std::uintmax_t>::max();

// Where this process's control group (version 2) lies, below the mount point.
std::string group_folder() {
  std::ifstream stream("/proc/self/cgroup");
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("0::")) return "/sys/fs/cgroup" + line.substr(3) + "/";
  return {};
}

std::string group_setting(const std::string& name) {
  std::ifstream stream(group_folder() + name);
  std::string line;
  std::getline(stream, line);
  return line;
}

// `max 100000`, or `quota period` in microseconds
int quota_cores() {
  const std::string line = group_setting("cpu.max");
  const std::size_t space = line.find(' ');
  if (line.empty() || line.starts_with("max") || space == std::string::npos) return std::numeric_limits<int>::max();
  const double cores = std::atof(line.c_str()) / std::max(1.0, std::atof(line.c_str() + space));
  return std::max(1, static_cast<int>(cores));
}

std::uintmax_t group_memory() {
  const std::string most = group_setting("memory.max");
  if (most.empty() || most == "max") return kUnlimited;
  const std::uintmax_t limit = std::strtoull(most.c_str(), nullptr, 10);
  const std::uintmax_t used = std::strtoull(group_setting("memory.current").c_str(), nullptr, 10);
  return limit > used ? limit - used : 0;
}

std::uintmax_t system_memory() {
  std::ifstream stream("/proc/meminfo");
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("MemAvailable:")) return std::strtoull(line.c_str() + 13, nullptr, 10) * 1024;
  return kUnlimited;
}

}  // namespace

std::vector<int> allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    for (int core = 0; core < CPU_SETSIZE; ++core)
      if (CPU_ISSET(static_cast<unsigned>(core), &set)) cores.push_back(core);
  if (cores.empty()) cores.push_back(0);
  return cores;
}

int usable_cores() { return std::max(1, std::min(static_cast<int>(allowed_cores().size()), quota_cores())); }

std::uintmax_t usable_memory() { return std::min(system_memory(), group_memory()); }

}  // namespace quern
