#include "source/tunable/constant_uses.h"

#include <algorithm>
#include <set>

#include "source/kernel/for_loops.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_before_types(
    "const constexpr static inline volatile register unsigned signed extern __shared__ __device__ __constant__ "
    "__align__ alignas");
constexpr WordList k_no_declaration("return if else for while switch case do goto delete new sizeof throw");

class UseFinder {
 public:
  explicit UseFinder(const Outline& outline) : outline_(outline), code_(outline.code) {}

  void find(std::string_view name) {
    if (!seen_.insert(std::string(name)).second) return;
    for (size_t i = 0; i < code_.tokens.size(); ++i) {
      const Token& token = code_.tokens[i];
      if (token.kind == TokenKind::directive)
        in_directive(token, name);
      else if (token.is_identifier() && token.is(name))
        in_code(i);
    }
  }

  std::vector<ConstantUse> take() {
    std::stable_sort(uses_.begin(), uses_.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
    return std::move(uses_);
  }

 private:
  void add(ConstantRole role, int line) { uses_.push_back({role, line}); }

  void in_directive(const Token& token, std::string_view name) {
    const Directive line = directive(token);
    const auto& words = line.tokens;
    const size_t first = line.name == "define" ? 1 : 0;
    const bool names_it = std::any_of(words.begin() + static_cast<std::ptrdiff_t>(std::min(first, words.size())),
                                      words.end(), [&](const Token& word) { return word.is(name); });
    if (!names_it) return;
    if (line.name == "define")
      find(words[0].text);
    else if (line.name == "pragma" && words[0].is("unroll"))
      add(ConstantRole::unroll, token.line);
    else if (line.name == "if" || line.name == "elif")
      add(ConstantRole::condition, token.line);
  }

  void in_code(size_t i) {
    const int line = code_.tokens[i].line;
    if (code_.is(i + 1, "=") || code_.is(i - 1, "::") || code_.is(i - 1, ".") || code_.is(i - 1, "->")) return;
    if (const auto derived = defined_by(i)) return find(*derived);
    if (in_launch_bounds(i)) return add(ConstantRole::launch_bounds, line);
    if (!is_device_code(outline_, i)) return in_global_array(i);
    add(role_of(i), line);
  }

  // A variable at namespace scope whose extent uses the name.
  void in_global_array(size_t i) {
    for (const Declaration& declaration : outline_.declarations) {
      const bool holds = i >= declaration.first && i < declaration.last;
      if (holds && declaration.device && is_extent(i)) add(extent_role(i), code_.tokens[i].line);
    }
  }

  bool in_launch_bounds(size_t i) const {
    for (size_t open = enclosing(i); open > 0; open = enclosing(open)) {
      if (code_.is(open, "(") && code_.is(open - 1, "__launch_bounds__")) return true;
      if (code_.is(open, "{")) return false;
    }
    return false;
  }

  // The bracket around token `i`; 0: none.
  size_t enclosing(size_t i) const {
    while (i-- > 0) {
      if (code_.partner[i] > i) return i;
      i = code_.partner[i];
    }
    return 0;
  }

  // One past the end of the previous statement, or past an opening bracket.
  size_t statement_begin(size_t i) const {
    while (i-- > 0) {
      const bool ends = code_.is(i, ";") || code_.tokens[i].kind == TokenKind::directive;
      if (ends || code_.partner[i] > i || code_.is(i, "}")) return i + 1;
      i = code_.partner[i];
    }
    return 0;
  }

  // `constexpr int WARPS = BLOCK / 32;` defines WARPS. A const variable counts if its initializer has only such names.
  std::optional<std::string_view> defined_by(size_t i) const {
    size_t at = i;
    while (enclosing(at) > 0 && code_.is(enclosing(at), "(")) at = enclosing(at);
    bool constant = false, always = false;
    size_t assign = 0;
    for (size_t t = statement_begin(at); t < at; t = std::max(code_.partner[t], t) + 1) {
      always |= code_.is(t, "constexpr");
      constant |= always || code_.is(t, "const");
      if (code_.is(t + 1, "=") && code_.is_word(t)) assign = t + 1;
    }
    if (!constant || assign == 0 || !(always || names_only_seen(assign + 1))) return std::nullopt;
    return code_.tokens[assign - 1].text;
  }

  // Whether the initializer that begins at `at` contains no names but those already followed.
  bool names_only_seen(size_t at) const {
    for (; at < code_.tokens.size() && !code_.is(at, ";") && !code_.is(at, ","); ++at) {
      if (code_.is_word(at) && !seen_.contains(std::string(code_.tokens[at].text))) return false;
    }
    return true;
  }

  // Whether it is in the brackets of a declared array: `float sums[N]`, not `x = sums[N]`.
  bool is_extent(size_t i) const {
    size_t open = enclosing(i);
    while (open > 0 && code_.is(open, "(")) open = enclosing(open);
    if (!code_.is(open, "[")) return false;
    size_t begin = statement_begin(open);
    for (size_t t = begin; t < open; t = std::max(code_.partner[t], t) + 1) {
      if (code_.is(t, "=") || code_.is(t, "+=") || code_.is(t, "?")) return false;
    }
    while (begin < open && (k_before_types.holds(code_.tokens[begin].text) || code_.is(begin, "("))) {
      begin = std::max(code_.partner[begin], begin) + 1;
    }
    if (!code_.is_word(begin) || k_no_declaration.holds(code_.tokens[begin].text)) return false;
    const size_t after = code_.is(begin + 1, "<") ? code_.after_angles(begin + 1) : begin + 1;
    return code_.is_word(after) || code_.is(after, "::") || code_.is(after, "*");
  }

  ConstantRole extent_role(size_t i) const {
    size_t open = enclosing(i);
    while (open > 0 && !code_.is(open, "[")) open = enclosing(open);
    for (size_t t = statement_begin(open); t < open; ++t) {
      if (code_.is(t, "__shared__")) return ConstantRole::shared;
    }
    return ConstantRole::array;
  }

  bool is_block_factor(size_t i) const {
    const auto index_before = [&](size_t at) {
      return at >= 3 && code_.is(at - 3, "blockIdx") && code_.is(at - 2, ".");
    };
    const bool before = code_.is(i - 1, "*") && index_before(i - 1);
    const bool after = code_.is(i + 1, "*") && code_.is(i + 2, "blockIdx");
    const bool of_thread = code_.is(i - 1, "*") && i >= 4 && code_.is(i - 4, "gridDim");
    return before || after || of_thread;
  }

  // `reduce<N>(p)`, `tile<float, N> t`; not `a < N, b > 2`.
  bool is_template_argument(size_t i) const {
    const bool first = code_.is(i - 1, "<") && (code_.is(i + 1, ">") || code_.is(i + 1, ","));
    const bool last = code_.is(i - 1, ",") && code_.is(i + 1, ">");
    if (!first && !last) return false;
    const size_t open = first ? i - 1 : code_.before_angles(i + 1) + 1;
    const size_t end = code_.after_angles(open);
    if (!code_.is_word(open - 1) || !code_.is(end - 1, ">")) return false;
    return code_.is_word(end) || code_.is(end, "(") || code_.is(end, "::") || code_.is(end, "{") || code_.is(end, ">");
  }

  ConstantRole role_of(size_t i) const {
    if (is_extent(i)) return extent_role(i);
    if (is_block_factor(i)) return ConstantRole::block;
    if (is_template_argument(i)) return ConstantRole::template_argument;
    for (size_t open = enclosing(i); open > 0 && !code_.is(open, "{"); open = enclosing(open)) {
      if (!code_.is(open, "(")) continue;
      const bool constant_if = code_.is(open - 1, "constexpr") && code_.is(open - 2, "if");
      if (code_.is(open - 1, "if") || constant_if || code_.is(open - 1, "switch")) return ConstantRole::condition;
      if (code_.is(open - 1, "for") || code_.is(open - 1, "while")) return ConstantRole::loop;
    }
    return code_.is(i + 1, "?") ? ConstantRole::condition : ConstantRole::arithmetic;
  }

  const Outline& outline_;
  const Code& code_;
  std::set<std::string> seen_;  // prevents endless recursion if a constant is defined by itself
  std::vector<ConstantUse> uses_;
};

}  // namespace

std::string_view name_of(ConstantRole role) {
  constexpr std::string_view k_names[] = {"array", "shared array",      "loop",      "unroll",    "launch bounds",
                                          "block", "template argument", "condition", "arithmetic"};
  return k_names[static_cast<size_t>(role)];
}

std::vector<ConstantUse> find_uses(const Outline& outline, std::string_view name) {
  UseFinder finder(outline);
  finder.find(name);
  return finder.take();
}

}  // namespace whet
