// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/store/database.hpp"
#include "harness/store/run_store.hpp"
#include "harness/store/texts.hpp"

namespace quern {

class RunStore::Impl {
 public:
  explicit Impl(Database opened) : database(std::move(opened)), texts(database) {}

  /// Throws Error(usage).
  void require_run(std::int64_t run) const;

  Database database;
  Texts texts;
};

}  // namespace quern
