// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/code.hpp"
#include "base/error.hpp"
#include "expand/case/asset.hpp"
#include "expand/case/operator_call.hpp"

namespace quern {

enum class Language { python, cpp };
enum class Runtime { eager, torchscript, explicit_ };
enum class Pass { forward, forward_backward, explicit_ };

/// The words of ids and documents: `cpp`, `torchscript`, `forward_backward`, …
std::string_view to_string(Language language);
std::string_view to_string(Runtime runtime);
std::string_view to_string(Pass pass);

/// Where a case runs if nothing else is said. Documents name only other devices.
inline constexpr std::string_view kCpu = "cpu";

/// The body of a snippet: a statement, and the code before it.
struct TimerArgs {
  Code stmt;
  Code setup;
  Code global_setup;
};

/// One flat benchmark: all that a worker needs to know. Independent of machine, environment and time.
struct Case {
  std::string id;
  std::vector<std::string> label;
  Runtime runtime = Runtime::eager;
  Pass pass = Pass::forward;
  Language language = Language::cpp;
  int num_threads = 1;
  std::string device{kCpu};
  std::variant<TimerArgs, OperatorCall> body;  // what is run, by the kind of the case
  std::vector<Asset> assets;                   // the files that it loads
  std::vector<std::string> tags;               // sorted, each once
  std::vector<std::string> requires_;          // version ranges of torch, and `cuda`; all must hold
  Origin definition;
  std::string definition_hash;  // equal exactly when what is run is equal
};

/// The code of a snippet. Throws Error(internal) for a case of another kind.
const TimerArgs& snippet(const Case& args);
TimerArgs& snippet(Case& args);

/// The call of an operator case; null for a case of another kind.
const OperatorCall* operator_of(const Case& args);

/// The TorchScript model that a case loads; null if it loads none.
const Asset* model_of(const Case& args);

/// A label as ids show it: lower case, spaces as `_`.
std::string id_part(std::string_view label);

/// `<label>/<label>/…:<runtime>:<pass>:<language>:t<threads>`, lower case, spaces as `_`.
std::string make_id(const Case& args);

}  // namespace quern
