#include "edit/text/index_form.h"

#include <algorithm>
#include <cstdlib>

#include "source/kernel/constants.h"
#include "source/text/word_list.h"

namespace whet::edit {

namespace {

constexpr int k_most_steps = 12;  // from one variable to its value
// Text that people write needs far less; more is not read.
constexpr int k_most_names = 400;
constexpr size_t k_most_terms = 64, k_most_factors = 12;
constexpr int64_t k_most_coefficient = int64_t{1} << 31;
constexpr WordList k_integer_words("int unsigned long short size_t int64_t uint64_t int32_t uint32_t signed const");

}  // namespace

class IndexReader {
 public:
  IndexReader(const KernelText& text, const std::vector<Local>& locals) : text_(text), locals_(locals) {}

  IndexForm sum(size_t first, size_t last, int depth) const {
    IndexForm total;
    size_t at = first;
    int sign = 1;
    while (at < last) {
      if (at == first || code().is(at, "+") || code().is(at, "-")) {
        if (code().is(at, "-"))
          sign = -1, ++at;
        else if (code().is(at, "+"))
          sign = 1, ++at;
      }
      size_t end = at;
      while (end < last && (end == at || (!code().is(end, "+") && !code().is(end, "-"))))
        end = std::max(code().partner[end], end) + 1;
      if (end == at) return opaque(first, last);
      add(total, product(at, end, depth), sign);
      sign = 1;
      at = end;
    }
    return total;
  }

 private:
  const Code& code() const { return text_.code(); }

  IndexForm product(size_t first, size_t last, int depth) const {
    std::vector<size_t> stars;
    for (size_t i = first; i < last; i = std::max(code().partner[i], i) + 1) {
      const Token& token = text_.token(i);
      if (token.is("*")) stars.push_back(i);
      const bool is_plain = token.is_identifier() || token.kind == TokenKind::number || token.is("*") ||
                            token.is(".") || token.is("(") || token.is("[") || token.is("::") || token.is("<") ||
                            token.is(">");
      if (!is_plain) return opaque(first, last);
    }
    IndexForm result = number(1);
    size_t at = first;
    stars.push_back(last);
    for (const size_t star : stars) {
      result = multiply(result, factor(at, star, depth));
      at = star + 1;
    }
    return result;
  }

  IndexForm factor(size_t first, size_t last, int depth) const {
    if (first >= last) return opaque(first, last);
    while (code().is(first, "(") && code().partner[first] + 1 < last &&
           is_integer_type(first + 1, code().partner[first]))
      first = code().partner[first] + 1;
    if (code().is(first, "(") && code().partner[first] + 1 == last) return sum(first + 1, last - 1, depth);
    if (code().is(first, "static_cast") && code().is(last - 1, ")")) {
      const size_t open = code().partner[last - 1];
      if (is_integer_type(first + 2, open - 1)) return sum(open + 1, last - 1, depth);
    }
    const Token& token = text_.token(first);
    if (last == first + 1 && token.kind == TokenKind::number) {
      const auto value = whole_number(token.text);
      return value ? number(*value) : opaque(first, last);
    }
    if (last == first + 1 && token.is_identifier()) return name(std::string(token.text), depth);
    if (last == first + 3 && token.is_identifier() && code().is(first + 1, ".") && code().is_word(first + 2))
      return atom(std::string(token.text) + "." + std::string(text_.token(first + 2).text));
    return opaque(first, last);
  }

  bool is_integer_type(size_t first, size_t last) const {
    if (first >= last) return false;
    for (size_t i = first; i < last; ++i) {
      if (!k_integer_words.holds(text_.token(i).text)) return false;
    }
    return true;
  }

  IndexForm name(const std::string& name, int depth) const {
    if (const auto value = text_.constant(name)) return number(*value);
    if (++names_read_ > k_most_names || depth >= k_most_steps) return unknown();
    const Local* const local = local_named(locals_, name);
    if (local && local->is_set_once) {
      IndexForm value = sum(local->value_first, local->value_last, depth + 1);
      value.names_.insert(name);
      return value;
    }
    return atom(name);
  }

