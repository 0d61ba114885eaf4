// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

extern "C" {
#include "worker/allocator/pinned_malloc.h"
#include "worker/python/names.h"
}

namespace {

constexpr std::size_t kHeader = 48;
constexpr std::size_t kState = 32;
constexpr std::uint32_t kInterned = 0xe5;
const int kStringType = 0;

/// A string object, and behind the last of them a block that refers to each.
struct Heap {
  explicit Heap(const std::vector<std::string>& names) : blocks(names.size() + 1, std::string(192, '\0')) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      char* const object = blocks[i].data();
      const std::uint64_t references = 1;
      const auto type = reinterpret_cast<std::uintptr_t>(&kStringType);
      const std::uint64_t length = names[i].size();
      std::memcpy(object, &references, sizeof references);
      std::memcpy(object + 8, &type, sizeof type);
      std::memcpy(object + 16, &length, sizeof length);
      std::memcpy(object + kState, &kInterned, sizeof kInterned);
      std::memcpy(object + kHeader, names[i].c_str(), names[i].size() + 1);
    }
    blocks.back().resize((names.size() + 1) * sizeof(char*));
    for (std::size_t i = 0; i < names.size(); ++i) refer(i, blocks[i].data());
  }

  void refer(std::size_t i, const char* object) {
    std::memcpy(blocks.back().data() + i * sizeof object, static_cast<const void*>(&object), sizeof object);
  }
  [[nodiscard]] const char* referred(std::size_t i) const {
    const char* object = nullptr;
    std::memcpy(static_cast<void*>(&object), blocks.back().data() + i * sizeof object, sizeof object);
    return object;
  }

  std::vector<std::string> blocks;
};

Heap* visited = nullptr;  // by the allocator that the test plays

std::vector<std::string> many_names() {
  std::vector<std::string> names;
  for (int i = 0; i < 3000; ++i)
    names.push_back("name_" + std::to_string(i) + std::string(static_cast<std::size_t>(i) % 60, 'x'));
  return names;
}

}  // namespace

extern "C" void quern_visit_blocks(quern_visit_block visit, void* context) {
  for (std::string& block : visited->blocks) visit(block.data(), block.size(), context);
}

TEST_SUITE_BEGIN("worker/python/names");

// One case: a process has one place for its names.
TEST_CASE("names move to places that names made anew never share a slot of the interpreter's cache with") {
  const std::vector<std::string> names = many_names();
  Heap heap(names);
  visited = &heap;
  const quern_strings strings = {&kStringType, kHeader, kState, kInterned};
  REQUIRE(quern_settle_names(&strings) == static_cast<long>(names.size()));
  std::set<std::uintptr_t> nibbles;
  std::set<const char*> places;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const char* const object = heap.referred(i);
    REQUIRE(object != heap.blocks[i].data());
    CHECK(std::string(object + kHeader) == names[i]);
    const auto address = reinterpret_cast<std::uintptr_t>(object);
    CHECK(address % 8 == 0);
    CHECK(((address + kHeader) & 64U) == 0);
    nibbles.insert(address >> 3U & 15U);
    places.insert(object);
  }
  CHECK(places.size() == names.size());
  CHECK(nibbles.size() == 7);
  CHECK(nibbles.count(0) == 0);  // where every block of the allocator lies
}

TEST_SUITE_END();
