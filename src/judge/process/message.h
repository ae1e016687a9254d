// A frame between two processes, either of which may be hostile:
//   u32 length of the head | head, a JSON object | blobs, whose sizes are head["blobs"]
// Arrays travel as blobs, never as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"
#include "util/text/json.h"

namespace whet {

struct Message {
  Json head = Json::object();
  std::vector<std::string> blobs;
};

// What a reader accepts; anything longer is refused before it is read.
struct MessageLimits {
  uint64_t head_bytes = 1 << 20;
  uint64_t blobs = 0;       // their number
  uint64_t blob_bytes = 0;  // total
};

// Everything before the blobs, which follow unchanged.
std::string encode_head(Json head, std::span<const std::string_view> blobs);

// Reads a frame as its bytes arrive. Memory grows with what has arrived, not with what was announced.
//   while (!reader.complete()) TRY_VOID(reader.filled(read(reader.room())));
class MessageReader {
 public:
  explicit MessageReader(const MessageLimits& limits);

  bool complete() const { return part_ == Part::done; }
  // Where the next bytes go: never beyond the end of the frame, and only empty if the frame is complete.
  std::span<char> room();
  // The first `bytes` of `room` have arrived. A malformed frame or one beyond the limits is bad input.
  Result<void> filled(uint64_t bytes);
  Message take() { return std::move(message_); }

 private:
  enum class Part : uint8_t { length, head, blobs, done };
  Result<void> finish_part();
  Result<void> read_head();
  void next_blob();
  void expect(uint64_t bytes);

  MessageLimits limits_;
  Part part_ = Part::length;
  std::string bytes_;      // of the part being read
  uint64_t expected_ = 0;  // its length
  uint64_t got_ = 0;
  std::vector<uint64_t> sizes_;
  Message message_;
};

}  // namespace whet
