#include "source/kernel/host_code.h"

#include <map>
#include <vector>

namespace whet {

namespace {

using Words = std::set<std::string_view>;

// Adds the identifiers among some tokens, including those in preprocessor lines.
void collect_words(const std::vector<Token>& tokens, size_t first, size_t last, Words& words) {
  for (size_t i = first; i < last; ++i) {
    if (tokens[i].is_identifier()) words.insert(tokens[i].text);
    if (tokens[i].kind != TokenKind::directive) continue;
    const Directive line = directive(tokens[i]);
    collect_words(line.tokens, 0, line.tokens.size(), words);
  }
}

// The identifiers in the definition of each macro.
std::map<std::string_view, Words> macro_words(const std::vector<Token>& tokens) {
  std::map<std::string_view, Words> macros;
  for (const Token& token : tokens) {
    if (token.kind != TokenKind::directive) continue;
    const Directive line = directive(token);
    if (line.name != "define" || line.tokens.empty()) continue;
    collect_words(line.tokens, 1, line.tokens.size(), macros[line.tokens[0].text]);
  }
  return macros;
}

// Finds what must stay, like a mark phase of garbage collection: from the marked declarations along the names they use.
class Marking {
 public:
  explicit Marking(const Outline& outline) : outline_(outline), macros_(macro_words(outline.code.tokens)) {
    for (size_t i = 0; i < outline.declarations.size(); ++i) {
      for (const std::string& name : outline.declarations[i].names) declared_[name].push_back(i);
    }
    kept_.resize(outline.declarations.size());
  }

  std::vector<bool> run() {
    for (size_t i = 0; i < outline_.declarations.size(); ++i) {
      if (is_root(outline_.declarations[i])) keep(i);
    }
    while (!waiting_.empty()) {
      const std::string_view word = waiting_.back();
      waiting_.pop_back();
      if (const auto found = declared_.find(word); found != declared_.end()) {
        for (const size_t i : found->second) keep(i);
      }
      if (const auto macro = macros_.find(word); macro != macros_.end()) visit(macro->second);
    }
    return kept_;
  }

 private:
  static bool is_root(const Declaration& declaration) {
    return declaration.global || declaration.device || declaration.kind == DeclarationKind::unknown ||
           declaration.kind == DeclarationKind::instantiation;
  }

  void keep(size_t i) {
    if (kept_[i]) return;
    kept_[i] = true;
    Words words;
    collect_words(outline_.code.tokens, outline_.declarations[i].first, outline_.declarations[i].last, words);
    visit(words);
  }

  void visit(const Words& words) {
    for (const std::string_view word : words) {
      if (seen_.insert(word).second) waiting_.push_back(word);
    }
  }

  const Outline& outline_;
  std::map<std::string_view, Words> macros_;
  std::map<std::string_view, std::vector<size_t>> declared_;
  std::vector<bool> kept_;
  Words seen_;
  std::vector<std::string_view> waiting_;
};

void blank(const Token& token, std::string& text) {
  for (size_t i = token.offset; i < token.end(); ++i) {
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
  }
}

}  // namespace

BlankedSource blank_host_functions(std::string_view source, const Outline& outline) {
  BlankedSource result{std::string(source), {}};
  if (!outline.code.sure) return result;
  const std::vector<bool> kept = Marking(outline).run();
  Words words;
  for (size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) continue;
    const Declaration& declaration = outline.declarations[i];
    collect_words(outline.code.tokens, declaration.first, declaration.last, words);
    for (size_t t = declaration.first; t < declaration.last; ++t) {
      if (outline.code.tokens[t].kind != TokenKind::directive) blank(outline.code.tokens[t], result.text);
    }
  }
  result.host_words.insert(words.begin(), words.end());
  return result;
}

BlankedSource blank_host_functions(std::string_view source) {
  return blank_host_functions(source, outline(source));
}

}  // namespace whet
