#include "write/launcher/host_arrays.h"

#include <fmt/format.h>

#include <algorithm>

#include "source/kernel/constants.h"
#include "util/text.h"

namespace whet::write {

namespace {

bool is_stored(const ProblemArgument& array) {
  return array.role != ArgumentRole::in;
}

}  // namespace

Result<Expression> bytes_formula(const ProblemArgument& array) {
  std::string formula = std::to_string(bytes_of(array.type));
  for (const Formula& extent : array.shape) formula += " * (" + extent.expression.text() + ")";
  return Expression::parse(formula);
}

HostArrays::HostArrays(const Problem& original, const LauncherTerms& terms, const HostValues& values, HostSizes& sizes,
                       FreshNames& names)
    : original_(original), terms_(terms), values_(values), sizes_(sizes), names_(names) {}

void HostArrays::write(Lines& lines) {
  if (terms_.is_original) return write_stores_nothing(lines);
  write_bytes(lines);
  write_empty(lines);
  write_null(lines);
  write_alignment(lines);
  write_overlap(lines);
}

std::vector<const ProblemArgument*> HostArrays::arrays() const {
  std::vector<const ProblemArgument*> list;
  for (const auto* of : {&original_.arguments, &original_.scratch}) {
    for (const ProblemArgument& each : *of) {
      if (!each.is_scalar() && values_.contains(each.name)) list.push_back(&each);
    }
  }
  return list;
}

void HostArrays::write_bytes(Lines& lines) {
  for (const ProblemArgument* each : arrays()) {
    const auto formula = bytes_formula(*each);
    const auto text = formula ? sizes_.known_number(*formula) : std::nullopt;
    if (!text) continue;
    bytes_[each->name] = *text;
    if (whole_number(*text)) continue;
    write_conditions(sizes_.numbers().take_conditions(), lines);
    bytes_[each->name] = names_.fresh(each->name + "_bytes");
    lines.add(fmt::format("const long long {} = {};", bytes_[each->name], *text));
  }
}

// Of an array whose extent no parameter tells, only the first byte is known.
std::string HostArrays::bytes(const ProblemArgument& array) const {
  const auto known = bytes_.find(array.name);
  return known == bytes_.end() ? "1" : known->second;
}

void HostArrays::write_empty(Lines& lines) const {
  std::vector<std::string> empty;
  for (const ProblemArgument* each : arrays()) {
    if (!is_stored(*each)) continue;
    if (whole_number(bytes(*each))) return;
    empty.push_back(bytes(*each) + " == 0");
  }
  if (!empty.empty()) lines.add(fmt::format("if ({}) return cudaSuccess;  // nothing is stored", join(empty, " && ")));
}

// The original gets any arrays: all that matters is whether it stores something.
void HostArrays::write_stores_nothing(Lines& lines) {
  std::vector<std::string> empty;
  for (const ProblemArgument* each : arrays()) {
    if (!is_stored(*each)) continue;
    const auto formula = bytes_formula(*each);
    const auto text = formula ? sizes_.known_number(*formula) : std::nullopt;
    if (!text || whole_number(*text)) return sizes_.numbers().forget_conditions();
    const bool is_plain = text->find_first_of("?&|<>=!") == std::string::npos;
    empty.push_back(fmt::format("{} == 0", is_plain ? *text : "(" + *text + ")"));
  }
  write_conditions(sizes_.numbers().take_conditions(), lines);
  if (!empty.empty()) lines.add(fmt::format("if ({}) return cudaSuccess;  // nothing is stored", join(empty, " && ")));
}

// An array whose extent nobody tells may have no element.
void HostArrays::write_null(Lines& lines) const {
  if (!bytes_.empty()) lines.add("// No array is null, unless it has no element.");
  for (const ProblemArgument* each : arrays()) {
    const auto extent = bytes_.find(each->name);
    if (extent == bytes_.end()) continue;
    const std::string& name = values_.at(each->name).text;
    const std::string has_some = whole_number(extent->second) ? "" : " && " + extent->second + " > 0";
    lines.add(fmt::format("if (!{}{}) return cudaErrorInvalidValue;", name, has_some));
  }
}

void HostArrays::write_alignment(Lines& lines) const {
  if (terms_.alignment <= 1 || arrays().empty()) return;
  lines.add("// Arrays begin as those of cudaMalloc do: the kernel was tried with no others.");
  for (const ProblemArgument* each : arrays())
    lines.add(fmt::format("if ((size_t){} % {} != 0) return cudaErrorInvalidValue;", values_.at(each->name).text,
                          terms_.alignment));
}

bool HostArrays::may_be_one(const ProblemArgument& one, const ProblemArgument& other) const {
  return std::any_of(terms_.in_place.begin(), terms_.in_place.end(), [&](const SamePlace& each) {
    return (each.read == one.name && each.written == other.name) ||
           (each.read == other.name && each.written == one.name);
  });
}

void HostArrays::write_overlap(Lines& lines) {
  const auto list = arrays();
  std::vector<std::string> refused;
  for (size_t i = 0; i < list.size(); ++i) {
    for (size_t j = i + 1; j < list.size(); ++j) {
      if (!is_stored(*list[i]) && !is_stored(*list[j])) continue;
      const bool is_shifted = may_be_one(*list[i], *list[j]);
      (is_shifted ? uses_shifted_ : uses_overlap_) = true;
      refused.push_back(fmt::format("if ({}({}, {}, {}, {})) return cudaErrorInvalidValue;",
                                    is_shifted ? "shifted" : "overlap", values_.at(list[i]->name).text, bytes(*list[i]),
                                    values_.at(list[j]->name).text, bytes(*list[j])));
    }
  }
  if (!refused.empty())
    lines.add(std::string("// An array that is stored to shares no memory with another") +
              (uses_shifted_ ? ", unless it is one in whose place it may be." : "."));
  for (const std::string& each : refused) lines.add(each);
}

void HostArrays::write_functions(Lines& lines) const {
  const auto write = [&](const char* name, const char* further) {
    lines.open(
        fmt::format("const auto {} = [](const void* a, long long a_bytes, const void* b, long long b_bytes)", name));
    lines.add(fmt::format(
        "return {}(const char*)a < (const char*)b + b_bytes && (const char*)b < (const char*)a + a_bytes;", further));
    lines.close("};");
  };
  if (uses_overlap_) write("overlap", "");
  if (uses_shifted_) write("shifted", "a != b && ");
}

}  // namespace whet::write
