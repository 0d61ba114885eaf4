// SPDX-License-Identifier: Apache-2.0
#include "harness/store/texts.hpp"

#include <optional>
#include <utility>

#include "base/hash.hpp"
#include "harness/store/database_error.hpp"
#include "harness/store/packed.hpp"

namespace quern {

std::int64_t text_hash(std::string_view text) { return static_cast<std::int64_t>(short_hash(text)); }

Texts::Texts(const Database& database)
    : database_(database),
      find_(database, "SELECT id, data FROM texts WHERE hash = ?"),
      add_(database, "INSERT INTO texts (hash, data) VALUES (?, ?)"),
      read_(database, "SELECT hash, data FROM texts WHERE id = ?") {}

// Deflate has no checksum of its own: a page that the disk garbled must not become a result.
std::string Texts::checked(std::string_view data, std::int64_t hash) const {
  std::optional<std::string> text = unpack(data);
  if (!text || text_hash(*text) != hash) throw damaged(database_.file());
  return std::move(*text);
}

std::int64_t Texts::put(std::string_view text) {
  const std::int64_t hash = text_hash(text);
  // Compared, not believed: documents come from anywhere, and a hash can be made to collide.
  find_.bind(hash);
  while (find_.step()) {
    if (checked(find_.view(1), hash) != text) continue;
    const std::int64_t id = find_.integer(0);
    find_.bind(hash);
    return id;
  }
  const std::string packed = pack(text);
  add_.bind(hash, Bytes{packed}).run();
  return database_.last_id();
}

std::string Texts::get(std::int64_t id) {
  read_.bind(id);
  if (!read_.step()) throw damaged(database_.file());
  std::string text = checked(read_.view(1), read_.integer(0));
  read_.bind(id);  // lets go of the row
  return text;
}

void Texts::drop_unused(const std::vector<std::int64_t>& ids) {
  SqlStatement drop(database_,
                    "DELETE FROM texts WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM results WHERE body = ?1)"
                    " AND NOT EXISTS (SELECT 1 FROM results WHERE functions = ?1)"
                    " AND NOT EXISTS (SELECT 1 FROM runs WHERE environment = ?1 OR header = ?1)");
  for (const std::int64_t id : ids) drop.bind(id).run();
}

}  // namespace quern
