#include "source/kernel/parameters.h"

#include <algorithm>

#include "source/text/code.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_builtin_words("unsigned signed long short int char float double bool void __int128 auto");
constexpr WordList k_qualifiers("const volatile");
// Words that do not change what is passed.
constexpr WordList k_passed_over(
    "__restrict__ __restrict restrict __grid_constant__ register struct class union enum typename "
    "maybe_unused");
constexpr WordList k_with_brackets("__align__ alignas __attribute__ __declspec");
constexpr WordList k_tight_before(", ) ] > * & :: ( [ <");
constexpr WordList k_tight_after(":: ( [ < ~");

// The text of the tokens [first, last): "const float* x".
std::string spelled(const Code& code, size_t first, size_t last) {
  std::string text;
  for (size_t i = first; i < last; ++i) {
    const bool tight =
        i == first || k_tight_before.holds(code.tokens[i].text) || k_tight_after.holds(code.tokens[i - 1].text);
    if (!tight) text += ' ';
    text += code.tokens[i].text;
  }
  return text;
}

// Reads one parameter from its tokens.
class ParameterReader {
 public:
  ParameterReader(const Code& code, size_t first, size_t last) : code_(code), at_(first), last_(last) {}

  Parameter run() {
    cut_default();
    result_.text = spelled(code_, at_, last_);
    while (at_ < last_) step();
    return std::move(result_);
  }

 private:
  bool is(size_t i, std::string_view text) const { return i < last_ && code_.is(i, text); }
  bool is_word(size_t i) const { return i < last_ && code_.is_word(i); }

  void cut_default() {
    for (size_t i = at_; i < last_; ++i) {
      if (!code_.is(i, "=")) continue;
      result_.default_value = spelled(code_, i + 1, last_);
      last_ = i;
    }
  }

  void step() {
    const std::string_view word = code_.tokens[at_].text;
    if (k_qualifiers.holds(word))
      qualifier();
    else if (k_with_brackets.holds(word))
      at_ = is(at_ + 1, "(") ? code_.partner[at_ + 1] + 1 : at_ + 1;
    else if (k_passed_over.holds(word))
      ++at_;
    else if (result_.base.empty() && (is_word(at_) || is(at_, "::")))
      base();
    else
      declarator();
  }

  void qualifier() {
    if (result_.pointers == 0) result_.is_const |= code_.is(at_, "const");
    ++at_;
  }

  void base() {
    const size_t first = at_;
    if (k_builtin_words.holds(code_.tokens[at_].text)) {
      for (; is_word(at_); ++at_) {
        const std::string_view word = code_.tokens[at_].text;
        if (k_qualifiers.holds(word)) result_.is_const |= word == "const";
        if (k_builtin_words.holds(word)) result_.base.append(result_.base.empty() ? "" : " ").append(word);
        if (!k_qualifiers.holds(word) && !k_builtin_words.holds(word)) return;
      }
      return;
    }
    while (is_word(at_) || is(at_, "::") || is(at_, "<")) {
      const bool joined = is(at_, "::") || is(at_, "<") || at_ == first || is(at_ - 1, "::");
      if (!joined) break;
      at_ = is(at_, "<") ? std::min(code_.after_angles(at_), last_) : at_ + 1;
    }
    result_.base = spelled(code_, first, at_);
  }

  // Stars, the name, array brackets. Of several words, the last is the name and the others are macros.
  void declarator() {
    if (is(at_, "*")) ++result_.pointers;
    if (is(at_, "&") || is(at_, "&&")) result_.is_reference = true;
    if (is_word(at_)) result_.name = code_.tokens[at_].text;
    if (is(at_, "[") && is(at_ + 1, "["))
      at_ = code_.partner[at_];  // an attribute
    else if (is(at_, "["))
      ++result_.pointers, at_ = code_.partner[at_];
    else if (is(at_, "(") && !result_.name.empty())
      at_ = code_.partner[at_];  // parameters of a function pointer
    ++at_;
  }

  const Code& code_;
  size_t at_, last_;
  Parameter result_;
};

}  // namespace

std::vector<Parameter> read_parameters(std::string_view parameters) {
  const Code code = read_code(parameters);
  std::vector<Parameter> result;
  size_t first = 0;
  for (size_t i = 0; i <= code.tokens.size(); ++i) {
    if (i < code.tokens.size() && code.is(i, "<")) i = code.after_angles(i) - 1;
    if (i < code.tokens.size() && code.partner[i] > i) i = code.partner[i];
    if (i < code.tokens.size() && !code.is(i, ",")) continue;
    if (i > first) result.push_back(ParameterReader(code, first, i).run());
    first = i + 1;
  }
  const bool none = result.size() == 1 && result[0].base == "void" && !result[0].is_pointer();
  return none ? std::vector<Parameter>{} : result;
}

}  // namespace whet
