// Any bytes as a frame between processes, in pieces of any size: refused with a clear error, or a message within the
// limits that survives being written and read again.
#include <algorithm>
#include <cstring>

#include "fuzz_input.h"
#include "judge/process/message.h"

namespace {

using namespace whet;

constexpr MessageLimits k_limits{16 << 10, 8, 32 << 10};

std::optional<Message> read(std::string_view bytes, size_t piece) {
  MessageReader reader(k_limits);
  while (!reader.complete() && !bytes.empty()) {
    const auto room = reader.room();
    fuzz::require(!room.empty());
    const size_t count = std::min({room.size(), bytes.size(), piece});
    std::memcpy(room.data(), bytes.data(), count);
    bytes.remove_prefix(count);
    if (const auto filled = reader.filled(count); !filled) {
      fuzz::require_clear(filled.error());
      return std::nullopt;
    }
  }
  if (!reader.complete()) return std::nullopt;
  return reader.take();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0 || size > fuzz::k_largest_input) return -1;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto message = read(bytes, 1 + size_t{data[0]} * 16);
  if (!message) return 0;
  size_t total = 0;
  for (const std::string& blob : message->blobs) total += blob.size();
  fuzz::require(message->blobs.size() <= k_limits.blobs && total <= k_limits.blob_bytes);
  const std::vector<std::string_view> blobs(message->blobs.begin(), message->blobs.end());
  std::string again = encode_head(message->head, blobs);
  if (again.size() > k_limits.head_bytes) return 0;  // control characters are written longer than they were read
  for (const std::string_view blob : blobs) again += blob;
  const auto second = read(again, SIZE_MAX);
  fuzz::require(second && second->blobs == message->blobs);
  return 0;
}
