// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/check.hpp"
#include "tests/unit/compare/made_up_functions.hpp"

namespace quern::test {

inline Difference made_up_difference(FactKind kind, const std::string& name, const std::string& a,
                                     const std::string& b) {
  return {kind, name, Fact{a}, Fact{b}};
}

/// A check that nobody made, case by case.
class MadeUpCheck {
 public:
  MadeUpCheck() {
    check.base = {"main", false, "0123456789abcdef0123456789abcdef01234567"};
    check.head = {"pr", true, ""};
    check.comparison.a.name = "default";
    check.comparison.a.torch_version = "1.13.1";
    check.comparison.b.name = "pr";
    check.comparison.b.torch_version = "2.0.0";
    check.comparison.same_libraries = SameLibraries::no;
    check.reproduce = "quern check --base main --head pr";
  }

  /// A case `name` under the label G, with instructions where it has both numbers. Valid until the next one.
  CheckedCase& add(const std::string& name, Finding finding, std::optional<double> base, std::optional<double> head) {
    Case& args = args_.emplace_back();
    args.label = {"G", name};
    args.definition = {"definitions/s.yaml", 41, 5};
    args.id = make_id(args);
    CaseComparison& compared = compared_.emplace_back();
    compared.args = &args;
    compared.a = base;
    compared.b = head;
    CheckedCase& checked = check.cases.emplace_back();
    checked.compared = &compared;
    checked.args = &args;
    checked.finding = finding;
    if (base && head && finding != Finding::redefined) add_metric("ir", *base, *head, finding);
    return checked;
  }

  /// Of the case that was added last.
  void add_metric(const std::string& name, double base, double head, Finding finding) {
    const Limit limit{0.2, std::nullopt};
    check.cases.back().metrics.push_back({name, base, head, limit.allowance(base), {limit, "default"}, finding});
  }

  void explain_last(const NamedCounts& base, const NamedCounts& head) {
    compared_.back().explanation = explain(functions(1, base), functions(1, head));
  }

  Waiver& waiver(const std::string& match, const std::string& reason) {
    Waiver& made = waivers_.emplace_back();
    made.match = match;
    made.reason = reason;
    made.who = "ann";
    made.expires = "2026-12-31";
    made.where = {"waivers.yaml", 3, 1};
    return made;
  }

  /// The comparison of the case that was added last, to be changed.
  CaseComparison& compared() { return compared_.back(); }

  /// The definition of the case that was added last, to be changed.
  Case& last() { return args_.back(); }

  Check check;

 private:
  std::list<Case> args_;
  std::list<CaseComparison> compared_;
  std::list<Waiver> waivers_;
};

/// One of each finding, and all that a check can say besides.
inline void add_everything(MadeUpCheck& made) {
  Check& check = made.check;
  made.add("same", Finding::unchanged, 5070, 5070);
  made.add("nearly", Finding::unchanged, 1000000, 1001200);
  made.add("slower", Finding::regressed, 5070, 5278).note = "beyond what the waiver of w.yaml:9 accepts: 1%";
  made.explain_last({{"at::f(int)", 4000}, {"malloc", 1070}},
                    {{"at::f(int)", 4100}, {"at::g<int>()", 108}, {"malloc", 1070}});
  made.add("allocates", Finding::regressed, 2000, 2000);
  check.cases.back().metrics[0].finding = Finding::unchanged;
  made.add_metric("alloc_count", 4, 5, Finding::regressed);
  check.cases.back().metrics[1].limit = {Limit{std::nullopt, 0}, "quern.yaml:4"};
  check.cases.back().metrics[1].allowance = 0;
  made.add("broken", Finding::failed, 12345, std::nullopt).note = "no such operator\nat all";
  made.add("gone", Finding::disappeared, 77, std::nullopt).note = "the head does not have it";
  made.add("other", Finding::redefined, 10, 20).note = "the two sides ran different definitions";
  made.add("guarded", Finding::skipped, 30, std::nullopt).note = "needs torch <2.0";
  made.add("shaky", Finding::unstable, 100, 110).note = "its repeats differ by 30";
  made.add("known", Finding::regressed, 1000, 1015).waiver = &made.waiver("known", "the new dispatcher, see #12");
  made.add("dropped", Finding::disappeared, 5, std::nullopt).allowed = true;
  made.add("faster", Finding::improved, 2000, 1500);
  made.explain_last({{"at::h()", 2000}}, {{"at::h()", 1500}});
  made.add("new", Finding::added, std::nullopt, 7).note = "the base does not have it";
  made.add("nothing", Finding::absent, std::nullopt, std::nullopt).note = "needs cuda";
  Waiver& old = made.waiver("old/.*", "until the release");
  old.expires = "2026-11-01";
  check.expired = {&old};
  check.warnings = {"w.yaml:2: the waiver 'x' matches no case"};
  check.confirmation = Confirmation::confirmed;
  check.comparison.differences = {made_up_difference(FactKind::torch, "", "1.13.1", "2.0.0"),
                                  made_up_difference(FactKind::library, "_ssl.so", "a", "b")};
}

inline const std::string kEvil = "a\"'<b>&]]>\x1b[0m\x01,\r\n%::error::x\xff\xEF\xBF\xBF";

/// Names and texts that mean something in every format.
inline void add_evil(MadeUpCheck& made) {
  made.add(kEvil, Finding::regressed, 100, 200).note = kEvil;
  made.explain_last({{"f", 100}}, {{kEvil, 200}});
  made.last().label = {kEvil, kEvil};
  made.last().definition = {"def, 1:%\xc3\xa4\n.yaml", 7, 2};
  made.add("w", Finding::regressed, 100, 200).waiver = &made.waiver(kEvil, kEvil);
  made.check.expired = {&made.waiver(kEvil, kEvil)};
  made.check.base.name = kEvil;
}

}  // namespace quern::test
