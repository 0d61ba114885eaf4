// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/instruction_places.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <set>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "harness/environment/elf.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::string_view kCpuid = "\x0f\xa2"sv;
// Four rotations of rdi that undo one another, then an exchange of rbx with itself: no compiler writes this.
constexpr std::string_view kRequest = "\x48\xc1\xc7\x03\x48\xc1\xc7\x0d\x48\xc1\xc7\x3d\x48\xc1\xc7\x33\x48\x87\xdb"sv;
constexpr std::size_t kExchange = 16;  // where the last instruction of a request begins

constexpr std::size_t kFirstStart = 40;  // so many bytes before a candidate decoding begins, and then up to
constexpr std::size_t kStarts = 12;      // so many bytes earlier
constexpr std::size_t kEnough = 9;       // of these must come upon the instruction: decoding finds its step soon
constexpr std::size_t kAfter = 24;
constexpr std::size_t kRoom = 16;  // longer than any instruction

/// A file's bytes, read only as far as they are looked at.
class MappedFile {
 public:
  explicit MappedFile(const fs::path& file) {
    std::error_code error;
    size_ = fs::file_size(file, error);
    const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (error || size_ == 0 || descriptor.number() < 0) return;
    void* const memory = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor.number(), 0);
    if (memory != MAP_FAILED) bytes_ = static_cast<const char*>(memory);
  }
  ~MappedFile() {
    if (bytes_ != nullptr) munmap(const_cast<char*>(bytes_), size_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::string_view text() const {
    return bytes_ == nullptr ? std::string_view{} : std::string_view(bytes_, size_);
  }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

// The addresses at which a disassembly has the instruction: `  1a2:	cpuid`.
std::set<std::uint64_t> cpuid_lines(const fs::path& disassembly) {
  std::set<std::uint64_t> found;
  std::ifstream stream(disassembly);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(":\t");
    if (colon == std::string::npos || line.compare(colon + 2, 5, "cpuid") != 0) continue;
    std::uint64_t address = 0;
    const std::size_t begin = line.find_first_not_of(' ');
    std::from_chars(line.data() + begin, line.data() + colon, address, 16);
    found.insert(address);
  }
  return found;
}

// A file without a build-id is known by where it is and when it was written.
std::string cache_key(const fs::path& file) {
  const std::string id = build_id(file);
  if (!id.empty()) return hash_fields({"build-id", id});
  return hash_fields({"file", file.string(), std::to_string(fs::file_size(file)),
                      std::to_string(fs::last_write_time(file).time_since_epoch().count())});
}

}  // namespace

std::vector<std::uint64_t> find_bytes(std::string_view code, std::string_view bytes, std::uint64_t offset) {
  std::vector<std::uint64_t> found;
  for (std::size_t at = code.find(bytes); at != std::string_view::npos; at = code.find(bytes, at + 1))
    found.push_back(offset + at);
  return found;
}

InstructionPlaces::InstructionPlaces(ProcessRunner& runner, Cache& cache,
                                     const std::map<std::string, std::string>& variables)
    : runner_(runner), cache_(cache) {
  const auto path = variables.find("PATH");
  objdump_ = runner.find_program("objdump", path == variables.end() ? "/usr/bin:/bin" : path->second);
  if (objdump_.empty())
    throw Error(ErrorKind::environment, "objdump not found: it finds the instructions that ask for the processor",
                "apt-get install binutils");
}

// Every candidate is written down once for each start, after instructions of one byte that take up what precedes it.
std::vector<std::uint64_t> InstructionPlaces::confirmed(std::string_view text,
                                                        const std::vector<std::uint64_t>& candidates,
                                                        const fs::path& folder) const {
  if (candidates.empty()) return {};
  std::string chunks;
  std::vector<std::uint64_t> places;
  for (const std::uint64_t candidate : candidates)
    for (std::size_t start = kFirstStart; start < kFirstStart + kStarts; ++start) {
      const std::size_t before = std::min<std::size_t>(start, candidate);
      chunks.append(kRoom, '\x90').append(text.substr(candidate - before, before));
      places.push_back(chunks.size());
      chunks.append(text.substr(candidate, kAfter));
    }
  std::ofstream(folder / "chunks", std::ios::binary) << chunks;
  const ChildExit exit = runner_.run({objdump_,
                                      {"-D", "-b", "binary", "-m", "i386:x86-64", "--no-show-raw-insn", "chunks"},
                                      {{"LC_ALL", "C"}},
                                      folder / "disassembly",
                                      folder},
                                     std::chrono::minutes(5));
  if (exit.how != ChildExit::How::exited || exit.code != 0)
    throw Error(ErrorKind::environment, "objdump cannot disassemble x86-64 code", "apt-get install binutils");
  const std::set<std::uint64_t> lines = cpuid_lines(folder / "disassembly");
  fs::remove(folder / "chunks");
  fs::remove(folder / "disassembly");
  std::vector<std::uint64_t> good;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto first = places.begin() + static_cast<std::ptrdiff_t>(i * kStarts);
    const auto met = std::count_if(first, first + kStarts, [&](std::uint64_t at) { return lines.contains(at); });
    if (static_cast<std::size_t>(met) >= kEnough) good.push_back(candidates[i]);
  }
  return good;
}

std::vector<InstructionPlace> InstructionPlaces::search(const fs::path& file, const fs::path& folder) const {
  const MappedFile mapped(file);
  std::vector<InstructionPlace> found;
  for (const FileRange& range : code_of(file)) {
    if (range.offset >= mapped.text().size()) continue;
    const std::string_view code = mapped.text().substr(range.offset, range.size);
    for (const std::uint64_t at : find_bytes(code, kRequest, range.offset))
      found.push_back({InstructionPlace::Kind::request, at + kExchange});
    for (const std::uint64_t at : confirmed(mapped.text(), find_bytes(code, kCpuid, range.offset), folder))
      found.push_back({InstructionPlace::Kind::cpuid, at});
  }
  return found;
}

std::vector<InstructionPlace> InstructionPlaces::of(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return {};
  const CacheEntry entry = cache_.entry("places", cache_key(file), [&](const fs::path& folder) {
    StepperSettings settings;
    settings.places["-"] = search(file, folder);  // the same contents may lie elsewhere tomorrow
    std::ofstream(folder / "places") << to_text(settings);
    return Inputs{};  // the key says what was read
  });
  return parse_stepper_settings(try_read_file(entry.path / "places").value_or("")).places["-"];
}

}  // namespace quern