  static IndexForm number(int64_t value) {
    IndexForm form;
    if (value > k_most_coefficient || value < -k_most_coefficient) return unknown();
    if (value != 0) form.terms_[{}] = value;
    return form;
  }

  static IndexForm unknown() {
    IndexForm form;
    form.is_unknown_ = form.has_opaque_ = true;
    return form;
  }

  static IndexForm atom(const std::string& name) {
    IndexForm form;
    form.terms_[{name}] = 1;
    form.names_ = {name};
    return form;
  }

  // Names of variables inside stand for their values' names, too.
  IndexForm opaque(size_t first, size_t last) const {
    IndexForm form = atom("`" + text_.text(first, last) + "`");
    form.names_.clear();
    form.has_opaque_ = true;
    for (size_t i = first; i < last; ++i) add_names(i, 0, form);
    form.hidden_ = form.names_;
    return form;
  }

  void add_names(size_t i, int depth, IndexForm& form) const {
    if (!text_.token(i).is_identifier() || code().is(i - 1, ".")) return;
    const std::string word(text_.token(i).text);
    const bool is_new =
        form.names_.insert(code().is(i + 1, ".") ? word + "." + std::string(text_.token(i + 2).text) : word).second;
    const Local* const local = local_named(locals_, word);
    if (!is_new || !local || !local->has_value() || code().is(i + 1, ".")) return;
    for (size_t at = local->value_first; at < local->value_last; ++at) add_names(at, depth + 1, form);
  }

  friend class IndexForm;
  static void add(IndexForm& total, const IndexForm& term, int64_t factor) {
    for (const auto& [names, coefficient] : term.terms_) {
      auto& sum = total.terms_[names];
      sum += factor * coefficient;
      total.is_unknown_ |= std::abs(sum) > k_most_coefficient;
      if (sum == 0) total.terms_.erase(names);
    }
    total.is_unknown_ |= total.terms_.size() > k_most_terms;
    if (total.is_unknown_) total.terms_.clear();
    note_names(total, term);
  }

  static IndexForm multiply(const IndexForm& a, const IndexForm& b) {
    IndexForm result;
    if (a.terms_.size() * b.terms_.size() > k_most_terms) return unknown();
    for (const auto& [left, x] : a.terms_) {
      for (const auto& [right, y] : b.terms_) {
        std::vector<std::string> names = left;
        names.insert(names.end(), right.begin(), right.end());
        std::sort(names.begin(), names.end());
        auto& sum = result.terms_[names];
        sum += x * y;
        if (names.size() > k_most_factors || std::abs(sum) > k_most_coefficient) return unknown();
      }
    }
    note_names(result, a);
    note_names(result, b);
    return result;
  }

  static void note_names(IndexForm& form, const IndexForm& other) {
    form.names_.insert(other.names_.begin(), other.names_.end());
    form.hidden_.insert(other.hidden_.begin(), other.hidden_.end());
    form.has_opaque_ |= other.has_opaque_;
    form.is_unknown_ |= other.is_unknown_;
  }

  const KernelText& text_;
  const std::vector<Local>& locals_;
  mutable int names_read_ = 0;
};

IndexForm IndexForm::read(const KernelText& text, const std::vector<Local>& locals, size_t first, size_t last) {
  return IndexReader(text, locals).sum(first, last, 0);
}

std::optional<int64_t> IndexForm::step(const std::string& variable) const {
  if (is_unknown_ || hidden_.contains(variable)) return std::nullopt;
  int64_t step = 0;
  for (const auto& [names, coefficient] : terms_) {
    const auto times = std::count(names.begin(), names.end(), variable);
    if (times == 0) continue;
    if (names.size() > 1) return std::nullopt;
    step += coefficient;
  }
  return step;
}

IndexForm IndexForm::plus(const IndexForm& other) const {
  IndexForm sum = *this;
  IndexReader::add(sum, other, 1);
  return sum;
}

}  // namespace whet::edit
