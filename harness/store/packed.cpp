// SPDX-License-Identifier: Apache-2.0
#include "harness/store/packed.hpp"

#include <zlib.h>

#include <array>

#include "base/error.hpp"

namespace quern {
namespace {

constexpr char kDeflated = '\x01';  // raw deflate with the dictionary below, behind the size as 4 bytes
constexpr std::size_t kHead = 5;
constexpr int kRaw = -15;  // zlib's way to say: no header, no checksum; texts are checked by their hash
constexpr std::size_t kMostBytes = 2'000'000'000;
// Beyond it deflate cannot have shrunk a text: a size that was written by nobody.
constexpr std::size_t kMostRatio = 1100;

// What cases look like: a case of some 1,500 bytes shrinks to its numbers. The end is what deflate finds cheapest.
// Part of the format: never to be changed, only to be followed by another under a new first byte.
constexpr std::string_view kDictionary =
    R"({"kind":"exception","message":"","where":"","log":""}{"name":"","file":"","library":"libtorch_cpu.so","self":)"
    R"(,"inclusive":"functions":{"iterations":,"counts":["alloc_bytes":,"alloc_count":,"branch_misses":,"branches":)"
    R"(,"data_reads":,"data_writes":,"estimated_cycles":,"l1_misses":,"ll_misses":"events":{"Bc":,"Bcm":,"Bi":,"Bim":)"
    R"(,"D1mr":,"D1mw":,"DLmr":,"DLmw":,"Dr":,"Dw":,"I1mr":,"ILmr":"language":"python","num_threads":2,"tags":[],)"
    R"("runtime":"torchscript","pass":"forward_backward","status":"failed","status":"skipped","verdict":"jitter",)"
    R"("verdict":"settled","torchscript:forward:python:t1",:torchscript:forward:cpp:t1",:eager:backward:cpp:t1",)"
    R"({"id":"pointwise/math/add/0:eager:forward:python:t1",:eager:forward:cpp:t1","label":["pointwise","math","add","0"],)"
    R"("runtime":"eager","pass":"forward","language":"cpp","num_threads":1,"tags":["classic"],)"
    R"("definition":"definitions/standard.yaml:41:5","definition_hash":"0123456789abcdef","status":"ok",)"
    R"("verdict":"exact","instructions":00.0,"spread":0.0,"windows":[{"iterations":48,"instructions":10},)"
    R"({"iterations":96,"instructions":20}],"metrics":{},"functions":null,"duration_s":null,"failure":null})";

const Bytef* bytes(std::string_view text) {
  return reinterpret_cast<const Bytef*>(
      text.data());  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast): zlib's type
}

Bytef* bytes(std::string& text) {
  return reinterpret_cast<Bytef*>(text.data());  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast): zlib's type
}

std::string head_of(std::size_t size) {
  std::string head(1, kDeflated);
  for (unsigned shift = 0; shift < 32; shift += 8) head += static_cast<char>((size >> shift) & 0xffU);
  return head;
}

std::size_t size_in(std::string_view head) {
  std::size_t size = 0;
  for (unsigned i = 0; i < 4; ++i) size |= static_cast<std::size_t>(static_cast<unsigned char>(head[i + 1])) << (8 * i);
  return size;
}

// zlib counts in 32 bits. Nothing that a run holds comes near, so it is refused rather than cut into pieces.
uInt counted(std::size_t size) {
  if (size > kMostBytes) throw Error(ErrorKind::usage, "a case of more than 2 GB is not kept");
  return static_cast<uInt>(size);
}

}  // namespace

std::string pack(std::string_view text) {
  const uInt size = counted(text.size());
  z_stream stream{};
  QUERN_ASSERT(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kRaw, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  deflateSetDictionary(&stream, bytes(kDictionary), static_cast<uInt>(kDictionary.size()));
  std::string packed = head_of(text.size());
  packed.resize(kHead + deflateBound(&stream, text.size()));
  stream.next_in = const_cast<Bytef*>(bytes(text));  // NOLINT(cppcoreguidelines-pro-type-const-cast): zlib only reads
  stream.avail_in = size;
  stream.next_out = bytes(packed) + kHead;
  stream.avail_out = static_cast<uInt>(packed.size() - kHead);
  const int done = deflate(&stream, Z_FINISH);
  packed.resize(kHead + stream.total_out);
  deflateEnd(&stream);
  QUERN_ASSERT(done == Z_STREAM_END);
  return packed;
}

std::optional<std::string> unpack(std::string_view data) {
  if (data.size() <= kHead || data[0] != kDeflated) return std::nullopt;
  const std::size_t size = size_in(data);
  if (size / kMostRatio > data.size() || data.size() > kMostBytes) return std::nullopt;
  z_stream stream{};
  QUERN_ASSERT(inflateInit2(&stream, kRaw) == Z_OK);
  inflateSetDictionary(&stream, bytes(kDictionary), static_cast<uInt>(kDictionary.size()));
  std::string text(size + 1, '\0');                          // a byte more: a text that goes on beyond its size is seen
  stream.next_in = const_cast<Bytef*>(bytes(data)) + kHead;  // NOLINT(cppcoreguidelines-pro-type-const-cast): as above
  stream.avail_in = static_cast<uInt>(data.size() - kHead);
  stream.next_out = bytes(text);
  stream.avail_out = static_cast<uInt>(text.size());
  const int done = inflate(&stream, Z_FINISH);
  const bool whole = done == Z_STREAM_END && stream.total_out == size;
  inflateEnd(&stream);
  if (!whole) return std::nullopt;
  text.resize(size);
  return text;
}

}  // namespace quern
