// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/releases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "harness/environment/fetch/fetch_script.hpp"
#include "harness/environment/fetch/place.hpp"
#include "harness/environment/fetch/pythons.hpp"
#include "harness/environment/fetch/release_words.hpp"
#include "harness/environment/fetch/virtual_environment.hpp"
#include "harness/environment/fetch/wheel.hpp"
#include "harness/environment/variables.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

bool is_sha256(std::string_view text) {
  constexpr std::size_t kDigits = 64;
  return text.size() == kDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return std::isxdigit(static_cast<unsigned char>(c)) != 0;
         });
}

std::string progress_text(const Release& release, const Json& progress) {
  const double done = progress.at("done").get<double>() / 1e6;
  const double total = progress.at("total").get<double>() / 1e6;
  const bool downloads = progress.at("what") == "download";
  return fmt::format("torch {}: {} {:.0f} of {:.0f} MB", release.version, downloads ? "downloading" : "unpacking", done,
                     total);
}

}  // namespace

class Releases::Impl {
 public:
  Impl(ReleaseContext context, ReleaseOptions options) : context_(std::move(context)), options_(std::move(options)) {
    place_ = options_.place.empty() ? environments_place(context_.variables) : fs::absolute(options_.place);
  }

  std::vector<Release> resolve(const std::vector<std::string>& words, PatchChoice patches) {
    return releases_of(words, patches, wheels());
  }

  FetchedEnvironment fetch(const Release& release, InstallationKind kind) {
    const std::string name = environment_name(release.version, kind);
    if (std::optional<FetchedEnvironment> there = find(name)) return *there;
    const PlaceLock lock(place_, [&] { context_.on_progress("waiting for another fetch to end"); });
    if (std::optional<FetchedEnvironment> there = find(name)) return *there;
    require_free(name);
    const HalfMade making(place_, name);
    const Wheel wheel = kind == InstallationKind::cpp ? make_cpp(release, making.path())
                                                      : make_full(release, making.path(), place_ / name);
    require_bound();
    write_mark(making.path(), {kind, release.version, wheel.file, wheel.sha256, quern::disk_use(making.path())});
    fs::rename(making.path(), place_ / name);
    std::error_code ignored;
    fs::remove_all(download_of(wheel).parent_path(), ignored);
    return find(name).value();
  }

  [[nodiscard]] const fs::path& place() const { return place_; }

 private:
  std::optional<FetchedEnvironment> find(const std::string& name) const {
    for (FetchedEnvironment& fetched : fetched_environments(place_))
      if (fetched.name == name) return std::move(fetched);
    return std::nullopt;
  }

