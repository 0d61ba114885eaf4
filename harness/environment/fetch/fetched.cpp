// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/fetched.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "expand/version_range.hpp"
#include "harness/environment/fetch/place.hpp"
#include "harness/environment/variables.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// Files that have several names in the folder count once. What cannot be read is not counted: somebody removes it.
std::uintmax_t bytes_below(const fs::path& folder) {
  constexpr std::uintmax_t kBlock = 512;
  std::set<std::pair<dev_t, ino_t>> counted;
  std::uintmax_t bytes = 0;
  std::error_code ignored;
  for (fs::recursive_directory_iterator entry(folder, ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    struct stat state = {};
    if (lstat(entry->path().c_str(), &state) != 0) continue;
    if (state.st_nlink > 1 && !S_ISDIR(state.st_mode) && !counted.emplace(state.st_dev, state.st_ino).second) continue;
    bytes += static_cast<std::uintmax_t>(state.st_blocks) * kBlock;
  }
  return bytes;
}

std::optional<FetchedEnvironment> fetched_in(const fs::path& folder) {
  const std::string name = folder.filename().string();
  if (name.starts_with('.') || !is_environment_name(name)) return std::nullopt;
  try {
    const std::optional<InstallationMark> mark = read_mark(folder);
    if (mark) return FetchedEnvironment{name, mark->version, mark->kind, folder, mark->bytes};
  } catch (const Error&) {  // damaged: the others can be used all the same, and 'fetch' says that it is in the way
  }
  return std::nullopt;
}

bool is_older_environment(const FetchedEnvironment& a, const FetchedEnvironment& b) {
  const auto key = [](const FetchedEnvironment& fetched) {
    return std::pair(parse_version(fetched.version).value_or(Version{}), fetched.name);
  };
  return key(a) < key(b);
}

}  // namespace

fs::path find_environments_place(const std::map<std::string, std::string>& variables) {
  if (const std::string place = value_of(variables, "QUERN_ENVIRONMENTS"); !place.empty()) return fs::absolute(place);
  if (const std::string data = value_of(variables, "XDG_DATA_HOME"); !data.empty())
    return fs::path(data) / "quern" / "environments";
  if (const std::string home = value_of(variables, "HOME"); !home.empty())
    return fs::path(home) / ".local" / "share" / "quern" / "environments";
  return {};
}

fs::path environments_place(const std::map<std::string, std::string>& variables) {
  fs::path place = find_environments_place(variables);
  if (place.empty())
    throw Error(ErrorKind::environment, "no place for environments", "set HOME, XDG_DATA_HOME or QUERN_ENVIRONMENTS");
  return place;
}

std::string environment_name(const std::string& version, InstallationKind kind) {
  std::string name = "torch-" + version;
  std::replace(name.begin(), name.end(), '+', '_');  // a name of an environment has no '+'
  return kind == InstallationKind::cpp ? name + "-cpp" : name;
}

std::vector<FetchedEnvironment> fetched_environments(const fs::path& place) {
  std::vector<FetchedEnvironment> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(place, ignored))
    if (std::optional<FetchedEnvironment> fetched = fetched_in(entry.path())) found.push_back(std::move(*fetched));
  std::sort(found.begin(), found.end(), is_older_environment);
  return found;
}

EnvironmentSpec spec_of(const FetchedEnvironment& fetched) {
  EnvironmentSpec spec;
  spec.name = fetched.name;
  if (fetched.kind == InstallationKind::cpp)
    spec.torch_root = fetched.folder.string();
  else
    spec.python = (fetched.folder / "bin" / "python").string();
  return spec;
}

std::uintmax_t disk_use(const fs::path& place) { return bytes_below(place); }

std::uintmax_t remove_fetched(const fs::path& place, const std::string& name) {
  const std::vector<FetchedEnvironment> all = fetched_environments(place);
  std::vector<std::string_view> names;
  names.reserve(all.size());
  for (const FetchedEnvironment& fetched : all) names.emplace_back(fetched.name);
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw Error(ErrorKind::usage, fmt::format("no environment '{}' was fetched into {}", name, place.string()),
                names.empty() ? "there is none at all" : suggest(name, names));
  const HalfMade removed(place, name + ".removed");  // not found any more from one moment to the next
  const std::uintmax_t bytes = bytes_below(place / name);
  std::error_code reason;
  fs::rename(place / name, removed.path(), reason);
  if (reason) throw Error(ErrorKind::environment, fmt::format("cannot remove '{}': {}", name, reason.message()));
  return bytes;
}

}  // namespace quern
