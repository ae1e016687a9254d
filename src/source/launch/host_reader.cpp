#include "source/launch/host_reader.h"

namespace whet {

namespace {

constexpr int k_deepest_names = 12;
constexpr std::string_view k_axes_of_dim3 = "xyz";

}  // namespace

std::optional<HostValue> HostReader::value_of(std::string_view name, const HostPlace& place, int depth) const {
  if (depth > k_deepest_names) return std::nullopt;
  auto found = values_.find(name, place);
  if (found && !found->is_only && !first_counts_) return std::nullopt;
  return found;
}

std::optional<LaunchExpression> HostReader::named(std::string_view name, const HostPlace& place, int depth) const {
  constexpr std::string_view k_size = "sizeof ";
  if (name.starts_with(k_size)) {
    const auto bytes = sizes_ ? sizes_(name.substr(k_size.size())) : std::nullopt;
    return bytes ? std::optional(LaunchExpression::number(*bytes)) : std::nullopt;
  }
  if (const auto kept = kept_(name, place)) return LaunchExpression::name(*kept);
  if (name.find('.') != std::string_view::npos) return member(name, place, depth);
  const auto found = value_of(name, place, depth);
  return found && !found->is_list ? expression(*found->code, found->range, found->place, depth + 1) : std::nullopt;
}

// `block.x` of a dim3, `p.n` of a struct, `h.size()` of a vector.
std::optional<LaunchExpression> HostReader::member(std::string_view name, const HostPlace& place, int depth) const {
  const size_t dot = name.find('.');
  const std::string_view variable = name.substr(0, dot), part = name.substr(dot + 1);
  if (const auto own = value_of(name, place, depth)) return expression(*own->code, own->range, own->place, depth + 1);
  const auto found = value_of(variable, place, depth);
  if (!found) return std::nullopt;
  if (part == "size") {
    const auto parts = comma_ranges(*found->code, found->range);
    if (parts.empty()) return std::nullopt;
    return expression(*found->code, parts[0], found->place, depth + 1);
  }
  const size_t axis = part.size() == 1 ? k_axes_of_dim3.find(part) : std::string_view::npos;
  if (axis == std::string_view::npos) return std::nullopt;
  const auto all = found->is_list ? listed(*found->code, found->range, found->place, depth + 1)
                                  : extents(*found->code, found->range, found->place, depth + 1);
  if (all.empty()) return std::nullopt;
  return axis < all.size() ? all[axis] : LaunchExpression::number(1);
}

std::optional<LaunchExpression> HostReader::expression(const Code& code, TokenRange range, const HostPlace& place,
                                                       int depth) const {
  if (depth > k_deepest_names) return std::nullopt;
  return read_launch_expression(
      code, range.first, range.last, [&](std::string_view name) { return named(name, place, depth); },
      [&](size_t name, size_t open) { return called(code, name, open, place, depth); });
}

// A function of the source by what it returns, a macro by its text.
std::optional<LaunchExpression> HostReader::called(const Code& code, size_t name, size_t open, const HostPlace& place,
                                                   int depth) const {
  if (depth > k_deepest_names || code.partner[open] <= open) return std::nullopt;
  const std::string_view function = code.tokens[name].text;
  const auto arguments = comma_ranges(code, {open + 1, code.partner[open]});
  if (const FunctionMacro* const macro = values_.macro(function)) {
    if (macro->parameters.size() != arguments.size()) return std::nullopt;
    const auto argument = [&](std::string_view word) -> std::optional<LaunchExpression> {
      for (size_t i = 0; i < arguments.size(); ++i) {
        if (macro->parameters[i] == word) return expression(code, arguments[i], place, depth + 1);
      }
      return named(word, place, depth + 1);
    };
    return read_launch_expression(*macro->body, 0, macro->body->tokens.size(), argument);
  }
  const auto value = values_.returned(function, std::make_shared<HostCall>(HostCall{place, &code, arguments}));
  return value ? expression(*value->code, value->range, value->place, depth + 1) : std::nullopt;
}

std::vector<LaunchExpression> HostReader::extents(const Code& code, TokenRange range, const HostPlace& place,
                                                  int depth) const {
  if (depth > k_deepest_names) return {};
  const bool made = code.is(range.first, "dim3") && (code.is(range.first + 1, "(") || code.is(range.first + 1, "{"));
  if (made && code.partner[range.first + 1] + 1 == range.last)
    return listed(code, {range.first + 2, range.last - 1}, place, depth);
  if (code.is(range.first, "{") && code.partner[range.first] + 1 == range.last)
    return listed(code, {range.first + 1, range.last - 1}, place, depth);
  if (range.last == range.first + 1 && code.is_word(range.first)) {
    const std::string_view name = code.tokens[range.first].text;
    const auto found = kept_(name, place) ? std::nullopt : value_of(name, place, depth);
    if (found) {
      return found->is_list ? listed(*found->code, found->range, found->place, depth + 1)
                            : extents(*found->code, found->range, found->place, depth + 1);
    }
  }
  const bool is_call =
      code.is_word(range.first) && code.is(range.first + 1, "(") && code.partner[range.first + 1] + 1 == range.last;
  if (is_call) {
    const auto arguments = comma_ranges(code, {range.first + 2, range.last - 1});
    const auto value =
        values_.returned(code.tokens[range.first].text, std::make_shared<HostCall>(HostCall{place, &code, arguments}));
    if (value) return extents(*value->code, value->range, value->place, depth + 1);
  }
  const auto alone = expression(code, range, place, depth);
  return alone ? std::vector{*alone} : std::vector<LaunchExpression>();
}

std::vector<LaunchExpression> HostReader::listed(const Code& code, TokenRange range, const HostPlace& place,
                                                 int depth) const {
  std::vector<LaunchExpression> found;
  for (const TokenRange& part : comma_ranges(code, range)) {
    const auto one = expression(code, part, place, depth);
    if (!one) return {};
    found.push_back(*one);
  }
  while (found.size() > 1 && found.back().value() == 1) found.pop_back();
  return found.size() <= 3 ? found : std::vector<LaunchExpression>();
}

void PassedNames::follow(const HostValues& values, const std::string& argument, HostPlace place,
                         const std::function<bool(const std::string&)>& stays) {
  std::string name = argument;
  for (int depth = 0; depth < k_deepest_names; ++depth) {
    if (depth > 0 && stays(name)) return;
    const auto found = values.find(name, place);
    const int here = values.scope_of(place.token);
    const bool is_local = values.parameter_number(name, place) ||
                          (found && found->code == &values.code() && values.scope_of(found->place.token) == here);
    names_.try_emplace({is_local ? here : -1, name}, argument);
    if (!found || found->is_list || found->range.last != found->range.first + 1) return;
    if (!found->code->is_word(found->range.first)) return;
    name = found->code->tokens[found->range.first].text;
    place = found->place;
  }
}

std::optional<std::string> PassedNames::find(const HostValues& values, std::string_view name,
                                             const HostPlace& place) const {
  const auto known = names_.find({values.scope_of(place.token), std::string(name)});
  if (known != names_.end()) return known->second;
  const auto global = names_.find({-1, std::string(name)});
  const bool is_shadowed = global != names_.end() && values.parameter_number(name, place);
  return global == names_.end() || is_shadowed ? std::nullopt : std::optional(global->second);
}

}  // namespace whet
