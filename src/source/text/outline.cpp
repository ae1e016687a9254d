#include "source/text/outline.h"

#include <algorithm>

#include "source/text/marks.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr size_t k_none = static_cast<size_t>(-1);

// Words before "(" that are not the name of a function.
constexpr WordList k_not_a_name(
    "__launch_bounds__ __cluster_dims__ __maxnreg__ __block_size__ __align__ alignas __attribute__ "
    "__declspec decltype noexcept requires throw sizeof alignof explicit static_assert asm __asm__ typeof "
    "__typeof__ void int char short long unsigned signed float double bool auto const volatile return");

// Words that may follow the parameters of a function.
constexpr WordList k_after_parameters(
    "noexcept const volatile __attribute__ throw try requires override final asm __asm__");

// MY_API, KERNEL: very likely a macro, whose meaning is unknown unless the file defines it.
bool looks_like_macro(std::string_view word) {
  const auto letters = std::count_if(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  const bool lower = std::any_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return letters >= 2 && !lower && word != "FILE";
}

// Reads the declarations of matched tokens, one after another.
class Reader {
 public:
  explicit Reader(Outline& outline)
      : outline_(outline), code_(outline.code), tokens_(code_.tokens), macros_(find_macros(tokens_)) {}

  void run() {
    while (at_ < tokens_.size()) {
      if (tokens_[at_].kind == TokenKind::directive || is(at_, ";"))
        ++at_;
      else if (is(at_, "_Pragma") && is(at_ + 1, "("))
        at_ = code_.partner[at_ + 1] + 1;  // precedes a declaration and is not part of it
      else if (is_whole_macro())
        read_macro();
      else if (is(at_, "}"))
        leave_scope();
      else if (const size_t brace = scope_brace(); brace != k_none)
        enter_scope(brace);
      else
        read_declaration();
    }
  }

 private:
  bool is(size_t i, std::string_view text) const { return code_.is(i, text); }
  bool is_word(size_t i) const { return code_.is_word(i); }

  // The "{" of `namespace a::b {`, `inline namespace {` or `extern "C" {` at the current token, otherwise k_none.
  size_t scope_brace() const {
    size_t i = at_;
    if (is(i, "extern") && i + 1 < tokens_.size() && tokens_[i + 1].kind == TokenKind::string && is(i + 2, "{"))
      return i + 2;
    if (is(i, "inline")) ++i;
    if (!is(i, "namespace")) return k_none;
    for (++i; is_word(i) || is(i, "::");) ++i;
    return is(i, "{") ? i : k_none;
  }

  void enter_scope(size_t brace) {
    scopes_.push_back(scope_.size());
    if (!is(at_, "extern")) {
      std::string name;
      for (size_t i = at_; i < brace; ++i) {
        if (!is(i, "inline") && !is(i, "namespace")) name += tokens_[i].text;
      }
      scope_ += (name.empty() ? "(anonymous)" : name) + "::";
    }
    at_ = brace + 1;
  }

  // The use of a macro that makes a whole definition, such as a kernel: what follows is no part of it.
  bool is_whole_macro() const {
    const auto macro = is_word(at_) ? macros_.find(tokens_[at_].text) : macros_.end();
    return macro != macros_.end() && macro->second.whole && is(at_ + 1, "(") && code_.partner[at_ + 1] > at_;
  }
  void read_macro() {
    Declaration declaration;
    declaration.scope = scope_;
    declaration.first = at_;
    declaration.last = declaration.head_end = code_.partner[at_ + 1] + 1;
    at_ = declaration.last;
    outline_.declarations.push_back(std::move(declaration));
  }

  void leave_scope() {
    if (scopes_.empty())
      code_.sure = false;
    else
      scope_.resize(scopes_.back()), scopes_.pop_back();
    ++at_;
  }

  void read_declaration() {
    Declaration declaration;
    declaration.scope = scope_;
    declaration.first = at_;
    size_t start = at_;
    while (is(start, "template") && is(start + 1, "<")) {
      declaration.is_template = true;
      start = code_.after_angles(start + 1);
    }
    declaration.last = std::max(end_of(start, declaration), at_ + 1);
    if (!declaration.has_body && declaration.head_end == 0) declaration.head_end = declaration.last;
    classify(start, declaration);
    at_ = declaration.last;
    outline_.declarations.push_back(std::move(declaration));
  }

  // One past the declaration that begins at `start`; sets where its head ends, its parameters and its name.
  size_t end_of(size_t start, Declaration& declaration) {
    bool type_head = false, assigned = false, member_initializers = false;
    for (size_t i = start; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.kind == TokenKind::directive) continue;
      if (token.is(";")) return i + 1;
      if (token.is("}") || token.is(")") || token.is("]")) return i;
      if (token.is("(") && !assigned && declaration.parameters == 0) note_parameters(start, i, declaration);
      if (token.is("{") && !assigned) {
        const bool type_body = type_head && declaration.parameters == 0;
        const bool member_brace = member_initializers && (is_word(i - 1) || is(i - 1, ">"));
        if (type_body || (declaration.parameters > 0 && !member_brace)) {
          declaration.has_body = true;
          declaration.head_end = i;
        }
        if (declaration.has_body && !type_body) return code_.partner[i] + 1;
      }
      if (code_.partner[i] > i) i = code_.partner[i];
      if (token.is("=") && !assigned && !is(i - 1, "operator")) {
        assigned = true;
        if (!declaration.has_body) declaration.head_end = i;
      }
      member_initializers |= token.is(":") && declaration.parameters > 0;
      type_head |= !assigned && (token.is("struct") || token.is("class") || token.is("union") || token.is("enum"));
    }
    code_.sure = false;
    return tokens_.size();
  }

  // Notes the "(" at `open` as the parameter list if it follows a function's name.
  void note_parameters(size_t start, size_t open, Declaration& declaration) const {
    if (open == start) return;
    const bool is_operator =
        std::any_of(tokens_.begin() + static_cast<long>(start), tokens_.begin() + static_cast<long>(open),
                    [](const Token& token) { return token.is("operator"); });
    if (is_operator && is(open - 1, "operator")) return;  // the name operator()
    size_t name = open - 1;
    if (!is_operator && is(name, ">")) name = code_.before_angles(name);
    if (!is_operator && (!is_word(name) || k_not_a_name.holds(tokens_[name].text))) return;
    const size_t next = code_.partner[open] + 1;
    if (is_word(next) && !k_after_parameters.holds(tokens_[next].text)) return;  // a macro such as API(x) void f()
    declaration.parameters = open;
    declaration.name_token = name;
  }

  void classify(size_t start, Declaration& declaration) {
    Marks marks;
    for (size_t i = declaration.first; i < declaration.head_end; ++i) {
      add_marks(tokens_[i], macros_, marks);
      declaration.constant |= is(i, "constexpr") || is(i, "consteval");
    }
    declaration.global = marks.global;
    declaration.device = marks.device;
    declaration.kind = kind_of(start, declaration);
    if (declaration.kind != DeclarationKind::unknown && has_unknown_macro(start, declaration)) {
      declaration.kind = DeclarationKind::unknown;
    }
  }

  DeclarationKind kind_of(size_t start, Declaration& declaration) const {
    if (is(start, "template") || (is(start, "extern") && is(start + 1, "template"))) {
      if (declaration.parameters > 0) declaration.names = {std::string(tokens_[declaration.name_token].text)};
      return DeclarationKind::instantiation;
    }
    if (is(start, "static_assert") || is(start, "asm") || is(start, "__asm__")) return DeclarationKind::unknown;
    if (is(start, "using") || is(start, "typedef") || is(start, "namespace") || is(start, "concept")) {
      return alias_names(start, declaration);
    }
    if (declaration.parameters > 0) return function_name(start, declaration);
    for (size_t i = start; i < declaration.head_end; ++i) {
      if (is(i, "enum")) return DeclarationKind::unknown;  // harmless, and its enumerators are names, too
      if (is(i, "struct") || is(i, "class") || is(i, "union")) return type_names(i, declaration);
    }
    return variable_names(start, declaration);
  }

  DeclarationKind alias_names(size_t start, Declaration& declaration) const {
    if (is(start + 1, "namespace")) return DeclarationKind::unknown;  // using namespace
    size_t name = declaration.head_end == declaration.last ? declaration.last - 2 : declaration.head_end - 1;
    for (size_t i = start; i + 1 < declaration.last; ++i) {
      if (is(i, "*") && is(i - 1, "(")) name = i + 1;  // typedef void (*name)(int)
    }
    while (name > start && is(name, "]")) name = code_.partner[name] - 1;
    if (!is_word(name)) return DeclarationKind::unknown;
    declaration.names = {std::string(tokens_[name].text)};
    return DeclarationKind::type;
  }

  DeclarationKind function_name(size_t start, Declaration& declaration) const {
    size_t name = declaration.name_token;
    while (name > start + 1 && is(name - 1, "::")) {
      name -= 2;
      if (is(name, ">")) name = code_.before_angles(name);
    }
    for (size_t i = start; i < declaration.parameters; ++i) {
      if (is(i, "operator")) return DeclarationKind::unknown;
    }
    declaration.names = {std::string(tokens_[name].text)};
    const bool bare = name == start || !is_word(name);  // no type before it: the use of a macro, or unknown
    return bare && name == declaration.name_token ? DeclarationKind::unknown : DeclarationKind::function;
  }

  // `struct alignas(16) Point : Base { ... } origin;` declares both Point and origin.
  DeclarationKind type_names(size_t keyword, Declaration& declaration) const {
    for (size_t i = keyword + 1; i < declaration.head_end && declaration.names.empty(); ++i) {
      if (is(i + 1, "("))
        i = code_.partner[i + 1];
      else if (is(i, "["))
        i = code_.partner[i];
      else if (is_word(i))
        declaration.names = {std::string(tokens_[i].text)};
    }
    const size_t rest = declaration.has_body ? code_.partner[declaration.head_end] : keyword + 1;
    for (size_t i = rest; i < declaration.last; ++i) {
      if (is_word(i)) declaration.names.push_back(std::string(tokens_[i].text));
    }
    return declaration.names.empty() ? DeclarationKind::unknown : DeclarationKind::type;
  }

  // `int a = 1, b[3], c{2};` declares a, b and c: the words before = , ; [ and {.
  DeclarationKind variable_names(size_t start, Declaration& declaration) const {
    for (size_t i = start; i + 1 < declaration.last; ++i) {
      const bool ends = is(i + 1, "=") || is(i + 1, ",") || is(i + 1, ";") || is(i + 1, "[") || is(i + 1, "{");
      if (is_word(i) && ends && !k_not_a_name.holds(tokens_[i].text)) {
        declaration.names.push_back(std::string(tokens_[i].text));
      }
      if (is(i, "<") && i < declaration.head_end)
        i = code_.after_angles(i) - 1;
      else if (code_.partner[i] > i)
        i = code_.partner[i];
    }
    return declaration.names.empty() ? DeclarationKind::unknown : DeclarationKind::variable;
  }

  // Whether a word before the name may be a macro of unknown meaning.
  bool has_unknown_macro(size_t start, const Declaration& declaration) const {
    const size_t end = declaration.parameters > 0 ? declaration.name_token : declaration.head_end;
    for (size_t i = start; i < end; ++i) {
      if (code_.partner[i] > i) i = code_.partner[i];
      if (!is_word(i) || !looks_like_macro(tokens_[i].text) || macros_.contains(tokens_[i].text)) continue;
      const bool own_name =
          std::find(declaration.names.begin(), declaration.names.end(), tokens_[i].text) != declaration.names.end();
      if (!own_name) return true;
    }
    return false;
  }

  Outline& outline_;
  Code& code_;
  const std::vector<Token>& tokens_;
  MacroMarks macros_;
  size_t at_ = 0;
  std::string scope_;
  std::vector<size_t> scopes_;  // length of scope_ before each open scope
};

}  // namespace

Outline outline(std::string_view source) {
  Outline result;
  result.code = read_code(source);
  Reader(result).run();
  return result;
}

}  // namespace whet
