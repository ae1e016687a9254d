#include "source/launch/host_values.h"

#include <algorithm>

#include "source/kernel/parameters.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_changes_of_variable("+= -= *= /= %= ++ --");

size_t end_of_value(const Code& code, size_t at) {
  while (at < code.tokens.size() && !code.is(at, ",") && !code.is(at, ";") && !code.is(at, ")"))
    at = std::max(code.partner[at], at) + 1;
  return std::min(at, code.tokens.size());
}

size_t end_of_statement(const Code& code, size_t at) {
  while (at < code.tokens.size() && !code.is(at, ";")) at = std::max(code.partner[at], at) + 1;
  return std::min(at, code.tokens.size());
}

// `dim3 a(1), b(2)`: goes back to the type, over the variables before.
bool is_dim3_declaration(const Code& code, size_t i) {
  while (i > 1 && code.is(i - 1, ",")) {
    i -= 2;
    if ((code.is(i, ")") || code.is(i, "}")) && code.partner[i] > 0) i = code.partner[i] - 1;
  }
  return i > 0 && code.is(i - 1, "dim3");
}

// `Params p{n, 2}`, `std::vector<float> h(n)`: a type is before the name.
bool is_declared(const Code& code, size_t i) {
  constexpr WordList k_no_types("return new delete else case goto throw");
  if (i > 1 && code.is(i - 1, ",") && code.is(i - 2, "}")) return true;  // Params p{1}, q{2}
  return i > 0 && ((code.is_word(i - 1) && !k_no_types.holds(code.tokens[i - 1].text)) || code.is(i - 1, ">"));
}

bool is_member(const Code& code, size_t i) {
  return i > 1 && (code.is(i - 1, ".") || code.is(i - 1, "->")) && code.is_word(i - 2);
}

}  // namespace

std::string text_of(const Code& code, TokenRange range) {
  if (range.first >= range.last) return {};
  const char* begin = code.tokens[range.first].text.data();
  const Token& end = code.tokens[range.last - 1];
  std::string text(begin, end.text.data() + end.text.size());
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return text;
}

std::vector<TokenRange> comma_ranges(const Code& code, TokenRange range) {
  std::vector<TokenRange> parts;
  size_t first = range.first;
  for (size_t i = range.first; i <= range.last; ++i) {
    if (i < range.last && code.partner[i] > i && code.partner[i] < range.last) i = code.partner[i];
    if (i < range.last && !code.is(i, ",")) continue;
    if (i > first) parts.push_back({first, i});
    first = i + 1;
  }
  return parts;
}

HostValues::HostValues(std::string_view source, const std::vector<std::string>& headers)
    : outline_(whet::outline(source)), scopes_(outline_.code.tokens.size(), -1) {
  for (size_t i = 0; i < outline_.declarations.size(); ++i) {
    const Declaration& each = outline_.declarations[i];
    if (each.kind != DeclarationKind::function && each.kind != DeclarationKind::type) continue;
    for (size_t k = each.first; k < std::min(each.last, scopes_.size()); ++k) scopes_[k] = static_cast<int>(i);
  }
  read(outline_.code, true);
  for (const std::string& header : headers) {
    others_.push_back(std::make_unique<Code>(read_code(header)));
    read(*others_.back(), false);
  }
}

void HostValues::read(const Code& code, bool is_source) {
  for (size_t i = 0; i < code.tokens.size(); ++i) {
    if (code.tokens[i].kind == TokenKind::directive) add_macro(code.tokens[i]);
    if (code.is_word(i) && i + 1 < code.tokens.size()) add_variable(code, i, is_source);
  }
}

void HostValues::add_variable(const Code& code, size_t i, bool is_source) {
  std::string name(code.tokens[i].text);
  if (is_member(code, i)) name = std::string(code.tokens[i - 2].text) + "." + name;
  if (i > 0 && code.is(i - 1, ".") && !is_member(code, i)) return;  // .n = 4 in a list
  const int scope = is_source ? scope_of(i) : -1;
  const HostPlace place{i, nullptr};
  if (code.is(i + 1, "=")) {
    const TokenRange range{i + 2, end_of_value(code, i + 2)};
    const bool is_list = code.is(range.first, "{") && code.partner[range.first] + 1 == range.last;
    note(name, scope, {&code, is_list ? TokenRange{range.first + 1, range.last - 1} : range, is_list, true, place});
  }
  if (k_changes_of_variable.holds(code.tokens[i + 1].text)) note(name, scope, {&code, {}, false, true, place});
  const bool bracket = code.is(i + 1, "(") || code.is(i + 1, "{");
  const bool has_list = is_dim3_declaration(code, i) || (code.is(i + 1, "{") && is_declared(code, i));
  if (bracket && has_list && code.partner[i + 1] > i + 1)
    note(name, scope, {&code, {i + 2, code.partner[i + 1]}, true, true, place});
  else if (bracket && code.is(i + 1, "(") && is_declared(code, i) && scope >= 0 && code.partner[i + 1] > i + 2)
    note(name, scope, {&code, {i + 2, code.partner[i + 1]}, false, true, place});
}

