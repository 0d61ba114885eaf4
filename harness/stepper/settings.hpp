// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quern {

/// What CPUID leaves in eax, ebx, ecx and edx.
struct CpuidAnswer {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t d = 0;
  friend bool operator==(const CpuidAnswer&, const CpuidAnswer&) = default;
};

/// By leaf and sub-leaf. A sub-leaf that is not in it is answered like 0.
using CpuidAnswers = std::map<std::pair<std::uint32_t, std::uint32_t>, CpuidAnswer>;

/// An instruction that the stepper carries out itself, by its offset in a file: one of Valgrind's client requests, or
/// CPUID.
struct InstructionPlace {
  enum class Kind { request, cpuid };
  Kind kind = Kind::request;
  std::uint64_t offset = 0;
  friend bool operator==(const InstructionPlace&, const InstructionPlace&) = default;
};

/// What makes a process that is stepped see what it would see under Valgrind.
struct StepperSettings {
  std::uint64_t stack = 0;  // where it begins
  CpuidAnswers cpuid;
  std::map<std::string, std::vector<InstructionPlace>> places;  // by the file's real path
};

/// Where the stepper looks for its settings: in the server's folder, which it is started in.
inline constexpr const char* kStepperSettings = "stepper";

/// Lines of words; `LEAF SUB A B C D` of an answer are hexadecimal, as in a server's hello.
std::string to_text(const StepperSettings& settings);
/// The inverse. Throws Error(environment) at a line that is none of these.
StepperSettings parse_stepper_settings(std::string_view text);

/// Adds one answer, written as `LEAF SUB A B C D`; false if it is not.
bool add_cpuid_answer(CpuidAnswers& answers, const std::string& text);

}  // namespace quern
