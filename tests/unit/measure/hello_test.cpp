// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/hello.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "worker/protocol/keys.h"

using namespace quern;

TEST_SUITE_BEGIN("harness/measure/hello");

TEST_CASE("what a server and its process say is read line by line") {
  const Hello hello = parse_hello(
      "torch 1.13.0a0\ngit abc\npython 3.11.2\nconfig built with - this\nprotocol 1\nlibrary linux-vdso.so.1\n"
      "library /nowhere/libc10.so\ncpu x86_64 signature 1\nunpinned core\nunpinned heap\nleft_out backward\nstack "
      "1ffeffff\n"
      "cpuid 1 0 a b c d\nunheard-of 1\nword\n\n");
  CHECK(hello.torch_version == "1.13.0a0");
  CHECK(hello.git == "abc");
  CHECK(hello.python == "3.11.2");
  CHECK(hello.config == "built with - this");
  CHECK(hello.protocol == 1);
  CHECK(hello.libraries == std::vector<std::string>{"/nowhere/libc10.so"});
  CHECK(hello.cpu == "x86_64 signature 1");
  CHECK(hello.unpinned == std::vector<std::string>{"core", "heap"});
  CHECK(hello.left_out == std::vector<std::string>{"backward"});
  CHECK(hello.stack == 0x1ffeffff);
  CHECK(hello.cpuid.size() == 1);
}

TEST_CASE("a server of another protocol, or of one that does not tell, is refused") {
  Hello hello;
  CHECK_THROWS_WITH_AS(require_own_protocol(hello), doctest::Contains("the server speaks protocol 0, and this quern"),
                       Error);
  hello.protocol = QUERN_PROTOCOL + 1;
  CHECK_THROWS_AS(require_own_protocol(hello), Error);
  hello.protocol = QUERN_PROTOCOL;
  CHECK_NOTHROW(require_own_protocol(hello));
}

TEST_SUITE_END();
