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

/// As many open files as the system lets this process have at most.
void allow_many_descriptors();

/// For a child, between fork and exec: as many as quern itself was started with.
void restore_descriptor_limit();

}  // namespace quern
