// SPDX-License-Identifier: Apache-2.0
#include "harness/build/statement_tree.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace quern;
using nlohmann::json;

namespace {

constexpr std::size_t kBegin = 40;  // of the statement in the source

json at(const std::string& code, const std::string& text) {
  return {{"begin", {{"offset", kBegin + code.find(text)}}}};
}

json expression(const std::string& code, const std::string& text, const char* category, const char* type) {
  return {{"kind", "CallExpr"}, {"range", at(code, text)}, {"type", {{"qualType", type}}}, {"valueCategory", category}};
}

json variable(const std::string& code, const std::string& text, const char* name, bool used) {
  json declared = {{"kind", "VarDecl"}, {"name", name}};
  if (used) declared["isUsed"] = true;
  return {{"kind", "DeclStmt"}, {"range", at(code, text)}, {"inner", {declared}}};
}

json block(const json& statements) { return {{"kind", "CompoundStmt"}, {"inner", statements}}; }

/// The statement as it is kept, from the tree of a function that ends with a block of these.
std::string kept(const std::string& code, const json& statements) {
  const json function = {{"kind", "FunctionDecl"}, {"inner", json::array({block(json::array({block(statements)}))})}};
  const auto form = read_statement_tree("Dumping f:\n" + function.dump() + "\n", {code, kBegin});
  REQUIRE(form);
  std::string text = with_insertions(code, *form);
  for (const std::string& name : form->names) text += " " + name;
  return text;
}

}  // namespace

TEST_SUITE_BEGIN("harness/build/statement_tree");

TEST_CASE("values of expressions are kept before their semicolon, variables at the end") {
  const std::string code = "V v(f(1; 2)); g(x); h();";
  CHECK(kept(code, {variable(code, "V v", "v", true), expression(code, "g(x)", "lvalue", "int"),
                    expression(code, "h()", "prvalue", "void")}) == "V v(f(1; 2)); g(x), quern_kept; h(); v");
}

TEST_CASE("in a block only what is made and dropped is kept") {
  const std::string code = "for (;;) { T a = f(); T b = g(); c(); d(); e(); }";
  const json body = block({variable(code, "T a", "a", false), variable(code, "T b", "b", true),
                           expression(code, "c()", "prvalue", "int"), expression(code, "d()", "lvalue", "int"),
                           expression(code, "e()", "prvalue", "void")});
  const json loop = {{"kind", "ForStmt"}, {"inner", {json::object(), json::object(), body}}};
  CHECK(kept(code, json::array({loop})) ==
        "for (;;) { T a = f(); ::quern::keep(a); T b = g(); c(), quern_kept; d(); e(); }");
}

TEST_CASE("both branches of a condition are looked at, the condition is not") {
  const std::string code = "if (c()) a(); else b();";
  json condition = {{"kind", "IfStmt"},
                    {"hasElse", true},
                    {"inner",
                     {expression(code, "c()", "prvalue", "bool"), expression(code, "a()", "prvalue", "int"),
                      expression(code, "b()", "prvalue", "int")}}};
  CHECK(kept(code, json::array({condition})) == "if (c()) a(), quern_kept; else b(), quern_kept;");
}

TEST_CASE("i++ in a loop is about i") {
  const std::string code = "while (c) i++;";
  json step = expression(code, "i++", "prvalue", "int");
  step["kind"] = "UnaryOperator";
  step["isPostfix"] = true;
  CHECK(kept(code, json::array({{{"kind", "WhileStmt"}, {"inner", {json::object(), step}}}})) == code);
}

TEST_CASE("structured bindings are kept by their names") {
  const json pair = {
      {"kind", "DecompositionDecl"},
      {"inner",
       {{{"kind", "CallExpr"}}, {{"kind", "BindingDecl"}, {"name", "a"}}, {{"kind", "BindingDecl"}, {"name", "b"}}}}};
  CHECK(kept("auto [a, b] = f();", json::array({{{"kind", "DeclStmt"}, {"inner", {pair}}}})) ==
        "auto [a, b] = f(); a b");
}

TEST_CASE("what a macro made is where the macro is used") {
  const std::string code = "MACRO(x);";
  json made = expression(code, "MACRO", "prvalue", "int");
  made["range"]["begin"] = {{"expansionLoc", made["range"]["begin"]}, {"spellingLoc", {{"offset", 3}}}};
  CHECK(kept(code, json::array({made})) == "MACRO(x), quern_kept;");
}

TEST_CASE("a tree that cannot be read tells nothing") {
  for (const char* dump :
       {"", "{", "{}", "}{", "Dumping f:\n{\"inner\": [1", "{\"inner\": [{\"kind\": \"CompoundStmt\"}]}"})
    CHECK_FALSE(read_statement_tree(dump, {"x;", kBegin}));
}

TEST_SUITE_END();
