// SPDX-License-Identifier: Apache-2.0
#include "harness/build/statement_tree.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/build/cpp_tokens.hpp"

namespace quern {
namespace {

using Node = nlohmann::json;

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
// Statements whose last part is another statement.
constexpr std::array<std::string_view, 8> kOneBody = {"ForStmt",   "WhileStmt", "CXXForRangeStmt", "SwitchStmt",
                                                      "LabelStmt", "CaseStmt",  "DefaultStmt",     "AttributedStmt"};

std::string text_of(const Node& node, const char* key) {
  const auto found = node.find(key);
  return found != node.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool flag_of(const Node& node, const char* key) {
  const auto found = node.find(key);
  return found != node.end() && found->is_boolean() && found->get<bool>();
}

const Node& parts_of(const Node& node) {
  static const Node kNone = Node::array();
  const auto found = node.find("inner");
  return found != node.end() && found->is_array() ? *found : kNone;
}

std::string kind_of(const Node& node) { return text_of(node, "kind"); }

bool is_expression(const Node& node) { return node.contains("type") && node.contains("valueCategory"); }

bool is_void(const Node& node) { return text_of(node.at("type"), "qualType") == "void"; }

// Where it begins in the source; of what a macro made, where the macro is used.
std::size_t offset_of(const Node& node) {
  const Node range = node.value("range", Node::object());
  Node begin = range.value("begin", Node::object());
  if (begin.contains("expansionLoc")) begin = Node(begin.at("expansionLoc"));
  return begin.contains("offset") ? begin.at("offset").get<std::size_t>() : kNowhere;
}

// A value that is made here and dropped. What refers to something older (`x.add_(1)`, `a = b`) is not lost with it, and
// `i++` is about i.
bool makes_value(const Node& node) {
  if (is_void(node) || text_of(node, "valueCategory") == "lvalue") return false;
  const bool wrapper = kind_of(node) == "ExprWithCleanups" || kind_of(node) == "ParenExpr";
  if (wrapper && parts_of(node).size() == 1) return makes_value(parts_of(node)[0]);
  return !(kind_of(node) == "UnaryOperator" && flag_of(node, "isPostfix"));
}

bool is_unused(const Node& variable) { return !flag_of(variable, "isUsed") && !flag_of(variable, "isReferenced"); }

class TreeReader {
 public:
  explicit TreeReader(const StatementPlace& place) : place_(place), tokens_(cpp_tokens(place.text)) {}

  KeptForm read(const Node& block) {
    for (const Node& node : parts_of(block)) {
      if (kind_of(node) == "DeclStmt")
        for_variables(node, [this](const Node& variable) { form_.names.push_back(text_of(variable, "name")); });
      else if (is_expression(node) && !is_void(node))
        keep_value(node);
      else
        descend(node);
    }
    const auto earlier = [](const auto& a, const auto& b) { return a.offset < b.offset; };
    std::stable_sort(form_.insertions.begin(), form_.insertions.end(), earlier);
    return std::move(form_);
  }

 private:
  template <typename Action>
  static void for_variables(const Node& statement, Action action) {
    for (const Node& declared : parts_of(statement)) {
      if (kind_of(declared) == "VarDecl" && declared.contains("name")) action(declared);
      if (kind_of(declared) != "DecompositionDecl") continue;
      for (const Node& binding : parts_of(declared))
        if (kind_of(binding) == "BindingDecl") action(binding);
    }
  }

  // Whatever is not an expression may have statements in it.
  void descend(const Node& node) {
    const std::string kind = kind_of(node);
    const Node& parts = parts_of(node);
    if (is_expression(node) || parts.empty()) return;
    const std::size_t last = parts.size() - 1;
    if (kind == "CompoundStmt")
      for (const Node& part : parts) nested(part);
    else if (kind == "IfStmt" && flag_of(node, "hasElse"))
      nested(parts[last]), nested(parts[last - 1]);
    else if (kind == "IfStmt" || std::find(kOneBody.begin(), kOneBody.end(), kind) != kOneBody.end())
      nested(parts[last]);
    else if (kind == "DoStmt")
      nested(parts[0]);
    else if (kind == "CXXTryStmt" || kind == "CXXCatchStmt")
      for (const Node& part : parts) descend(part);
  }

  void nested(const Node& node) {
    if (kind_of(node) == "DeclStmt")
      keep_unused(node);
    else if (is_expression(node) && makes_value(node))
      keep_value(node);
    else
      descend(node);
  }

  void keep_value(const Node& node) {
    if (const CppToken* const end = end_of(node)) form_.insertions.push_back({end->begin, kKeepValue});
  }

  void keep_unused(const Node& node) {
    const CppToken* const end = end_of(node);
    if (end == nullptr) return;
    for_variables(node, [&](const Node& variable) {
      if (is_unused(variable)) form_.insertions.push_back({end->end(), " " + keep_variable(text_of(variable, "name"))});
    });
  }

  // The `;` of a simple statement: the tree knows only where its last token begins, and of a macro not even that.
  [[nodiscard]] const CppToken* end_of(const Node& node) const {
    const std::size_t offset = offset_of(node);
    int depth = 0;
    for (const CppToken& token : tokens_) {
      if (offset == kNowhere || token.begin + place_.begin < offset) continue;
      if (token.is("(") || token.is("[") || token.is("{")) ++depth;
      if (token.is(")") || token.is("]") || token.is("}")) --depth;
      if (depth < 0) return nullptr;
      if (depth == 0 && token.is(";")) return &token;
    }
    return nullptr;
  }

  StatementPlace place_;
  std::vector<CppToken> tokens_;
  KeptForm form_;
};

std::optional<KeptForm> read_function(const Node& function, const StatementPlace& place) {
  for (const Node& body : parts_of(function)) {
    if (kind_of(body) != "CompoundStmt" || parts_of(body).empty()) continue;
    const Node& block = parts_of(body).back();
    if (kind_of(block) == "CompoundStmt") return TreeReader(place).read(block);
  }
  return std::nullopt;
}

}  // namespace

std::optional<KeptForm> read_statement_tree(std::string_view dump, const StatementPlace& place) {
  const std::size_t begin = std::min(dump.find('{'), dump.size());
  const std::size_t end = dump.rfind('}') + 1;
  if (end <= begin) return std::nullopt;
  try {
    return read_function(Node::parse(dump.substr(begin, end - begin)), place);
  } catch (const Node::exception&) {  // a clang that writes its trees in another way
    return std::nullopt;
  }
}

}  // namespace quern
