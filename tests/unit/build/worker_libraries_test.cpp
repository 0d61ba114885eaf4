// SPDX-License-Identifier: Apache-2.0
#include "harness/build/worker_libraries.hpp"

#include <doctest/doctest.h>

#include "tests/unit/build/fake_compiler.hpp"

using namespace quern;
using test::FakeMachine;

TEST_SUITE_BEGIN("harness/build/worker_libraries");

TEST_CASE("the allocator, the shared library and its objects are made") {
  FakeMachine machine;
  const WorkerLibraries& worker = machine.worker();
  CHECK(std::filesystem::exists(worker.allocator()));
  CHECK(std::filesystem::exists(worker.shared()));
  CHECK_FALSE(worker.objects().empty());
  for (const std::filesystem::path& object : worker.objects()) CHECK(std::filesystem::exists(object));
}

TEST_CASE("the shared library is linked from all objects") {
  FakeMachine machine;
  const WorkerLibraries& worker = machine.worker();
  const std::vector<std::string> arguments = machine.compiler.arguments_for("libworker.so");
  for (const std::filesystem::path& object : worker.objects()) {
    const auto linked = [&](const std::string& a) { return std::filesystem::path(a).filename() == object.filename(); };
    CHECK(std::any_of(arguments.begin(), arguments.end(), linked));
  }
}

TEST_CASE("they know nothing of LibTorch: another one finds them in the cache, another compiler does not") {
  FakeMachine machine;
  const std::string fingerprint = machine.worker().fingerprint();
  machine.compiler.started.clear();
  machine.environment.torch = {"/elsewhere/include", "/elsewhere/lib", "2.1.0", false};
  CHECK(WorkerLibraries(machine.driver, machine.cache).fingerprint() == fingerprint);
  CHECK(machine.compiler.started.empty());
  machine.environment.cxx.version = "15.0.0";
  CHECK(WorkerLibraries(machine.driver, machine.cache).fingerprint() != fingerprint);
  CHECK_FALSE(machine.compiler.started.empty());
}

TEST_SUITE_END();
