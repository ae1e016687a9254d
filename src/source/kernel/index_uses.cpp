#include "source/kernel/index_uses.h"

#include <algorithm>
#include <map>
#include <set>

#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_bringing_into_range("% & > / ? min max clamp");

class IndexFinder {
 public:
  IndexFinder(const Code& code, const Declaration& kernel, const std::vector<std::string>& pointers)
      : code_(code), first_(kernel.head_end), last_(kernel.last), pointers_(pointers) {}

  std::vector<IndexUse> run() {
    for (size_t i = first_; i + 1 < last_; ++i) {
      if (is_element(i)) note(i);
    }
    for (size_t i = first_; i + 2 < last_; ++i) note_loaded(i);
    for (size_t i = first_; i + 2 < last_; ++i) note_copied(i);
    std::vector<IndexUse> uses;
    for (const std::string& name : pointers_) {
      IndexUse use{name, is_offsets(name), {}, {}};
      for (const std::string& variable : set_from_[name])
        use.into.insert(use.into.end(), by_variable_[variable].begin(), by_variable_[variable].end());
      use.into.insert(use.into.end(), nested_[name].begin(), nested_[name].end());
      std::erase(use.into, name);
      std::sort(use.into.begin(), use.into.end());
      use.into.erase(std::unique(use.into.begin(), use.into.end()), use.into.end());
      if (use.is_offsets || !use.into.empty()) uses.push_back(std::move(use));
    }
    for (IndexUse& use : uses) use.parts = parts_of(use, uses);
    return uses;
  }

 private:
  bool is_pointer(size_t i) const {
    return std::any_of(pointers_.begin(), pointers_.end(), [&](const std::string& name) { return code_.is(i, name); });
  }
  bool is_element(size_t i) const { return code_.is_word(i) && is_pointer(i) && code_.is(i + 1, "["); }

  std::string text(size_t first, size_t last) const {
    std::string words;
    for (size_t i = first; i < last; ++i) words += std::string(code_.tokens[i].text) + " ";
    return words;
  }

  // x[q[i] % 16], x[min(q[i], n - 1)]: any value of q is valid.
  bool is_brought_into_range(size_t open, size_t close) const {
    for (size_t i = open + 1; i < close; ++i) {
      if (k_bringing_into_range.holds(code_.tokens[i].text)) return true;
    }
    return false;
  }

  // x[...]: records the index text, a variable that is the whole index, and another array that the index goes through.
  void note(size_t i) {
    const std::string name(code_.tokens[i].text);
    const size_t open = i + 1, close = code_.partner[open];
    indexed_by_[name].insert(text(open + 1, close));
    if (is_brought_into_range(open, close)) return;
    for (size_t k = open + 1; k < close; ++k) {
      if (is_element(k)) {
        nested_[std::string(code_.tokens[k].text)].insert(name);
        k = code_.partner[k + 1];
      } else if (code_.is_word(k)) {
        by_variable_[std::string(code_.tokens[k].text)].insert(name);
      }
    }
  }

  // `int j = row_ptr[row]`: the variable holds an element of the array.
  void note_loaded(size_t i) {
    if (!code_.is_word(i) || !code_.is(i + 1, "=") || !is_element(i + 2)) return;
    const size_t behind = code_.partner[i + 3] + 1;
    if (code_.is(behind, ";") || code_.is(behind, ",") || code_.is(behind, "+"))
      set_from_[std::string(code_.tokens[i + 2].text)].insert(std::string(code_.tokens[i].text));
  }

  // `for (int j = begin; ...` after `int begin = row_ptr[row]`: j holds an element, too.
  void note_copied(size_t i) {
    if (!code_.is_word(i) || !code_.is(i + 1, "=") || !code_.is_word(i + 2)) return;
    if (!code_.is(i + 3, ";") && !code_.is(i + 3, ",") && !code_.is(i + 3, "+")) return;
    const std::string from(code_.tokens[i + 2].text);
    for (auto& [array, variables] : set_from_) {
      if (variables.contains(from)) variables.insert(std::string(code_.tokens[i].text));
    }
  }

  bool is_offsets(const std::string& name) const {
    const auto texts = indexed_by_.find(name);
    if (texts == indexed_by_.end()) return false;
    return std::any_of(texts->second.begin(), texts->second.end(), [&](const std::string& each) {
      return texts->second.contains(each + "+ 1 ") || texts->second.contains("1 + " + each);
    });
  }

  static std::string parts_of(const IndexUse& use, const std::vector<IndexUse>& uses) {
    for (const IndexUse& other : uses) {
      if (other.is_offsets && std::find(other.into.begin(), other.into.end(), use.array) != other.into.end())
        return other.array;
    }
    return {};
  }

  const Code& code_;
  size_t first_, last_;
  const std::vector<std::string>& pointers_;
  std::map<std::string, std::set<std::string>> indexed_by_, nested_, by_variable_, set_from_;
};

}  // namespace

std::vector<IndexUse> find_index_uses(const Code& code, const Declaration& kernel,
                                      const std::vector<std::string>& pointers) {
  return IndexFinder(code, kernel, pointers).run();
}

}  // namespace whet
