// Serialises values as bytes, for cache entries and for messages between processes of one machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "util/bytes.h"

namespace whet {

// Texts have their length in front; numbers have eight bytes.
class Packer {
 public:
  void number(int64_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void real(double value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void count(size_t value) { number(static_cast<int64_t>(value)); }
  void text(std::string_view value) {
    count(value.size());
    bytes_.append(value);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Reads what a Packer wrote, in the same order. Past the end it returns zeros, and good() is false.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(as_bytes(bytes)) {}

  int64_t number() { return value<int64_t>(); }
  double real() { return value<double>(); }
  std::string text() {
    const auto size = static_cast<uint64_t>(number());
    const auto part = slice(bytes_, at_, size);
    good_ = good_ && part.has_value();
    if (!good_) return "";
    at_ += size;
    return std::string(as_text(*part));
  }
  // The size of a list, limited to what the bytes could contain.
  size_t count() {
    const auto count = static_cast<uint64_t>(number());
    good_ = good_ && count <= bytes_.size();
    return good_ ? count : 0;
  }
  bool good() const { return good_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  template <typename T>
  T value() {
    const auto found = read_at<T>(bytes_, at_);
    good_ = good_ && found.has_value();
    at_ += found ? sizeof(T) : 0;
    return found.value_or(T{});
  }

  ByteView bytes_;
  uint64_t at_ = 0;
  bool good_ = true;
};

}  // namespace whet
