#include <algorithm>
#include <vector>

#include "binary/container/demangle.h"
#include "util/ascii.h"

namespace whet {

namespace {

constexpr uint64_t k_builtin_length = 24;   // "unsigned long long" with its separator
constexpr uint64_t k_standard_length = 80;  // the most that St, Ss, Sa ... can stand for
constexpr uint64_t k_enough = uint64_t{1} << 40;

// Walks over a mangled name and sums the printed lengths of its parts. A back reference counts as the longest part so
// far.
class LengthWalk {
 public:
  explicit LengthWalk(std::string_view name) : rest_(name) {}

  uint64_t run() {
    while (!rest_.empty()) step();
    uint64_t total = 0;
    for (const Level& level : levels_) total = std::min(k_enough, total + level.sum);
    return total;
  }

 private:
  struct Level {
    char opener = 0;
    uint64_t sum = 0;   // of all parts
    uint64_t item = 0;  // of the last part; template arguments extend it
  };

  void step() {
    const char c = take();
    switch (c) {
      case 'S':
        return is_standard(peek()) ? (take(), add(k_standard_length)) : add_reference();
      case 'T':
        return add_reference();
      case 'N':
      case 'I':
      case 'J':
      case 'F':
      case 'X':
      case 'L':
      case 'Z':
        return levels_.push_back({c, 0, 0});
      case 'D':
      case 'U':
        return opens_after(c, peek()) ? (take(), levels_.push_back({c, 0, 0}))
               : is_digit(peek())     ? add(1)
                                      : (take(), add_number());
      case 'f':
        return in_expression() && (peek() == 'p' || peek() == 'L') ? skip_past_underscore() : add(k_builtin_length);
      case 'A':
      case '_':
        return add_number();
      case 'E':
        return close();
      default:
        return is_digit(c) && !in_literal_value() ? add_source_name(c) : add(k_builtin_length);
    }
  }

  static bool is_standard(char c) { return c >= 'a' && c <= 'z'; }
  // decltype (Dt, DT) and closures (Ul) end with an E.
  static bool opens_after(char c, char next) { return c == 'D' ? next == 't' || next == 'T' : next == 'l'; }

  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  char take() {
    const char c = peek();
    if (!rest_.empty()) rest_.remove_prefix(1);
    return c;
  }

  // L <type> <value> E: digits after the type are the value.
  bool in_literal_value() const { return levels_.back().opener == 'L' && levels_.back().sum != 0; }

  // In an expression fp0_ and fL0p0_ are parameters.
  bool in_expression() const { return levels_.back().opener == 'X' || levels_.back().opener == 'D'; }

  // Digits that are not the length of a name: extents of arrays and vectors, numbers of local entities.
  void add_number() {
    while (is_digit(peek())) take();
    add(k_builtin_length);
  }

  void add_source_name(char first) {
    uint64_t length = static_cast<uint64_t>(first - '0');
    while (is_digit(peek()) && length < rest_.size()) length = length * 10 + static_cast<uint64_t>(take() - '0');
    rest_.remove_prefix(std::min<uint64_t>(length, rest_.size()));
    add(length + 2);
  }

  void add_reference() {
    skip_past_underscore();
    add(largest_ + 2);
  }

  void skip_past_underscore() {
    while (!rest_.empty() && take() != '_') {
    }
  }

  void add(uint64_t length) {
    Level& level = levels_.back();
    level.sum = std::min(k_enough, level.sum + length);
    level.item = level.opener == 'N' ? level.sum : length;
    largest_ = std::max(largest_, level.item);
  }

  // Template arguments extend the name before them.
  void close() {
    if (levels_.size() == 1) return;
    const auto [opener, inner, unused] = levels_.back();
    levels_.pop_back();
    while (opener == 'U' && is_digit(peek())) take();  // closures are numbered
    const uint64_t before = levels_.back().item;
    add(inner + 2);
    levels_.back().item = std::min(k_enough, before + inner);
    largest_ = std::max(largest_, levels_.back().item);
  }

  std::string_view rest_;
  std::vector<Level> levels_{1};
  uint64_t largest_ = 0;
};

}  // namespace

uint64_t demangled_length_bound(std::string_view name) {
  return LengthWalk(name).run();
}

}  // namespace whet
