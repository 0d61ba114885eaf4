// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <typeindex>
#include <unordered_map>

extern "C" {
#include "worker/python/address_table.h"
}

namespace {

using Table = std::unordered_map<const void*, int>;

const void* address(std::uintptr_t number) { return reinterpret_cast<const void*>(number); }

/// Addresses as of two libraries, which collide in small tables.
Table table_of(int entries) {
  Table table;
  std::uint32_t scattered = 1;
  for (int i = 0; i < entries; ++i) {
    scattered = scattered * 1664525U + 1013904223U;
    table[address((i % 2 == 0 ? 0x10000000U : 0x7f0000000000U) + 16 * std::uintptr_t{scattered >> 8U})] = i;
  }
  return table;
}

std::size_t longest_bucket(const Table& table) {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < table.bucket_count(); ++i) longest = std::max(longest, table.bucket_size(i));
  return longest;
}

}  // namespace

TEST_SUITE_BEGIN("worker/python/address_table");

TEST_CASE("no two entries of a table by addresses share a bucket any more, and all are found") {
  Table table = table_of(1500);
  REQUIRE(longest_bucket(table) > 1);
  const Table before = table;
  CHECK(quern_spread_table(&table) == 1);
  CHECK(longest_bucket(table) == 1);
  CHECK(table == before);
  CHECK(table.find(address(1)) == table.end());
}

TEST_CASE("a table that was spread can still grow, shrink and end") {
  Table table = table_of(300);
  REQUIRE(quern_spread_table(&table) == 1);
  for (std::uintptr_t i = 1; i <= 5000; ++i) table[address(i)] = -1;
  CHECK(table.size() == 5300);
  for (std::uintptr_t i = 1; i <= 5000; ++i) CHECK(table.erase(address(i)) == 1);
  CHECK(table == table_of(300));
  table.rehash(0);
  CHECK(table == table_of(300));
}

TEST_CASE("one entry is a table, none is not") {
  Table one = table_of(1);
  CHECK(quern_spread_table(&one) == 1);
  CHECK(one == table_of(1));
  Table none;
  CHECK(quern_spread_table(&none) == 0);
}

TEST_CASE("a table that is not indexed by addresses is left alone") {
  std::unordered_map<std::string, int> texts;
  std::unordered_map<std::type_index, int> types = {{typeid(int), 1}, {typeid(char), 2}, {typeid(Table), 3}};
  for (int i = 0; i < 300; ++i) texts["name " + std::to_string(i)] = i;
  const std::size_t buckets = texts.bucket_count();
  CHECK(quern_spread_table(&texts) == 0);
  CHECK(texts.bucket_count() == buckets);
  CHECK(texts.at("name 7") == 7);
  CHECK(quern_spread_table(&types) == 0);
  CHECK(types.at(typeid(char)) == 2);
}

TEST_SUITE_END();
