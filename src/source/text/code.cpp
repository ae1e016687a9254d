#include "source/text/code.h"

namespace whet {

namespace {

// Drops comments and the text disabled by `#if 0`; directives stay.
std::vector<Token> visible_tokens(std::string_view source) {
  std::vector<Token> visible;
  int hidden_depth = 0;  // depth of conditionals since `#if 0`
  for (const Token& token : tokenize(source)) {
    if (token.kind == TokenKind::comment) continue;
    if (token.kind == TokenKind::directive) {
      const Directive line = directive(token);
      const bool opens = line.name.starts_with("if");
      const bool zero = line.name == "if" && line.tokens.size() == 1 && line.tokens[0].is("0");
      if (hidden_depth > 0 && opens)
        ++hidden_depth;
      else if (hidden_depth == 0 && zero)
        hidden_depth = 1;
      else if (hidden_depth == 1 && (line.name == "else" || line.name.starts_with("elif")))
        hidden_depth = 0;
      else if (hidden_depth > 0 && line.name == "endif")
        --hidden_depth;
      visible.push_back(token);
    } else if (hidden_depth == 0) {
      visible.push_back(token);
    }
  }
  return visible;
}

// Pairs brackets. Each branch of a conditional must be balanced in itself; otherwise the pairing is a guess.
class Brackets {
 public:
  explicit Brackets(Code& code) : code_(code) {}

  void match() {
    code_.partner.resize(code_.tokens.size());
    for (size_t i = 0; i < code_.tokens.size(); ++i) {
      code_.partner[i] = i;
      const Token& token = code_.tokens[i];
      if (token.kind == TokenKind::directive)
        conditional(directive(token).name);
      else if (token.kind == TokenKind::punctuation)
        bracket(i, token.plain());
    }
    code_.sure &= open_.empty() && branches_.empty();
  }

 private:
  struct Branch {
    std::vector<size_t> open;  // the open brackets at the start of the conditional
    bool several = false;
  };

  void bracket(size_t i, std::string_view text) {
    if (text == "(" || text == "[" || text == "{") return open_.push_back(i);
    if (text != ")" && text != "]" && text != "}") return;
    const std::string_view wanted = text == ")" ? "(" : text == "]" ? "[" : "{";
    if (open_.empty() || !code_.tokens[open_.back()].is(wanted)) {
      code_.sure = false;
      return;
    }
    code_.partner[i] = open_.back();
    code_.partner[open_.back()] = i;
    open_.pop_back();
  }

  void conditional(std::string_view name) {
    if (name.starts_with("if")) return branches_.push_back({open_});
    if (branches_.empty()) return;
    Branch& branch = branches_.back();
    branch.several |= name.starts_with("el");
    if (branch.several && (name.starts_with("el") || name == "endif")) code_.sure &= open_ == branch.open;
    if (name == "endif") branches_.pop_back();
  }

  Code& code_;
  std::vector<size_t> open_;
  std::vector<Branch> branches_;
};

}  // namespace

size_t Code::after_angles(size_t open) const {
  int depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    if (is(i, "<"))
      ++depth;
    else if (is(i, ">") && --depth == 0)
      return i + 1;
    else if (is(i, ";") || is(i, "}"))
      return i;
    if (partner[i] > i) i = partner[i];
  }
  return tokens.size();
}

size_t Code::before_angles(size_t close) const {
  int depth = 0;
  for (size_t i = close; i > 0; --i) {
    if (is(i, ">"))
      ++depth;
    else if (is(i, "<") && --depth == 0)
      return i - 1;
    if (partner[i] < i) i = partner[i];
    if (i == 0) break;
  }
  return close;
}

Code read_code(std::string_view source) {
  Code code;
  code.tokens = visible_tokens(source);
  Brackets(code).match();
  return code;
}

}  // namespace whet
