#include "consult/answer/answer.h"

#include <algorithm>

#include <fmt/format.h>

#include "consult/text/fence.h"
#include "util/text.h"

namespace whet::consult {

namespace {

constexpr std::string_view k_search = "<<<<<<< SEARCH", k_middle = "=======", k_replace = ">>>>>>> REPLACE";
constexpr std::string_view k_memo = "MEMO:";

std::string_view without_return(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// Reads an answer line by line.
class AnswerReader {
 public:
  explicit AnswerReader(std::string_view text) : lines_(split(text, '\n')) {}

  Result<Answer> read() {
    while (at_ < lines_.size()) TRY_VOID(read_line(next()));
    if (fence_ && !trim(block_).empty())
      return bad_input("the fenced block is not closed: the answer ends in it", {}, "give the whole answer again");
    return checked();
  }

 private:
  std::string_view next() { return without_return(lines_[at_++]); }

  Result<void> read_line(std::string_view line) {
    if (trim(line) == k_search && trim(block_).empty()) return read_edit();
    if (fence_) {
      if (closes(*fence_, line))
        close_fence();
      else
        block_ += std::string(line) + "\n";
      return {};
    }
    if (trim(line).starts_with(k_memo)) return read_memo(trim(trim(line).substr(k_memo.size())));
    fence_ = opened_fence(line);
    return {};
  }

  // A fence around edits alone is empty.
  void close_fence() {
    if (!trim(block_).empty()) blocks_.push_back(block_);
    block_.clear();
    fence_.reset();
  }

  Result<void> read_edit() {
    AnswerEdit edit;
    TRY_VOID(read_until(k_middle, edit.search));
    TRY_VOID(read_until(k_replace, edit.replace));
    if (trim(edit.search).empty())
      return bad_input("a SEARCH part is empty", {},
                       "copy the lines that are to be replaced, or answer with the whole file");
    answer_.edits.push_back(std::move(edit));
    return {};
  }

  Result<void> read_until(std::string_view end, std::string& part) {
    while (at_ < lines_.size()) {
      const std::string_view line = next();
      if (trim(line) == end) return {};
      if (trim(line) == k_search) break;
      part += std::string(line) + "\n";
    }
    return bad_input(fmt::format("an edit has no line `{}`", end), {},
                     fmt::format("each edit is `{}`, lines, `{}`, lines, `{}`", k_search, k_middle, k_replace));
  }

  Result<void> read_memo(std::string_view text) {
    ++memos_;
    const size_t end = text.find(']');
    if (!text.starts_with('[') || end == std::string_view::npos)
      return bad_input("the MEMO line does not begin with a list of methods", {}, "MEMO: [method.id, ...] why");
    for (const std::string_view method : split(text.substr(1, end - 1), ',')) {
      if (!trim(method).empty()) answer_.methods.emplace_back(trim(method));
    }
    for (const char letter : trim(text.substr(end + 1)).substr(0, k_longest_memo))
      answer_.memo += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
    if (answer_.memo.empty()) return bad_input("the MEMO line does not say why", {}, "add one sentence to it");
    return {};
  }

  Result<Answer> checked() {
    if (blocks_.empty() && answer_.edits.empty())
      return bad_input("the answer has no kernel", {}, "give the whole file in one fenced block, or edits");
    if (!blocks_.empty() && !answer_.edits.empty())
      return bad_input("the answer has both a fenced block and edits", {}, "give one of them");
    if (blocks_.size() > 1)
      return bad_input(fmt::format("the answer has {} fenced blocks", blocks_.size()), {},
                       "give one kernel: the whole file in one block");
    if (memos_ != 1)
      return bad_input(fmt::format("the answer has {} MEMO lines", memos_), {}, "give one: MEMO: [method.id, ...] why");
    if (!blocks_.empty()) answer_.kernel = std::move(blocks_.front());
    return std::move(answer_);
  }

  std::vector<std::string_view> lines_;
  size_t at_ = 0;
  std::optional<FenceOpening> fence_;
  std::string block_;
  std::vector<std::string> blocks_;
  size_t memos_ = 0;
  Answer answer_;
};

size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// The search text as it stands at whole lines of `text`: the last line of a file may have no end.
std::string at_lines(const std::string& text, const std::string& search) {
  const std::string without_end = search.substr(0, search.size() - 1);
  return text.ends_with(without_end) && count_of(text, search) == 0 ? without_end : search;
}

}  // namespace

Result<Answer> parse_answer(std::string_view text) {
  if (text.size() > k_longest_answer)
    return bad_input(fmt::format("the answer has {} bytes, at most {} are read", text.size(), k_longest_answer), {},
                     "give one kernel and nothing else");
  if (text.find('\0') != std::string_view::npos) return bad_input("the answer has a byte 0");
  return AnswerReader(text).read();
}

Result<std::string> apply_edits(const std::string& text, const std::vector<AnswerEdit>& edits) {
  std::string edited = text;
  for (size_t i = 0; i < edits.size(); ++i) {
    const std::string search = at_lines(edited, edits[i].search);
    // A match begins a line.
    const std::string haystack = "\n" + edited, needle = "\n" + search;
    const size_t matches = count_of(haystack, needle);
    if (matches != 1)
      return bad_input(fmt::format("the SEARCH part of edit {} {}: `{}`", i + 1,
                                   matches == 0 ? "is not in the kernel" : fmt::format("is there {} times", matches),
                                   trim(edits[i].search.substr(0, edits[i].search.find('\n')))),
                       {}, "copy whole lines of the kernel as it was shown, enough of them to be there once");
    edited.replace(haystack.find(needle), search.size(), edits[i].replace);
  }
  return edited;
}

}  // namespace whet::consult
