// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

extern "C" {
#include "worker/python/type_versions.h"
}

namespace {

/// As much of a type as matters.
struct Type {
  std::uint64_t flags = 0;
  std::uint32_t version = 0;
};

constexpr std::uint64_t kValid = 1U << 19U;

/// The interpreter's part: what was asked of it.
struct Interpreter {
  int cleared = 0;
  int alive = 0;
  int most_alive = 0;
  int looked_up = 0;
};
Interpreter interpreter;

void* make_name(const char* letters) {
  REQUIRE(std::strlen(letters) <= 15);  // as long as a name may be in a block of the smallest size
  interpreter.most_alive = std::max(interpreter.most_alive, ++interpreter.alive);
  return &interpreter;
}
int has_attribute(void* object, void* name) {
  REQUIRE(object == name);
  ++interpreter.looked_up;
  return 0;
}
void drop(void* name) {
  REQUIRE(name == &interpreter);
  --interpreter.alive;
}
unsigned clear_cache() {
  REQUIRE(interpreter.looked_up == 0);
  return static_cast<unsigned>(++interpreter.cleared);
}

/// Types at random places, as a server and a case have them.
struct Types {
  Types(std::size_t known, std::size_t made) : all(known + made) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = {kValid, static_cast<std::uint32_t>(i + 1)};
      (i < known ? known_ : made_).push_back(reinterpret_cast<char*>(&all[i]));
    }
    arguments = {known_.data(),
                 known_.size(),
                 made_.data(),
                 made_.size(),
                 offsetof(Type, version),
                 offsetof(Type, flags),
                 kValid,
                 make_name,
                 has_attribute,
                 drop,
                 clear_cache,
                 {&interpreter, &interpreter, &interpreter}};
  }
  Types(const Types&) = delete;
  Types& operator=(const Types&) = delete;

  [[nodiscard]] std::vector<std::uint32_t> arranged(int arrangement) {
    interpreter = {};
    quern_give_versions(&arguments, arrangement);
    std::vector<std::uint32_t> versions;
    for (const Type& type : all) versions.push_back(type.version);
    return versions;
  }

  std::vector<Type> all;
  quern_types arguments{};

 private:
  std::vector<char*> known_;
  std::vector<char*> made_;
};

}  // namespace

TEST_SUITE_BEGIN("worker/python/type_versions");

TEST_CASE("no two types get the same version, and none gets one that the interpreter could give") {
  Types types(20000, 50);
  for (const int arrangement : {0, 1, 12}) {
    const std::vector<std::uint32_t> versions = types.arranged(arrangement);
    CHECK(std::set<std::uint32_t>(versions.begin(), versions.end()).size() == versions.size());
    CHECK(*std::min_element(versions.begin(), versions.end()) >= 0x40000000U);
  }
}

TEST_CASE("all versions agree in the bits by which names that are made anew are kept apart") {
  Types types(3000, 5);
  const std::vector<std::uint32_t> versions = types.arranged(1);
  CHECK(std::all_of(versions.begin(), versions.end(), [](std::uint32_t version) { return version % 16 == 0; }));
}

TEST_CASE("every number arranges them in another way, the same one each time") {
  Types types(1000, 0);
  const std::vector<std::uint32_t> first = types.arranged(1);
  const std::vector<std::uint32_t> second = types.arranged(2);
  std::size_t kept = 0;  // pairs of neighbours whose slots are as far apart as before
  for (std::size_t i = 1; i < first.size(); ++i)
    kept += ((first[i] ^ first[i - 1]) & 4095U) == ((second[i] ^ second[i - 1]) & 4095U) ? 1 : 0;
  CHECK(kept < first.size() / 20);
  CHECK(types.arranged(1) == first);
}

TEST_CASE("a type without a version gets none") {
  Types types(3, 1);
  types.all[1].flags = 0;
  types.all[3].version = 0;
  const std::vector<std::uint32_t> versions = types.arranged(1);
  CHECK(versions[1] == 2);
  CHECK(versions[3] == 0);
  CHECK(versions[0] >= 0x40000000U);
}

TEST_CASE("where no flag tells of a version, one that is not 0 does") {
  Types types(2, 0);
  types.arguments.valid = 0;
  types.all[0] = {0, 7};
  types.all[1] = {0, 0};
  const std::vector<std::uint32_t> versions = types.arranged(1);
  CHECK(versions[0] >= 0x40000000U);
  CHECK(versions[1] == 0);
}

TEST_CASE("the cache is emptied, and filled with names that are alive at the same time") {
  Types types(2, 0);
  CHECK(types.arranged(1).size() == 2);
  CHECK(interpreter.cleared == 1);
  CHECK(interpreter.most_alive == 300);  // more than the 248 places that a name can have in a slot
  CHECK(interpreter.looked_up == 3 * 300);
  CHECK(interpreter.alive == 0);
}

TEST_SUITE_END();
