// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "harness/store/database.hpp"

namespace quern {

/// SQL that takes a store from one version to the next; the first makes an empty one. What was released never changes.
using Migrations = std::span<const char* const>;

/// The migrations of this quern. Their number is the version of its stores.
Migrations store_migrations();

/// What a file is, by its own marks.
enum class StoreState { empty, older, current };

/// Throws Error(environment) for a database of another program, or a store of a newer quern.
StoreState store_state(const Database& database, Migrations migrations);

/// Makes the store, or brings it up to date: each migration is a transaction. Several processes may try at once.
void migrate(Database& database, Migrations migrations);

}  // namespace quern
