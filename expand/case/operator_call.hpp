// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace quern {

/// The body of an operator case: which operator is called, and with what. The arguments are data, not code: a worker
/// makes tensors of them and calls the operator by its name.
struct OperatorCall {
  std::string name;    // as written: torch.add, aten::add.Tensor, torch.nn.Linear, …
  std::string run_id;  // config|build|input, as PARAM counts them
  std::string call;    // compact JSON `{"build": SPEC or null, "input": SPEC}`, every value chosen
};

/// `torch.add|0|0|1_2`: what -r and -s take.
std::string op_run_id(const OperatorCall& body);

/// The arguments in short, one text each: `f32[4, 4]`, `1`, `alpha=2`.
std::vector<std::string> argument_texts(const OperatorCall& body);

/// The call in one line: `torch.add(f32[4, 4], 1)`; what the operator is built with stands in brackets.
std::string call_text(const OperatorCall& body);

/// The call as text that does not depend on the order of keys, nor on the names that configs give their arguments.
std::string canonical_text(const OperatorCall& body);

/// What a document says of it.
nlohmann::ordered_json operator_json(const OperatorCall& body);

}  // namespace quern
