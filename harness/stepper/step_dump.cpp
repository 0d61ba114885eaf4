// SPDX-License-Identifier: Apache-2.0
#include "harness/stepper/step_dump.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "base/error.hpp"

namespace quern {
namespace {

/// By library and function.
using FunctionSteps = std::map<std::pair<std::string, std::string>, std::uint64_t>;

const MappedCode* find_code(const std::vector<MappedCode>& code, std::uint64_t address) {
  const auto found = std::find_if(code.begin(), code.end(), [address](const MappedCode& mapped) {
    return address >= mapped.begin && address < mapped.end;
  });
  return found == code.end() || found->file.empty() ? nullptr : &*found;
}

}  // namespace

const SymbolTable& StepDumper::symbols_of(const std::string& file) {
  return symbols_.try_emplace(file, file).first->second;
}

void StepDumper::write(const StepDump& dump, const StepCounts& counts, const std::vector<MappedCode>& code) {
  FunctionSteps functions;
  std::uint64_t total = 0;
  for (const auto& [address, count] : counts) {
    const MappedCode* const mapped = find_code(code, address);
    total += count;
    if (mapped == nullptr)
      functions[{"???", fmt::format("0x{:016x}", address)}] += count;
    else
      functions[{mapped->file, symbols_of(mapped->file).function_at(address - mapped->begin + mapped->offset)}] +=
          count;
  }
  std::ofstream out(dump.file);
  fmt::print(out,
             "# callgrind format\nversion: 1\ncreator: quern-stepper\npid: {}\ncmd: server\npart: {}\n\n"
             "desc: Timerange: none\ndesc: Trigger: Client Request: {}\n\npositions: line\nevents: Ir\nsummary: {}\n",
             dump.pid, dump.part, dump.name, total);
  for (const auto& [where, count] : functions)
    fmt::print(out, "\nob={}\nfl=???\nfn={}\n0 {}\n", where.first, where.second, count);
  fmt::print(out, "\ntotals: {}\n", total);
  out.close();
  if (!out) throw Error(ErrorKind::environment, fmt::format("cannot write '{}'", dump.file.string()));
}

}  // namespace quern
