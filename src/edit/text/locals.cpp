#include "edit/text/locals.h"

#include <algorithm>

#include "source/text/word_list.h"

namespace whet::edit {

namespace {

constexpr WordList k_not_types("return else case goto break continue do if for while switch using typedef new delete");
constexpr WordList k_assignments("= += -= *= /= %= &= |= ^= ++ --");
constexpr WordList k_ahead_of_address("( , = return ; { } + -");

bool begins_statement(const KernelText& text, size_t i) {
  const Token& before = text.token(i - 1);
  return before.is(";") || before.is("{") || before.is("}") || before.kind == TokenKind::directive ||
         (before.is("(") && text.code().is(i - 2, "for"));
}

// The name that is declared by the tokens from `i`; 0: this is no declaration.
size_t declared_name(const KernelText& text, size_t i) {
  const Code& code = text.code();
  if (!code.is_word(i) || k_not_types.holds(text.token(i).text)) return 0;
  size_t words = 0, at = i, name = 0;
  while (at < text.body_last()) {
    if (code.is_word(at)) {
      ++words;
      name = at++;
    } else if (code.is(at, "::")) {
      ++at;
      if (words > 0) --words;
    } else if (code.is(at, "<") && words > 0 && code.after_angles(at) > at) {
      at = code.after_angles(at);
    } else if ((code.is(at, "*") || code.is(at, "&")) && words > 0) {
      ++at;
    } else {
      break;
    }
  }
  const bool ends = code.is(at, "=") || code.is(at, ";") || code.is(at, ",") || code.is(at, "[");
  return words >= 2 && ends && name + 1 == at ? name : 0;
}

size_t end_of_value(const KernelText& text, size_t at) {
  const Code& code = text.code();
  while (at < text.body_last() && !code.is(at, ",") && !code.is(at, ";")) at = std::max(code.partner[at], at) + 1;
  return at;
}

// The variables of one declaration, of which the first has its name at `name`.
void add_declared(const KernelText& text, size_t statement, size_t name, std::vector<Local>& found) {
  const Code& code = text.code();
  size_t type_last = name;
  while (code.is(type_last - 1, "*") || code.is(type_last - 1, "&")) --type_last;
  const std::string base = text.text(statement, type_last);
  const size_t first_added = found.size();
  size_t stars = type_last;
  while (true) {
    Local local;
    local.type = base + text.text(stars, name);
    local.name = text.token(name).text;
    local.statement = statement;
    local.token = name;
    size_t at = name + 1;
    while (code.is(at, "[")) local.is_array = true, at = code.partner[at] + 1;
    if (code.is(at, "=")) {
      local.value_first = at + 1;
      at = local.value_last = end_of_value(text, at + 1);
    }
    found.push_back(local);
    if (!code.is(at, ",")) {
      for (size_t i = first_added; i < found.size(); ++i) found[i].end = at;
      return;
    }
    stars = name = at + 1;
    while (code.is(name, "*")) ++name;
    if (!code.is_word(name)) return;
  }
}

}  // namespace

bool is_changed(const KernelText& text, std::string_view name, size_t first, size_t last) {
  const Code& code = text.code();
  for (size_t i = first; i < last; ++i) {
    if (!code.is_word(i) || text.token(i).text != name || code.is(i - 1, ".") || code.is(i - 1, "->")) continue;
    if (k_assignments.holds(text.token(i + 1).text) || code.is(i - 1, "++") || code.is(i - 1, "--")) return true;
    const bool shifts = (code.is(i + 1, "<") && code.is(i + 2, "<=")) || (code.is(i + 1, ">") && code.is(i + 2, ">="));
    const bool address =
        code.is(i - 1, "&") && !code.is(i + 1, "[") && k_ahead_of_address.holds(text.token(i - 2).text);
    if (shifts || address) return true;
  }
  return false;
}

std::vector<Local> find_locals(const KernelText& text) {
  std::vector<Local> found;
  for (size_t i = text.body_first(); i < text.body_last(); ++i) {
    if (!begins_statement(text, i)) continue;
    const size_t name = declared_name(text, i);
    if (name > 0) add_declared(text, i, name, found);
  }
  for (Local& local : found) {
    const auto same = std::count_if(found.begin(), found.end(), [&](const Local& l) { return l.name == local.name; });
    local.is_set_once = local.has_value() && same == 1 && !text.parameter(local.name) &&
                        !is_changed(text, local.name, local.token + 2, text.body_last());
  }
  return found;
}

const Local* local_named(const std::vector<Local>& locals, std::string_view name) {
  const auto found = std::find_if(locals.begin(), locals.end(), [&](const Local& l) { return l.name == name; });
  return found == locals.end() ? nullptr : &*found;
}

size_t known_from(const KernelText& text, const std::vector<Local>& locals, std::string_view name,
                  std::string_view type) {
  const KernelParameter* const parameter = text.parameter(name);
  if (parameter && parameter->declared.base == type && !parameter->declared.is_pointer() &&
      !is_changed(text, name, text.body_first(), text.body_last()))
    return text.body_first();
  const Local* const local = local_named(locals, name);
  const bool is_typed = local && (local->type == type || local->type == "const " + std::string(type));
  return is_typed && local->is_set_once ? local->end + 1 : 0;
}

bool is_looped(const KernelText& text, size_t token, size_t from) {
  for (size_t i = from; i < token; ++i) {
    const bool loops = text.code().is(i, "for") || text.code().is(i, "while");
    if (loops && statement_end(text, i) > token) return true;
  }
  return false;
}

size_t statement_end(const KernelText& text, size_t at) {
  const Code& code = text.code();
  while (at < text.body_last() && text.token(at).kind == TokenKind::directive) ++at;
  if (code.is(at, "{")) return code.partner[at] + 1;
  if (code.is(at, "do")) return statement_end(text, statement_end(text, at + 1));
  if ((code.is(at, "for") || code.is(at, "while") || code.is(at, "if") || code.is(at, "switch")) &&
      code.is(at + 1, "(")) {
    size_t end = statement_end(text, code.partner[at + 1] + 1);
    if (code.is(at, "if") && code.is(end, "else")) end = statement_end(text, end + 1);
    return end;
  }
  while (at < text.body_last() && !code.is(at, ";")) at = std::max(code.partner[at], at) + 1;
  return at + 1;
}

}  // namespace whet::edit
