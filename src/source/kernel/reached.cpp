#include "source/kernel/reached.h"

#include <algorithm>
#include <map>
#include <set>

#include "source/text/outline.h"
#include "util/text.h"

namespace whet {

namespace {

// "a::reduce<256>" -> "reduce"
std::string_view plain_entry(std::string_view entry) {
  entry = trim(entry.substr(0, entry.find_first_of("<(")));
  const size_t scope = entry.rfind("::");
  return scope == std::string_view::npos ? entry : entry.substr(scope + 2);
}

bool is_conditional(std::string_view name) {
  return name == "if" || name == "ifdef" || name == "ifndef";
}

// A function after an unknown macro still has a name. Any other unknown declaration may be needed by the entry.
bool is_reached_by_name(const Declaration& declaration) {
  if (declaration.names.empty()) return false;
  const bool is_function = declaration.has_body && declaration.parameters > 0;
  return declaration.kind != DeclarationKind::unknown || (is_function && declaration.name_token > declaration.first);
}

class ReachFinder {
 public:
  explicit ReachFinder(std::string_view source)
      : source_(source), outline_(outline(source)), reached_(outline_.declarations.size()) {
    for (size_t i = 0; i < outline_.declarations.size(); ++i) {
      for (const std::string& name : outline_.declarations[i].names) declared_[name].push_back(i);
    }
    for (size_t i = 0; i < outline_.code.tokens.size(); ++i) {
      const Token& token = outline_.code.tokens[i];
      if (token.kind != TokenKind::directive) continue;
      const Directive line = directive(token);
      if (line.name == "define" && !line.tokens.empty()) macros_[std::string(line.tokens[0].text)].push_back(i);
    }
  }

  std::string run(const std::vector<std::string>& entries) {
    const bool known = std::all_of(entries.begin(), entries.end(), [&](const std::string& entry) {
      return declared_.contains(std::string(plain_entry(entry)));
    });
    if (!outline_.code.sure || entries.empty() || !known) return std::string(source_);
    for (size_t i = 0; i < reached_.size(); ++i) {
      if (!is_reached_by_name(outline_.declarations[i])) reach(i);
    }
    for (const std::string& entry : entries) visit(std::string(plain_entry(entry)));
    while (visit_conditions()) continue;
    return blanked();
  }

 private:
  void visit(const std::string& name) {
    if (!seen_.insert(name).second) return;
    if (const auto found = declared_.find(name); found != declared_.end()) {
      for (const size_t declaration : found->second) reach(declaration);
    }
    if (const auto found = macros_.find(name); found != macros_.end()) {
      for (const size_t token : found->second) follow(outline_.code.tokens[token]);
    }
  }

  void reach(size_t declaration) {
    if (reached_[declaration]) return;
    reached_[declaration] = true;
    for (size_t i = outline_.declarations[declaration].first; i < outline_.declarations[declaration].last; ++i)
      follow(outline_.code.tokens[i]);
  }

  void follow(const Token& token) {
    if (token.is_identifier()) visit(std::string(token.text));
    if (token.kind != TokenKind::directive) return;
    const Directive line = directive(token);
    const bool is_define = line.name == "define" && !line.tokens.empty();
    if (is_define && !seen_.contains(std::string(line.tokens[0].text))) return;  // not used yet
    for (const Token& word : line.tokens) {
      if (word.is_identifier()) visit(std::string(word.text));
    }
  }

  // A conditional is reached if something between it and its #endif is. True if a new one was found.
  bool visit_conditions() {
    const size_t before = seen_.size();
    const std::vector<bool> kept = kept_tokens();
    std::vector<std::pair<std::vector<size_t>, bool>>
        open;  // the lines of a conditional, and whether it contains anything
    for (size_t i = 0; i < kept.size(); ++i) {
      const Token& token = outline_.code.tokens[i];
      const std::string_view name = token.kind == TokenKind::directive ? directive(token).name : std::string_view();
      if (is_conditional(name)) {
        open.push_back({{i}, false});
      } else if (open.empty()) {
        continue;
      } else if (name == "elif") {
        open.back().first.push_back(i);
      } else if (name == "endif") {
        const auto group = open.back();
        open.pop_back();
        if (!group.second) continue;
        for (const size_t line : group.first) follow(outline_.code.tokens[line]);
        if (!open.empty()) open.back().second = true;
      } else if (kept[i] && name != "else") {
        open.back().second = true;
      }
    }
    return seen_.size() != before;
  }

  std::vector<bool> kept_tokens() const {
    const auto& tokens = outline_.code.tokens;
    std::vector<bool> kept(tokens.size(), true);
    for (size_t d = 0; d < reached_.size(); ++d) {
      const Declaration& declaration = outline_.declarations[d];
      for (size_t i = declaration.first; i < declaration.last && !reached_[d]; ++i)
        kept[i] = tokens[i].kind == TokenKind::directive;
    }
    for (const auto& [name, places] : macros_) {
      for (const size_t place : places) kept[place] = seen_.contains(name);
    }
    return kept;
  }

  std::string blanked() const {
    std::string text(source_);
    const std::vector<bool> kept = kept_tokens();
    for (size_t i = 0; i < kept.size(); ++i) {
      if (kept[i]) continue;
      const Token& token = outline_.code.tokens[i];
      for (size_t at = token.offset; at < token.end(); ++at) {
        if (text[at] != '\n' && text[at] != '\r') text[at] = ' ';
      }
    }
    return text;
  }

  std::string_view source_;
  Outline outline_;
  std::vector<bool> reached_;  // per declaration
  std::map<std::string, std::vector<size_t>> declared_, macros_;
  std::set<std::string> seen_;
};

}  // namespace

std::string reached_source(std::string_view source, const std::vector<std::string>& entries) {
  return ReachFinder(source).run(entries);
}

}  // namespace whet
