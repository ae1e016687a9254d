// Lines out of a stream that arrives in pieces.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace whet::serve {

// Splits at line ends; "\r\n" counts as one. A line above the limit is dropped to its end and reported once.
class LineSplitter {
 public:
  explicit LineSplitter(size_t most_bytes) : most_bytes_(most_bytes) {}

  struct Line {
    std::string text;
    bool is_too_long = false;  // then `text` is empty
  };

  void add(std::string_view piece);
  // The next whole line, if one has arrived.
  std::optional<Line> next();

 private:
  size_t most_bytes_;
  std::string pending_;
  size_t searched_ = 0;  // bytes of `pending_` that hold no line end
  bool is_dropping_ = false;
};

// Reads a descriptor by lines; nothing at its end. What follows the last line end is no line.
class LineReader {
 public:
  LineReader(int descriptor, size_t most_bytes) : descriptor_(descriptor), lines_(most_bytes) {}
  std::optional<LineSplitter::Line> next();

 private:
  int descriptor_;
  LineSplitter lines_;
};

}  // namespace whet::serve
