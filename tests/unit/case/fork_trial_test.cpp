// SPDX-License-Identifier: Apache-2.0
#include "worker/case/fork_trial.h"

#include <doctest/doctest.h>
#include <pthread.h>
#include <unistd.h>

#include <cstring>

namespace {

int works(const char* argument) { return argument != nullptr && std::strcmp(argument, "x") == 0 ? 0 : 1; }

int fails(const char* /*argument*/) { return 1; }

bool done = false;

int works_once(const char* /*argument*/) {
  const bool again = done;
  done = true;
  return again ? 1 : 0;
}

void* sleep_long(void* /*nothing*/) {
  pause();
  return nullptr;
}

int leaves_a_thread(const char* /*argument*/) {
  pthread_t thread = {};
  return pthread_create(&thread, nullptr, sleep_long, nullptr);
}

int crashes(const char* /*argument*/) { _exit(0); }

}  // namespace

TEST_SUITE_BEGIN("worker/case/fork_trial");

TEST_CASE("what a child can repeat may be done before a fork") {
  CHECK(quern_may_fork_after(works, "x") != 0);
  CHECK(quern_may_fork_after(works, "y") == 0);
}

TEST_CASE("what fails, ends the process, leaves a thread or works only once may not") {
  CHECK(quern_may_fork_after(fails, nullptr) == 0);
  CHECK(quern_may_fork_after(crashes, nullptr) == 0);
  CHECK(quern_may_fork_after(leaves_a_thread, nullptr) == 0);
  CHECK(quern_may_fork_after(works_once, nullptr) == 0);
}

TEST_CASE("this process has not done it") {
  quern_may_fork_after(works_once, nullptr);
  CHECK_FALSE(done);
}

TEST_SUITE_END();
