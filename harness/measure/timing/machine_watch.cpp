// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/machine_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "base/file.hpp"

namespace quern {
namespace {

// user nice system idle iowait irq softirq steal; what guests use is part of user and nice.
CoreTicks read_core(std::istream& words, int core) {
  constexpr std::size_t kIdle = 3;
  constexpr std::size_t kWaiting = 4;
  constexpr std::size_t kStolen = 7;
  CoreTicks ticks;
  ticks.core = core;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i <= kStolen && words >> value; ++i) {
    ticks.all += value;
    if (i == kStolen)
      ticks.stolen = value;
    else if (i != kIdle && i != kWaiting)
      ticks.busy += value;
  }
  return ticks;
}

std::vector<CoreTicks> look_at_ticks() { return parse_ticks(try_read_file("/proc/stat").value_or("")); }

std::string clock_file(int core, const char* name) {
  std::string text = try_read_file(fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/{}", core, name)).value_or("");
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::vector<CoreTicks> parse_ticks(const std::string& text) {
  std::vector<CoreTicks> cores;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    if (name.size() < 4 || !name.starts_with("cpu")) continue;  // `cpu` alone is the sum of all
    cores.push_back(read_core(words, std::atoi(name.c_str() + 3)));
  }
  return cores;
}

MachineFacts facts_between(const std::vector<CoreTicks>& before, const std::vector<CoreTicks>& after,
                           const std::vector<int>& own) {
  CoreTicks mine;
  CoreTicks others;
  for (const CoreTicks& now : after) {
    const auto then =
        std::find_if(before.begin(), before.end(), [&](const CoreTicks& t) { return t.core == now.core; });
    if (then == before.end() || now.all < then->all) continue;
    CoreTicks& sum = std::find(own.begin(), own.end(), now.core) == own.end() ? others : mine;
    sum.all += now.all - then->all;
    sum.busy += now.busy - std::min(now.busy, then->busy);
    sum.stolen += now.stolen - std::min(now.stolen, then->stolen);
  }
  MachineFacts facts;
  facts.stolen = share(mine.stolen, mine.all);
  facts.others_busy = share(others.busy, others.all);
  return facts;
}

MachineWatch::MachineWatch(std::vector<int> own) : own_(std::move(own)), before_(look_at_ticks()) { look(); }

void MachineWatch::look() {
  const double khz = std::atof(clock_file(own_.front(), "scaling_cur_freq").c_str());
  if (khz > 0) clocks_khz_.push_back(khz);
}

MachineFacts MachineWatch::facts() const {
  MachineFacts facts = facts_between(before_, look_at_ticks(), own_);
  facts.cores = own_.size();
  facts.governor = clock_file(own_.front(), "scaling_governor");
  if (clocks_khz_.empty()) return facts;
  const auto [slowest, fastest] = std::minmax_element(clocks_khz_.begin(), clocks_khz_.end());
  facts.slowest_khz = *slowest;
  facts.fastest_khz = *fastest;
  return facts;
}

}  // namespace quern
