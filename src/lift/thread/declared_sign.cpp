#include "lift/thread/declared_sign.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "util/text.h"

namespace whet::lift {
namespace {

// "std::int32_t" -> "int", "long4" -> "long", "__nv_bfloat162" -> "nv_bfloat"
std::string plain_name(std::string_view word) {
  if (word.starts_with("std::")) word.remove_prefix(5);
  if (word.starts_with("__")) word.remove_prefix(2);
  std::string name(word.ends_with("_t") ? word.substr(0, word.size() - 2) : word);
  while (!name.empty() && std::isdigit(static_cast<unsigned char>(name.back())) != 0) name.pop_back();
  return name;
}

}  // namespace

Sign declared_sign(const std::string& base) {
  constexpr std::array<std::string_view, 4> k_without = {"unsigned", "uint", "size_t", "bool"};
  const auto is_inside = [&](std::string_view word) { return base.find(word) != std::string::npos; };
  if (base.starts_with('u') || std::any_of(k_without.begin(), k_without.end(), is_inside)) return Sign::without;
  constexpr std::array<std::string_view, 8> k_with = {"int",    "short",  "long",    "longlong",
                                                      "signed", "intptr", "ptrdiff", "ssize"};
  const auto words = split(base, ' ');
  const bool is_signed = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return std::find(k_with.begin(), k_with.end(), plain_name(word)) != k_with.end();
  });
  const bool is_real = std::any_of(words.begin(), words.end(), [](std::string_view word) {
    const std::string name = plain_name(word);
    return name == "float" || name == "double" || name == "half" || name == "nv_half" || name == "nv_bfloat";
  });
  return is_real ? Sign::of_real : is_signed ? Sign::with : Sign::unknown;
}

}  // namespace whet::lift
