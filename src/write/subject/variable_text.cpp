#include "write/subject/variable_text.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "util/text.h"

namespace whet::write {

namespace {

std::optional<std::string> real_text(double value, const char* suffix) {
  if (!std::isfinite(value)) return std::nullopt;
  return fmt::format("{:.17g}{}{}", value, value == std::floor(value) && std::abs(value) < 1e17 ? ".0" : "", suffix);
}

// Nothing: a number that has no plain text.
std::optional<std::string> element_text(uint64_t bits, ElementType type) {
  switch (type) {
    case ElementType::f32:
      return real_text(std::bit_cast<float>(static_cast<uint32_t>(bits)), "f");
    case ElementType::f64:
      return real_text(std::bit_cast<double>(bits), "");
    case ElementType::f16:
    case ElementType::bf16:
      return std::nullopt;
    default:
      return fmt::format("({})0x{:x}ull", cuda_name(type), bits);
  }
}

}  // namespace

Result<std::string> variable_text(const lift::ModuleVariable& variable, const SubjectParameter& parameter) {
  const std::string kind = variable.is_constant ? "__constant__" : "__device__";
  const Error no_text = bad_input(fmt::format("what the variable `{}` begins with has no plain text", variable.name));
  if (variable.has_addresses) return no_text;
  std::string text = fmt::format("{} {} {}", kind, cuda_name(parameter.type), variable.name);
  if (parameter.is_array) text += fmt::format("[{}]", *parameter.elements);
  std::vector<std::string> elements;
  const size_t width = bytes_of(parameter.type);
  for (size_t at = 0; at < variable.initial.size(); at += width) {
    uint64_t bits = 0;
    std::memcpy(&bits, &variable.initial[at], std::min(width, variable.initial.size() - at));
    const auto element = element_text(bits, parameter.type);
    if (!element) return no_text;
    elements.push_back(*element);
  }
  if (!elements.empty()) text += fmt::format(" = {{{}}}", join(elements, ", "));
  text += ";\n";
  if (parameter.name != variable.name) text += fmt::format("#define {} ::{}\n", parameter.name, variable.name);
  return text;
}

}  // namespace whet::write
