// Reads DWARF's numbers in sequence. Past the end every value is zero, and `failed` is true.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "util/bytes.h"

namespace whet {

class DwarfCursor {
 public:
  explicit DwarfCursor(ByteView bytes) : bytes_(bytes), end_(bytes.size()) {}

  uint64_t offset() const { return at_; }  // from the start of the section, also for a sub-cursor
  uint64_t remaining() const { return end_ - at_; }
  bool at_end() const { return at_ >= end_; }
  bool failed() const { return failed_; }

  template <typename T>
  T fixed() {
    const auto value = remaining() >= sizeof(T) ? read_at<T>(bytes_, at_) : std::nullopt;
    skip(sizeof(T));
    return value.value_or(T{});
  }

  uint8_t u8() { return fixed<uint8_t>(); }

  // Bits above the 64th are dropped.
  uint64_t uleb() {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const uint8_t byte = u8();
      if (shift < 64) value |= uint64_t{byte & 0x7fu} << shift;
      if (!(byte & 0x80)) return value;
    }
  }

  int64_t sleb() {
    uint64_t value = 0;
    for (unsigned shift = 0;;) {
      const uint8_t byte = u8();
      if (shift < 64) value |= uint64_t{byte & 0x7fu} << shift;
      shift += 7;
      if (byte & 0x80) continue;
      if (shift < 64 && (byte & 0x40)) value |= ~uint64_t{0} << shift;
      return static_cast<int64_t>(value);
    }
  }

  // The text up to a NUL.
  std::string_view text() {
    const std::string_view value = text_at(bytes_.first(end_), at_);
    skip(value.size() + 1);
    return value;
  }

  void skip(uint64_t size) {
    if (size > remaining()) failed_ = true;
    at_ += std::min(size, remaining());
  }

  // A cursor over the next `size` bytes; this cursor skips them.
  DwarfCursor take(uint64_t size) {
    DwarfCursor part = *this;
    skip(size);
    part.end_ = at_;
    return part;
  }

 private:
  ByteView bytes_;
  uint64_t at_ = 0;
  uint64_t end_ = 0;
  bool failed_ = false;
};

}  // namespace whet
