// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quern {

/// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

/// Lets this process have as many open files as the system allows.
void allow_many_descriptors();

/// For a child, between fork and exec: sets back the limit of open files that quern itself was started with.
void restore_descriptor_limit();

}  // namespace quern
