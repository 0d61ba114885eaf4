// SPDX-License-Identifier: Apache-2.0
#include "base/hash.hpp"

#define XXH_INLINE_ALL  // header only: nothing to link, nothing to find at run time
#include <fmt/format.h>
#include <xxhash.h>

namespace quern {
namespace {

std::string digits_of(const XXH128_hash_t& digest) {
  return fmt::format("{:016x}{:016x}", digest.high64, digest.low64);
}

}  // namespace

std::string hash_fields(std::initializer_list<std::string_view> fields) {
  std::string framed;
  for (const std::string_view field : fields) framed += fmt::format("{}:{}", field.size(), field);
  return digits_of(XXH3_128bits(framed.data(), framed.size()));
}

std::uint64_t short_hash(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

struct Hasher::State {
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> of_library{XXH3_createState(), &XXH3_freeState};
};

Hasher::Hasher() : state_(std::make_unique<State>()) { XXH3_128bits_reset(state_->of_library.get()); }

Hasher::~Hasher() = default;

void Hasher::add(std::string_view block) { XXH3_128bits_update(state_->of_library.get(), block.data(), block.size()); }

std::string Hasher::digits() const { return digits_of(XXH3_128bits_digest(state_->of_library.get())); }

}  // namespace quern
