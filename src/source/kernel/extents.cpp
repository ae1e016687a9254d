#include "source/kernel/extents.h"

#include <algorithm>
#include <vector>

#include "source/kernel/constants.h"

namespace whet {

namespace {

bool declares(const Declaration& declaration, std::string_view name) {
  return std::find(declaration.names.begin(), declaration.names.end(), name) != declaration.names.end();
}

void add_words(const std::vector<Token>& tokens, size_t first, size_t last, std::vector<std::string>& words) {
  for (size_t i = first; i < last; ++i) {
    if (tokens[i].is_identifier()) words.emplace_back(tokens[i].text);
  }
}

}  // namespace

std::set<std::string> names_sizing(std::string_view source, const Outline& outline, std::string_view variable) {
  std::set<std::string> found;
  std::vector<std::string> waiting;
  for (const Declaration& declaration : outline.declarations) {
    if (declaration.kind == DeclarationKind::variable && declares(declaration, variable))
      add_words(outline.code.tokens, declaration.first, declaration.head_end, waiting);
  }
  while (!waiting.empty()) {
    const std::string name = std::move(waiting.back());
    waiting.pop_back();
    if (name == variable || !found.insert(name).second) continue;
    for (const SourceConstant& constant : find_constants(source, name)) {
      const std::vector<Token> tokens = tokenize(constant.text);
      add_words(tokens, 0, tokens.size(), waiting);
    }
    for (const Declaration& declaration : outline.declarations) {
      if (declaration.kind == DeclarationKind::type && declares(declaration, name))
        add_words(outline.code.tokens, declaration.first, declaration.last, waiting);
    }
  }
  return found;
}

}  // namespace whet