  void require_free(const std::string& name) const {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(place_ / name, ignored)))
      throw Error(ErrorKind::environment, fmt::format("'{}' is there, and was not fetched", (place_ / name).string()),
                  "remove it, or name another place by --into");
  }

  // Only those that this machine can load.
  const std::vector<Wheel>& wheels() {
    if (!script_) script_.emplace(context_.runner, context_.variables, context_.resources);
    if (asked_) return wheels_;
    context_.on_progress("asking the package index");
    const Machine machine = this_machine();
    const Json request = {{"command", "wheels"}, {"index", options_.index}, {"project", "torch"}};
    const Json done = script_->ask(request, [&](const Json& line) {
      const Json& listed = line.at("wheel");
      std::optional<Wheel> wheel = read_wheel_name(listed.at("file").get<std::string>());
      if (!wheel || !runs_on(*wheel, machine)) return;
      wheel->address = listed.at("address").get<std::string>();
      wheel->sha256 = listed.at("sha256").get<std::string>();
      wheel->yanked = listed.at("yanked").get<bool>();
      wheels_.push_back(std::move(*wheel));
    });
    index_ = done.at("index").get<std::string>();
    asked_ = true;
    return wheels_;
  }

  Wheel make_cpp(const Release& release, const fs::path& making) {
    const Wheel* const wheel = wheel_for_cpp(wheels(), release.version);
    if (wheel == nullptr) refuse_release(release);
    const fs::path file = download(release, *wheel);
    const Json request = {{"command", "cpp_part"},
                          {"file", file.string()},
                          {"into", making.string()},
                          {"compiler", compiler().string()},
                          {"room", room()}};
    say(release, request);
    return *wheel;
  }

  Wheel make_full(const Release& release, const fs::path& making, const fs::path& name) {
    const auto [wheel, python] = wheel_for_python(release);
    const fs::path file = download(release, wheel);
    const std::function<void(const std::string&)> on_phase = [&, label = python.version](const std::string& phase) {
      context_.on_progress(fmt::format("torch {} for Python {}: {}", release.version, label, phase));
    };
    make_virtual_environment({python.program, file, release.version, index_, making, name},
                             {context_.runner, context_.variables, on_phase});
    return wheel;
  }

  std::pair<Wheel, PythonProgram> wheel_for_python(const Release& release) {
    std::set<std::string> tags;
    for (const Wheel& wheel : wheels())
      if (wheel.version == release.version) tags.insert(wheel.python);
    if (tags.empty()) refuse_release(release);
    std::vector<std::string> versions;
    for (const PythonProgram& python : pythons()) {
      versions.push_back(python.version);
      for (const Wheel& wheel : wheels())
        if (wheel.version == release.version && fits_python(wheel, python.version)) return {wheel, python};
    }
    throw Error(
        ErrorKind::environment,
        fmt::format("no Python here fits torch {}: its wheels are for {}, and there is {}", release.version,
                    fmt::join(tags, ", "), versions.empty() ? "none" : fmt::format("{}", fmt::join(versions, ", "))),
        "--python names another one; --cpp needs none");
  }

  const std::vector<PythonProgram>& pythons() {
    if (!pythons_) pythons_ = find_pythons(context_.runner, context_.variables, options_.pythons);
    return *pythons_;
  }

  [[noreturn]] static void refuse_release(const Release& release) {
    throw Error(ErrorKind::environment,
                fmt::format("the index has no wheel of torch {} for this machine", release.version));
  }

  [[nodiscard]] fs::path download_of(const Wheel& wheel) const {
    return downloads_folder(place_) / wheel.sha256 / wheel.file;
  }

  fs::path download(const Release& release, const Wheel& wheel) {
    if (!is_sha256(wheel.sha256))
      throw Error(ErrorKind::environment, fmt::format("the index lists no sha256 for {}", wheel.file),
                  "what cannot be checked is not taken; --index names another index");
    fs::path file = download_of(wheel);
    fs::create_directories(file.parent_path());
    say(release, {{"command", "download"},
                  {"address", wheel.address},
                  {"sha256", wheel.sha256},
                  {"into", file.string()},
                  {"room", room()}});
    return file;
  }

  void say(const Release& release, const Json& request) {
    script_->ask(request, [&](const Json& line) { context_.on_progress(progress_text(release, line.at("progress"))); });
  }

  // Any compiler of quern's will do: it only makes empty libraries.
  [[nodiscard]] fs::path compiler() const {
    for (const char* name : {"clang", "gcc", "cc"})
      if (fs::path program = context_.runner.find_program(name, value_of(context_.variables, "PATH")); !program.empty())
        return program;
    throw Error(ErrorKind::environment, "no C compiler found, which makes empty libraries in place of CUDA's",
                "apt-get install clang");
  }

  // Bytes that --disk leaves; -1: it says nothing.
  [[nodiscard]] std::int64_t room() const {
    if (options_.disk == 0) return -1;
    const std::uintmax_t used = quern::disk_use(place_);
    return used >= options_.disk ? 0 : static_cast<std::int64_t>(options_.disk - used);
  }

  // What installers unpack is known only afterwards.
  void require_bound() const {
    if (options_.disk != 0 && quern::disk_use(place_) > options_.disk)
      throw Error(ErrorKind::environment,
                  fmt::format("with this environment {} would take more than --disk allows", place_.string()),
                  "'quern env rm' makes room");
  }

  ReleaseContext context_;
  ReleaseOptions options_;
  fs::path place_;
  std::optional<FetchScript> script_;
  bool asked_ = false;
  std::vector<Wheel> wheels_;
  std::string index_;
  std::optional<std::vector<PythonProgram>> pythons_;
};

Releases::Releases(ReleaseContext context, ReleaseOptions options)
    : impl_(std::make_unique<Impl>(std::move(context), std::move(options))) {}

Releases::~Releases() = default;

std::vector<Release> Releases::resolve(const std::vector<std::string>& words, PatchChoice patches) {
  return impl_->resolve(words, patches);
}

FetchedEnvironment Releases::fetch(const Release& release, InstallationKind kind) {
  return impl_->fetch(release, kind);
}

std::uintmax_t Releases::remove(const FetchedEnvironment& fetched) { return remove_fetched(place(), fetched.name); }

std::uintmax_t Releases::disk_use() const { return quern::disk_use(place()); }

const fs::path& Releases::place() const { return impl_->place(); }

}  // namespace quern
