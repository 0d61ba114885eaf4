// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <list>
#include <string>
#include <vector>

#include "harness/model/run.hpp"

namespace quern::test {

/// A run that was never measured, with one case of each kind.
class MadeUpRun {
 public:
  MadeUpRun() {
    run.started = "2026-11-16T01:00:00Z";
    run.duration_s = 61.25;
    run.environment.name = "default";
    run.environment.torch_version = "1.13.1";
    run.environment.compiler = "clang 14.0.6";
    run.environment.flags = "-std=c++17 -O2";
    run.environment.valgrind = "3.19.0";
    run.environment.glibc = "2.36";
    run.environment.allocator = "pinned";
    run.environment.libraries = {{"libtorch_cpu.so", "abcd"}, {"libodd.so", ""}};
    run.environment.pinned = {{"PYTHONHASHSEED", "0"}};
  }

  CaseResult& add(const std::vector<std::string>& label, Status status) {
    Case& args = cases_.emplace_back();
    args.label = label;
    args.definition = {"s.yaml", 41, 5};
    args.definition_hash = "0123456789abcdef0123456789abcdef";
    args.id = make_id(args);
    run.cases.push_back({&args, status, {}, {}, 0.5});
    return run.cases.back();
  }

  void add_ok(const std::vector<std::string>& label, Verdict verdict, double instructions, double spread = 0) {
    add(label, Status::ok).measurement = Measurement{
        verdict, {{kInstructions, {instructions, spread}}}, {{10, {{"Ir", 507}}}, {110, {{"Ir", 5507}, {"Dr", 3}}}}};
  }

  void add_failed(const std::vector<std::string>& label, const std::string& message) {
    add(label, Status::failed).failure = Failure{FailureKind::exception, message, "s.yaml:41:5", "all of it"};
  }

  /// The case that was added last, to be changed.
  Case& last() { return cases_.back(); }

  Run run;

 private:
  std::list<Case> cases_;  // the run points into it
};

}  // namespace quern::test
