#include "profile/ncu/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "profile/ncu/csv.h"
#include "util/ascii.h"
#include "util/text.h"

namespace whet {

namespace {

// No-break spaces and the typographic apostrophe, which some locales group digits with.
constexpr std::string_view k_group_marks[] = {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x99", " "};

// Without instances and spaces around, and with ' as the only neutral mark of groups.
std::string plain_number_text(std::string_view text) {
  text = trim(text);
  if (const size_t instances = text.find(" ("); instances != text.npos && text.ends_with(')')) {
    text = trim(text.substr(0, instances));
  }
  std::string plain(text);
  for (const std::string_view mark : k_group_marks) {
    for (size_t at = 0; (at = plain.find(mark, at)) != plain.npos;) plain.replace(at, mark.size(), "'");
  }
  return plain;
}

// A number taken apart: sign, whole part with marks of groups, digits after the decimal mark, exponent.
struct NumberParts {
  std::string sign, whole, fraction, exponent;
};

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_exponent(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return all_digits(text) && text.size() <= 4;
}

std::optional<NumberParts> take_apart(std::string_view text, char decimal) {
  NumberParts parts;
  if (text.starts_with('-')) parts.sign = "-";
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (const size_t e = text.find_first_of("eE"); e != text.npos) {
    parts.exponent = text.substr(e + 1);
    if (!is_exponent(parts.exponent)) return std::nullopt;
    text = text.substr(0, e);
  }
  const size_t at = text.find(decimal);
  parts.whole = text.substr(0, at);
  if (at == text.npos) return parts;
  parts.fraction = text.substr(at + 1);
  return all_digits(parts.fraction) ? std::optional(parts) : std::nullopt;
}

// Removes the marks of groups: "1,234,567" -> "1234567". Groups have three digits; in India all but the last have two.
bool join_groups(std::string& whole, char mark) {
  const char used = whole.find('\'') != whole.npos ? '\'' : mark;
  const auto groups = split(whole, used);
  std::string joined;
  for (size_t i = 0; i < groups.size(); ++i) {
    const bool last = i + 1 == groups.size();
    if (!all_digits(groups[i]) || (groups.size() > 1 && groups[i].size() > 3)) return false;
    if (i > 0 && groups[i].size() != 3 && (last || groups[i].size() != 2)) return false;
    joined += groups[i];
  }
  whole = joined;
  return true;
}

std::optional<double> read_double(const NumberParts& parts) {
  const std::string text = parts.sign + parts.whole + (parts.fraction.empty() ? "" : "." + parts.fraction) +
                           (parts.exponent.empty() ? "" : "e" + parts.exponent);
  const char* first = text.c_str();
  // from_chars takes no '+' in front, but one in the exponent.
  double value = 0;
  const auto [end, error] = std::from_chars(first, first + text.size(), value);
  if (error != std::errc() || end != first + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_ncu_number(std::string_view text, DecimalMark mark) {
  const bool point = mark == DecimalMark::point;
  auto parts = take_apart(plain_number_text(text), point ? '.' : ',');
  if (!parts || !join_groups(parts->whole, point ? ',' : '.')) return std::nullopt;
  return read_double(*parts);
}

bool is_absent_value(std::string_view text) {
  std::string value = lower(trim(text));
  if (value.starts_with("(!)")) value = trim(std::string_view(value).substr(3));
  if (value.starts_with('-') || value.starts_with('+')) value.erase(0, 1);
  for (const std::string_view absent : {"", "n/a", "nan", "inf", "no data", "not available", "<null>"}) {
    if (value == absent) return true;
  }
  return false;
}

void DecimalEvidence::see(std::string_view text, int line) {
  // The usual number tells nothing new once a decimal point was seen.
  if (point_ && text.find(',') == text.npos && text.find('.') == text.rfind('.')) return;
  const bool as_point = parse_ncu_number(text, DecimalMark::point).has_value();
  const bool as_comma = parse_ncu_number(text, DecimalMark::comma).has_value();
  const std::string plain = plain_number_text(text);
  const bool marked = plain.find_first_of(".,") != plain.npos;
  if (!as_point && !as_comma) return;
  if (!marked) {
    ungrouped_ |= plain.size() > 4 && all_digits(plain);
    return;
  }
  const bool has_point = plain.find('.') != plain.npos;
  const bool both = as_point && as_comma;  // one mark before three digits
  const size_t digit = plain.find_first_not_of("+-");
  // No group begins with 0, and what has an exponent has no groups: "0.152", "1.234e5".
  const bool grouped = both && plain[digit] != '0' && plain.find_first_of("eE") == plain.npos;
  std::optional<Seen>& slot = grouped                         ? (has_point ? either_point_ : either_comma_)
                              : (both ? has_point : as_point) ? point_
                                                              : comma_;
  if (!slot) slot = Seen{std::string(trim(text)), line};
}

Result<DecimalMark> DecimalEvidence::decide(const std::string& file) const {
  const std::string mend = "export the table again with LC_ALL=C in front of ncu";
  if (point_ && comma_) {
    return bad_input(in_backquotes(point_->text) + " (line " + std::to_string(point_->line) +
                         ") has a decimal point and " + in_backquotes(comma_->text) + " a decimal comma",
                     file + ":" + std::to_string(comma_->line), mend);
  }
  if (comma_) return DecimalMark::comma;
  if (point_ || ungrouped_ || !either_point_) return DecimalMark::point;
  return bad_input(in_backquotes(either_point_->text) +
                       " has two readings, with a decimal point or with grouped digits, and no other number of the "
                       "file tells which",
                   file + ":" + std::to_string(either_point_->line), mend);
}

}  // namespace whet
