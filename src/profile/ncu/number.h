// Numbers as Nsight Compute prints them, which depends on the locale of who ran it: "1234567.89", "1,234,567.89",
// "1.234.567,89", "1'234'567.89".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "util/result.h"

namespace whet {

enum class DecimalMark : uint8_t { point, comma };

// The number, or nothing when the text is none. Digits may be grouped by the other mark, by apostrophes or by spaces.
// What follows in parentheses, the values of each instance, is left out: "48 (16; 16; 16)" is 48.
std::optional<double> parse_ncu_number(std::string_view text, DecimalMark mark);

// Whether the text stands for a value that was not collected: "", "n/a", "nan", "inf", "(!) n/a".
bool is_absent_value(std::string_view text);

// Decides from all numbers of a file which mark its numbers have. One alone may not tell: "1.234" is one and a bit or a
// thousand and more.
class DecimalEvidence {
 public:
  void see(std::string_view text, int line);
  // An error when the numbers contradict one another, or when one has two readings and nothing decides.
  Result<DecimalMark> decide(const std::string& file) const;

 private:
  struct Seen {
    std::string text;
    int line = 0;
  };
  std::optional<Seen> point_, comma_;  // the mark cannot be another one
  std::optional<Seen> either_point_, either_comma_;
  bool ungrouped_ = false;  // "262144": digits are not grouped, so a point is a decimal mark
};

}  // namespace whet
