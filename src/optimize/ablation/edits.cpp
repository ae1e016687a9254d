#include "optimize/ablation/edits.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "util/text/text_diff.h"

namespace whet {

namespace {

constexpr size_t k_shown_characters = 60;

bool has_word(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

std::string without_blanks(std::string_view text) {
  std::string kept;
  std::copy_if(text.begin(), text.end(), std::back_inserter(kept), [](unsigned char c) { return !std::isspace(c); });
  return kept;
}

std::string first_line(std::string_view text) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!has_word(line)) continue;
    line.remove_prefix(line.find_first_not_of(" \t"));
    return std::string(line.substr(0, k_shown_characters));
  }
  return {};
}

// Walks through a diff and collects its edits.
class EditFinder {
 public:
  void take(const DiffLine& line) {
    if (line.kind == DiffLine::Kind::same) {
      keep(line.text);
    } else {
      if (!open_) begin();
      close_gap();
      (line.kind == DiffLine::Kind::added ? edit_.added : edit_.removed) += line.text;
      advance(line);
    }
  }

  std::vector<Edit> finish() {
    end();
    return std::move(edits_);
  }

 private:
  void begin() {
    edit_ = {candidate_line_, {}, {}, offset_};
    open_ = true;
  }

  // Unchanged lines without a word stay in the edit only if more changes follow right after them.
  void keep(std::string_view text) {
    if (open_ && has_word(text))
      end();
    else if (open_)
      gap_ += text;
    ++candidate_line_;
    offset_ += text.size();
  }

  void close_gap() {
    edit_.added += gap_;
    edit_.removed += gap_;
    gap_.clear();
  }

  void advance(const DiffLine& line) {
    if (line.kind == DiffLine::Kind::removed) return;
    ++candidate_line_;
    offset_ += line.text.size();
  }

  void end() {
    gap_.clear();
    if (open_ && without_blanks(edit_.removed) != without_blanks(edit_.added)) edits_.push_back(std::move(edit_));
    open_ = false;
  }

  std::vector<Edit> edits_;
  Edit edit_;
  std::string gap_;
  bool open_ = false;
  size_t candidate_line_ = 1, offset_ = 0;
};

}  // namespace

std::vector<Edit> find_edits(std::string_view parent, std::string_view candidate) {
  EditFinder finder;
  const std::vector<DiffLine> lines = diff_lines(parent, candidate);
  for (const DiffLine& line : lines) finder.take(line);
  return finder.finish();
}

std::string without(const Edit& edit, std::string_view candidate) {
  std::string text(candidate);
  text.replace(edit.begin, edit.added.size(), edit.removed);
  return text;
}

std::string describe(const Edit& edit) {
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  return fmt::format("line {}: +{} -{}  {}", edit.candidate_line, lines(edit.added), lines(edit.removed),
                     first_line(edit.added.empty() ? edit.removed : edit.added));
}

}  // namespace whet
