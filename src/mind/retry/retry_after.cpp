#include "mind/retry/retry_after.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "util/ascii.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr int k_most_seconds = 1'000'000;  // more is as good as never

std::optional<int> whole_number(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() ? std::min(number, k_most_seconds) : k_most_seconds;
}

std::optional<unsigned> month_number(std::string_view name) {
  constexpr std::array<std::string_view, 12> k_months = {"jan", "feb", "mar", "apr", "may", "jun",
                                                         "jul", "aug", "sep", "oct", "nov", "dec"};
  const auto found = std::find(k_months.begin(), k_months.end(), lower(name));
  if (found == k_months.end()) return std::nullopt;
  return static_cast<unsigned>(found - k_months.begin()) + 1;
}

// "08:49:37" in seconds.
std::optional<int> time_of_day(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 3) return std::nullopt;
  const auto hours = whole_number(parts[0]), minutes = whole_number(parts[1]), seconds = whole_number(parts[2]);
  if (!hours || !minutes || !seconds || *hours > 23 || *minutes > 59 || *seconds > 60) return std::nullopt;
  return (*hours * 60 + *minutes) * 60 + *seconds;
}

// "Sun, 06 Nov 1994 08:49:37 GMT", the only form of a date that servers send today.
std::optional<int64_t> unix_seconds_of(std::string_view text) {
  const auto words = split(text, ' ');
  if (words.size() != 6 || words[5] != "GMT") return std::nullopt;
  const auto day = whole_number(words[1]), year = whole_number(words[3]), time = time_of_day(words[4]);
  const auto month = month_number(words[2]);
  if (!day || !month || !year || !time) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(*month),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return int64_t{std::chrono::sys_days(date).time_since_epoch().count()} * 86400 + *time;
}

}  // namespace

std::optional<std::chrono::milliseconds> read_retry_after(std::string_view text, int64_t now_unix_seconds) {
  text = trim(text);
  if (const auto seconds = whole_number(text)) return std::chrono::seconds(*seconds);
  const auto then = unix_seconds_of(text);
  if (!then) return std::nullopt;
  return std::chrono::seconds(std::clamp<int64_t>(*then - now_unix_seconds, 0, k_most_seconds));
}

}  // namespace whet