void HostValues::add_macro(const Token& token) {
  const Directive line = directive(token);
  if (line.name != "define" || line.tokens.size() < 2) return;
  size_t body = 1;
  FunctionMacro function;
  const bool is_function = line.tokens[1].is("(") && line.tokens[1].offset == line.tokens[0].end();
  for (; is_function && body < line.tokens.size() && !line.tokens[body].is(")"); ++body) {
    if (line.tokens[body].is_identifier()) function.parameters.emplace_back(line.tokens[body].text);
  }
  if (is_function) ++body;
  if (body >= line.tokens.size()) return;
  const char* begin = line.tokens[body].text.data();
  const Token& end = line.tokens.back();
  others_.push_back(
      std::make_unique<Code>(read_code({begin, static_cast<size_t>(end.text.data() + end.text.size() - begin)})));
  const Code& code = *others_.back();
  function.body = &code;
  if (is_function) {
    macros_.try_emplace(std::string(line.tokens[0].text), std::move(function));
    return;
  }
  note(std::string(line.tokens[0].text), -1, {&code, {0, code.tokens.size()}, false, true, {}});
}

void HostValues::note(const std::string& name, int scope, HostValue value) {
  std::vector<Definition>& all = values_[name];
  for (Definition& known : all) {
    if (known.scope != scope) continue;
    known.value.is_only = false;
    return;
  }
  all.push_back({scope, std::move(value)});
}

std::optional<HostValue> HostValues::find(std::string_view name, const HostPlace& place) const {
  const int scope = scope_of(place.token);
  const auto known = values_.find(name);
  const HostValue* global = nullptr;
  for (size_t i = 0; known != values_.end() && i < known->second.size(); ++i) {
    const Definition& each = known->second[i];
    if (each.scope == -1) global = &each.value;
    if (each.scope != scope || scope == -1 || each.value.range.first >= each.value.range.last) continue;
    HostValue found = each.value;
    found.place.call = place.call;
    return found;
  }
  if (const auto number = parameter_number(name, place)) {
    const auto call = call_of(place);
    if (!call || *number >= call->arguments.size()) return std::nullopt;
    return HostValue{call->code, call->arguments[*number], false, true, call->place};
  }
  if (!global || global->range.first >= global->range.last) return std::nullopt;
  return *global;
}

std::optional<size_t> HostValues::parameter_number(std::string_view name, const HostPlace& place) const {
  const int scope = scope_of(place.token);
  if (scope < 0) return std::nullopt;
  for (size_t i = 0;; ++i) {
    const std::string each = parameter_name(scope, i);
    if (each.empty()) return std::nullopt;
    if (each == name) return i;
  }
}

std::string HostValues::parameter_name(int function, size_t number) const {
  const Declaration& each = declaration(function);
  if (each.kind != DeclarationKind::function || each.parameters == 0) return {};
  const auto parts = comma_ranges(code(), {each.parameters + 1, code().partner[each.parameters]});
  if (number >= parts.size()) return {};
  const auto read = read_parameters(text_of(code(), parts[number]));
  return read.size() == 1 && !read[0].name.empty() ? read[0].name : "?";
}

std::shared_ptr<const HostCall> HostValues::call_of(const HostPlace& place) const {
  if (place.call) return place.call;
  const int scope = scope_of(place.token);
  if (scope < 0 || declaration(scope).kind != DeclarationKind::function || declaration(scope).parameters == 0)
    return nullptr;
  const std::string_view name = code().tokens[declaration(scope).name_token].text;
  for (size_t i = 0; i + 1 < code().tokens.size(); ++i) {
    if (!code().is(i, name) || !code().is_word(i) || scope_of(i) == scope || scope_of(i) < 0) continue;
    const size_t open = code().is(i + 1, "<") && !code().is(i + 2, "<") ? code().after_angles(i + 1) : i + 1;
    if (!code().is(open, "(") || code().partner[open] <= open) continue;
    return std::make_shared<HostCall>(
        HostCall{{i, nullptr}, &code(), comma_ranges(code(), {open + 1, code().partner[open]})});
  }
  return nullptr;
}

std::optional<HostValue> HostValues::returned(std::string_view function, std::shared_ptr<const HostCall> call) const {
  for (const Declaration& each : outline_.declarations) {
    if (each.kind != DeclarationKind::function || !each.has_body || each.parameters == 0) continue;
    if (each.global || code().tokens[each.name_token].text != function) continue;
    std::optional<HostValue> found;
    for (size_t i = each.head_end; i < each.last; ++i) {
      if (!code().is(i, "return")) continue;
      if (found) return std::nullopt;
      found = HostValue{&code(), {i + 1, end_of_statement(code(), i + 1)}, false, true, {i, call}};
    }
    return found;
  }
  return std::nullopt;
}

const FunctionMacro* HostValues::macro(std::string_view name) const {
  const auto found = macros_.find(name);
  return found == macros_.end() ? nullptr : &found->second;
}

int HostValues::callee(size_t name_token) const {
  for (size_t i = 0; i < outline_.declarations.size(); ++i) {
    const Declaration& each = outline_.declarations[i];
    const bool host = each.kind == DeclarationKind::function && !each.global && !each.device && each.has_body;
    if (host && each.parameters > 0 && code().tokens[each.name_token].text == code().tokens[name_token].text)
      return static_cast<int>(i);
  }
  return -1;
}

}  // namespace whet
