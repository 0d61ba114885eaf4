// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace {

int sign(int value) { return (value > 0) - (value < 0); }

/// By the definition: the first byte that differs decides.
int expected(const std::string& a, const std::string& b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin());
  if (x == a.end()) return 0;
  return static_cast<unsigned char>(*x) < static_cast<unsigned char>(*y) ? -1 : 1;
}

}  // namespace

TEST_SUITE_BEGIN("worker/allocator/pinned_compare");

TEST_CASE("of every length up to 40, the first byte that differs decides") {
  for (std::size_t size = 0; size <= 40; ++size) {
    const std::string a(size, 'm');
    CHECK(std::memcmp(a.data(), std::string(a).data(), size) == 0);
    for (std::size_t place = 0; place < size; ++place) {
      for (const char other : {'a', 'z', '\xff', '\0'}) {
        std::string b = a;
        b[place] = other;
        b.back() = place + 1 == size ? other : 'a';  // what comes later does not matter
        CAPTURE(size);
        CAPTURE(place);
        CHECK(sign(std::memcmp(a.data(), b.data(), size)) == expected(a, b));
        CHECK(sign(std::memcmp(b.data(), a.data(), size)) == -expected(a, b));
      }
    }
  }
}

TEST_CASE("nothing behind the end is read") {
  constexpr std::size_t kPage = 4096;
  auto* pages =
      static_cast<char*>(mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  REQUIRE(pages != MAP_FAILED);
  REQUIRE(mprotect(pages + kPage, kPage, PROT_NONE) == 0);
  for (std::size_t size = 0; size <= 40; ++size)
    CHECK(std::memcmp(pages + kPage - size, std::string(size, '\0').data(), size) == 0);
  munmap(pages, 2 * kPage);
}

TEST_SUITE_END();
