#include "binary/container/architecture.h"

#include <charconv>

namespace whet {

namespace {

// "90" -> 90; all characters must be digits.
std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty() ? std::optional(value)
                                                                                   : std::nullopt;
}

}  // namespace

std::string Architecture::name() const {
  return "sm_" + std::to_string(sm) + (suffix ? std::string(1, suffix) : "");
}

std::string Architecture::virtual_name() const {
  return "compute_" + name().substr(3);
}

std::string Architecture::capability() const {
  return std::to_string(sm / 10) + "." + std::to_string(sm % 10);
}

std::optional<Architecture> parse_architecture(std::string_view text) {
  for (const std::string_view prefix : {"sm_", "compute_"}) {
    if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  }
  Architecture architecture;
  if (text.ends_with('a') || text.ends_with('f')) {
    architecture.suffix = text.back();
    text.remove_suffix(1);
  }
  std::string digits(text);
  if (const size_t dot = digits.find('.'); dot != std::string::npos && dot + 2 == digits.size()) digits.erase(dot, 1);
  const auto number = parse_number(digits);
  if (!number || *number < 50 || *number > 999) return std::nullopt;
  architecture.sm = *number;
  return architecture;
}

}  // namespace whet
