#include <fmt/format.h>

#include "lift/formula/notation.h"

namespace whet::lift {
namespace {

// How tightly an expression binds: what is looser than its surroundings gets brackets.
enum Binding { of_choice, of_any, of_all, of_relation, of_sum, of_product, of_atom };

Binding binding_of(const Math& math) {
  switch (math.kind) {
    case Math::Kind::choice:
      return of_choice;
    case Math::Kind::any_of:
      return of_any;
    case Math::Kind::all_of:
      return of_all;
    case Math::Kind::relation:
      return of_relation;
    case Math::Kind::sum:
    case Math::Kind::minus:
      return of_sum;
    case Math::Kind::product:
    case Math::Kind::fraction:
    case Math::Kind::quotient:
    case Math::Kind::remainder:
      return of_product;
    default:
      return of_atom;
  }
}

std::string text_within(const Math& math, Binding least) {
  return binding_of(math) < least ? "(" + as_text(math) + ")" : as_text(math);
}

std::string text_list(const std::vector<Math>& parts, const char* between, Binding least) {
  std::string text;
  for (const Math& part : parts) text += (text.empty() ? "" : between) + text_within(part, least);
  return text;
}

std::string sum_text(const std::vector<Math>& parts) {
  std::string text;
  for (const Math& part : parts) {
    const bool is_minus = part.kind == Math::Kind::minus;
    if (!text.empty()) text += is_minus ? " - " : " + ";
    text += is_minus && !text.empty() ? text_within(part.parts[0], of_product) : text_within(part, of_sum);
  }
  return text;
}

}  // namespace

std::string as_text(const Math& math) {
  const auto& parts = math.parts;
  switch (math.kind) {
    case Math::Kind::sum:
      return sum_text(parts);
    case Math::Kind::minus:
      return "-" + text_within(parts[0], of_product);
    case Math::Kind::product:
      return text_list(parts, "*", of_atom);
    case Math::Kind::fraction:
    case Math::Kind::quotient:
      return text_within(parts[0], of_product) + "/" + text_within(parts[1], of_atom);
    case Math::Kind::remainder:
      return text_within(parts[0], of_atom) + "%" + text_within(parts[1], of_atom);
    case Math::Kind::call:
      return math.text + "(" + text_list(parts, ", ", of_choice) + ")";
    case Math::Kind::element:
      return math.text + "[" + text_list(parts, ", ", of_choice) + "]";
    case Math::Kind::fold:
      return fmt::format("{}({} < {}: {})", math.text, as_text(parts[0]), text_within(parts[1], of_sum),
                         as_text(parts[2]));
    case Math::Kind::choice:
      return text_within(parts[0], of_any) + " ? " + text_within(parts[1], of_any) + " : " +
             text_within(parts[2], of_choice);
    case Math::Kind::relation:
      return text_within(parts[0], of_sum) + " " + math.text + " " + text_within(parts[1], of_sum);
    case Math::Kind::all_of:
      return text_list(parts, " and ", of_relation);
    case Math::Kind::any_of:
      return text_list(parts, " or ", of_all);
    default:
      return math.text;
  }
}

}  // namespace whet::lift
