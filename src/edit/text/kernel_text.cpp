#include "edit/text/kernel_text.h"

#include <algorithm>
#include <optional>

#include "describe/problem_words.h"
#include "source/kernel/constants.h"
#include "source/text/word_list.h"
#include "util/text.h"

namespace whet::edit {

namespace {

constexpr WordList k_refused_words("asm __asm__ goto operator __builtin_assume try catch co_await");

std::string plain_entry(const std::string& entry) {
  std::string name = entry.substr(0, entry.find('<'));
  const size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

// The only definition of the kernel.
Result<const Declaration*> definition_of(const Outline& outline, const std::string& name, const std::string& file) {
  const Declaration* found = nullptr;
  for (const Declaration& each : outline.declarations) {
    if (each.kind != DeclarationKind::function || !each.global || each.parameters == 0) continue;
    if (!outline.code.is(each.name_token, name)) continue;
    if (found || !each.has_body) return bad_input("`" + name + "` is declared more than once", file);
    found = &each;
  }
  if (!found) return bad_input("`" + name + "` is not found in the text: a macro or a header may make it", file);
  return found;
}

bool is_number_like(const std::vector<Token>& tokens, size_t from) {
  return std::all_of(tokens.begin() + static_cast<ptrdiff_t>(from), tokens.end(), [](const Token& token) {
    return token.kind == TokenKind::number || token.is("(") || token.is(")") || token.is("-");
  });
}

// Macros of a text that stand for more than a number.
void collect_macros(std::string_view text, std::vector<std::string>& names) {
  for (const Token& token : tokenize(text)) {
    if (token.kind != TokenKind::directive) continue;
    const Directive line = directive(token);
    if (line.name != "define" || line.tokens.empty()) continue;
    if (!is_number_like(line.tokens, 1)) names.emplace_back(line.tokens.front().text);
  }
}

Result<void> check_body(const KernelText& text) {
  const auto refuse = [&](const std::string& what, size_t i) -> Result<void> {
    return bad_input(what, text.problem().kernel + ":" + std::to_string(text.token(i).line));
  };
  std::vector<std::string> macros;
  collect_macros(text.draft().source, macros);
  for (const std::string& header : text.problem().headers) collect_macros(header, macros);
  for (size_t i = text.kernel().first; i < text.kernel().last; ++i) {
    const Token& token = text.token(i);
    if (token.kind == TokenKind::directive) {
      const Directive line = directive(token);
      if (line.name != "pragma" || line.tokens.empty() || !line.tokens[0].is("unroll"))
        return refuse("the body has a directive", i);
    }
    if (token.text.size() == 2 && token.plain() != token.text) return refuse("the body has digraphs", i);
    if (!token.is_identifier()) continue;
    if (k_refused_words.holds(token.text)) return refuse("the body has `" + std::string(token.text) + "`", i);
    if (std::find(macros.begin(), macros.end(), token.text) != macros.end())
      return refuse("the macro `" + std::string(token.text) + "` is used", i);
  }
  return {};
}

std::vector<KernelParameter> parameters_of(const Code& code, const Declaration& kernel) {
  std::vector<KernelParameter> found;
  const size_t close = code.partner[kernel.parameters];
  size_t first = kernel.parameters + 1;
  for (size_t i = first; i <= close; ++i) {
    if (i < close && code.partner[i] > i) {
      i = code.partner[i];
      continue;
    }
    if (i < close && !code.is(i, ",")) continue;
    std::string text;
    for (size_t at = first; at < i; ++at) text += (text.empty() ? "" : " ") + std::string(code.tokens[at].text);
    auto read = read_parameters(text);
    if (read.size() == 1) found.push_back({std::move(read.front()), first, i, nullptr});
    first = i + 1;
  }
  return found;
}

std::array<int64_t, 3> block_of(const Problem& problem, const Draft& draft) {
  std::array<int64_t, 3> block{1, 1, 1};
  const auto values = first_values(draft.block, problem);
  if (!values || values->empty() || values->size() > 3) return {0, 0, 0};
  std::copy(values->begin(), values->end(), block.begin());
  return block;
}

}  // namespace

Result<KernelText> KernelText::read(const Problem& problem, const Draft& draft) {
  KernelText text;
  text.problem_ = &problem;
  text.draft_ = &draft;
  text.outline_ = std::make_shared<const Outline>(whet::outline(draft.source));
  if (!text.code().sure) return bad_input("brackets do not match", problem.kernel);
  TRY(kernel, definition_of(*text.outline_, plain_entry(problem.launches.front().entry), problem.kernel));
  text.kernel_ = kernel;
  TRY_VOID(check_body(text));
  text.parameters_ = parameters_of(text.code(), *kernel);
  const auto passed = passed_arguments(problem);
  if (!passed || passed->size() != text.parameters_.size())
    return bad_input("the parameters are not the problem's arguments", problem.kernel);
  for (size_t i = 0; i < passed->size(); ++i) text.parameters_[i].argument = (*passed)[i];
  text.constants_ = whole_constants(draft.source);
  text.block_ = block_of(problem, draft);
  return text;
}

const KernelParameter* KernelText::parameter(std::string_view name) const {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const KernelParameter& each) { return each.declared.name == name; });
  return found == parameters_.end() ? nullptr : &*found;
}

std::string KernelText::text(size_t first, size_t last) const {
  if (first >= last) return {};
  return draft_->source.substr(token(first).offset, token(last - 1).end() - token(first).offset);
}

bool KernelText::mentions(std::string_view word, size_t first, size_t last) const {
  for (size_t i = first; i < last; ++i) {
    if (token(i).is_identifier() && token(i).text == word) return true;
  }
  return false;
}

std::string KernelText::indent(size_t i) const {
  const std::string& source = draft_->source;
  const size_t newline = token(i).offset == 0 ? std::string::npos : source.rfind('\n', token(i).offset - 1);
  const size_t start = newline == std::string::npos ? 0 : newline + 1;
  const size_t end = std::min(source.find_first_not_of(" \t", start), source.size());
  return source.substr(start, end - start);
}

std::string KernelText::fresh_name(const std::string& wanted) const {
  std::string name = wanted;
  for (int number = 2; mentions(name, 0, code().tokens.size()); ++number) name = wanted + std::to_string(number);
  return name;
}

std::optional<int64_t> KernelText::constant(std::string_view name) const {
  const auto found = constants_.find(name);
  return found == constants_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace whet::edit
