#include "problem/signature/candidate_flags.h"

#include <algorithm>
#include <array>

namespace whet {

namespace {

// A flag that ends in `=` has a value.
constexpr std::array<std::string_view, 11> k_candidate_flags = {
    "-use_fast_math",
    "-ftz=",
    "-fmad=",
    "-prec-div=",
    "-prec-sqrt=",
    "-maxrregcount=",
    "-std=",
    "-extended-lambda",
    "-expt-relaxed-constexpr",
    "-extra-device-vectorization",
    "-restrict",
};

bool is_plain_value(std::string_view value) {
  return !value.empty() && std::all_of(value.begin(), value.end(), [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+';
  });
}

bool is_known(std::string_view flag) {
  if (flag.starts_with("--")) flag.remove_prefix(1);
  return std::any_of(k_candidate_flags.begin(), k_candidate_flags.end(), [&](std::string_view known) {
    return known.ends_with('=') ? flag.starts_with(known) && is_plain_value(flag.substr(known.size())) : flag == known;
  });
}

std::string known_flags() {
  std::string text;
  for (const std::string_view flag : k_candidate_flags)
    text += (text.empty() ? "" : ", ") + std::string(flag) + (flag.ends_with('=') ? "..." : "");
  return text;
}

}  // namespace

Result<std::vector<std::string>> load_candidate_flags(const Section& root) {
  std::vector<std::string> flags;
  const TomlValue* const value = root.find("flags");
  if (!value) return flags;
  if (!value->as_array()) return root.error("flags", "`flags` is not a list", "write flags = [\"-prec-div=false\"]");
  for (const TomlValue& item : *value->as_array()) {
    const std::string* const flag = item.as_string();
    if (!flag || !is_known(*flag))
      return root.error(item.line, "a candidate may not use the flag " + in_quotes(flag ? *flag : "not a text"),
                        "one of " + known_flags() + "; others belong in problem.toml");
    flags.push_back(*flag);
  }
  return flags;
}

}  // namespace whet
