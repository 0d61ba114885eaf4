// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <functional>
#include <stdexcept>
#include <string>

#include "base/descriptor.hpp"

namespace quern::test {

/// Another process: runs `action` with a descriptor to write to, and ends.
class Child {
 public:
  explicit Child(const std::function<void(int)>& action) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    pid_ = fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) act(action, ends[1]);
    close(ends[1]);
    output_ = Descriptor(ends[0]);
  }
  ~Child() {
    if (!waited_) waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// All that it wrote, until it ended.
  std::string output() const {
    std::string text;
    char buffer[4096];
    for (ssize_t n = 0; (n = read(output_.number(), buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<std::size_t>(n));
    return text;
  }

  /// Whether it ended by itself.
  bool survived() {
    int status = 0;
    REQUIRE(waitpid(pid_, &status, 0) == pid_);
    waited_ = true;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  [[noreturn]] static void act(const std::function<void(int)>& action, int output) {
    int code = 0;
    try {
      action(output);
    } catch (const std::exception& error) {
      say(output, error.what());
      code = 1;
    }
    _exit(code);  // nothing of the tests' process is cleaned up twice
  }

 public:
  static void say(int output, const std::string& text) {
    if (write(output, text.data(), text.size()) != static_cast<ssize_t>(text.size())) _exit(2);
  }

 private:
  pid_t pid_ = -1;
  bool waited_ = false;
  Descriptor output_;
};

/// In a child: as somebody whom permissions stop, which root is not.
inline void become_nobody() {
  constexpr uid_t kNobody = 65534;
  if (geteuid() == 0 && setuid(kNobody) != 0) throw std::runtime_error("root cannot become nobody");
}

}  // namespace quern::test
