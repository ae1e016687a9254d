#include "describe/host_number.h"

#include "problem/signature/c_type.h"
#include "source/kernel/type_alias.h"
#include "util/text/expression.h"

namespace whet {

namespace {

constexpr int k_most_copies = 8;

std::string without_suffix(const Code& code, TokenRange range) {
  std::string text;
  for (size_t i = range.first; i < range.last; ++i) text += code.tokens[i].text;
  while (!text.empty() && (text.back() == 'f' || text.back() == 'F')) text.pop_back();
  if (text.ends_with('.')) text += '0';
  if (text.starts_with('.')) text = "0" + text;
  return text;
}

}  // namespace

std::optional<std::string> host_real_number(const HostValues& values, const std::string& argument, HostPlace place) {
  const Code code = read_code(argument);
  const Code* at = &code;
  TokenRange range{0, code.tokens.size()};
  for (int copy = 0; copy < k_most_copies && range.last == range.first + 1 && at->is_word(range.first); ++copy) {
    const auto value = values.find(at->tokens[range.first].text, place);
    if (!value || value->is_list) return std::nullopt;
    at = value->code;
    range = value->range;
    place = value->place;
  }
  const std::string text = without_suffix(*at, range);
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string::npos;
  return is_number && Expression::parse(text) ? std::optional(text) : std::nullopt;
}

std::optional<int64_t> bytes_of_c_type(const Code& code, std::string_view name) {
  const auto type = c_type(plain_type(code, name));
  if (!type) return std::nullopt;
  return static_cast<int64_t>(bytes_of(type->element)) * type->lanes;
}

}  // namespace whet
