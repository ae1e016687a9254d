#include "util/text/text_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace whet {

namespace {

using LineKind = DiffLine::Kind;

// Above this many changes the search for a shortest script stops: its memory grows with their square.
constexpr int k_most_changes = 2000;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// Numbers the lines so that equal lines get equal numbers.
std::vector<int> numbered(const std::vector<std::string_view>& lines,
                          std::unordered_map<std::string_view, int>& known) {
  std::vector<int> numbers;
  for (const std::string_view line : lines)
    numbers.push_back(known.try_emplace(line, static_cast<int>(known.size())).first->second);
  return numbers;
}

// Myers' greedy search ("An O(ND) Difference Algorithm", 1986). On diagonal k = x - y, `reach_[d]` holds the furthest x
// in the first text that d changes can get to; equal lines are free.
//   a b c  ->  b c d:  d = 1 removes `a` and follows b, c on diagonal 1; d = 2 adds `d` and has reached both ends
class Search {
 public:
  Search(std::vector<int> before, std::vector<int> after) : before_(std::move(before)), after_(std::move(after)) {}

  // The script from its last step to its first; empty when there are too many changes.
  std::vector<LineKind> steps() {
    const int all = static_cast<int>(before_.size() + after_.size());
    for (int d = 0; d <= std::min(all, k_most_changes); ++d) {
      if (extend(d)) return walk_back(d);
    }
    return {};
  }

 private:
  int at(int d, int k) const { return reach_[static_cast<size_t>(d)][static_cast<size_t>(k + d)]; }

  // Whether the furthest path to diagonal k comes from k + 1 by an added line, rather than from k - 1 by a removed one.
  bool comes_by_adding(int d, int k) const { return k == -d || (k != d && at(d - 1, k - 1) < at(d - 1, k + 1)); }

  bool extend(int d) {
    std::vector<int> row(static_cast<size_t>(2 * d + 1), 0);
    bool arrived = false;
    for (int k = -d; k <= d; k += 2) {
      int x = d == 0 ? 0 : comes_by_adding(d, k) ? at(d - 1, k + 1) : at(d - 1, k - 1) + 1;
      x += same_from(x, x - k);
      row[static_cast<size_t>(k + d)] = x;
      arrived = arrived || (x >= static_cast<int>(before_.size()) && x - k >= static_cast<int>(after_.size()));
    }
    reach_.push_back(std::move(row));
    return arrived;
  }

  int same_from(int x, int y) const {
    int count = 0;
    while (x + count < static_cast<int>(before_.size()) && y + count < static_cast<int>(after_.size()) &&
           before_[static_cast<size_t>(x + count)] == after_[static_cast<size_t>(y + count)])
      ++count;
    return count;
  }

  std::vector<LineKind> walk_back(int d) const {
    std::vector<LineKind> steps;
    int k = static_cast<int>(before_.size()) - static_cast<int>(after_.size());
    int x = static_cast<int>(before_.size());
    for (; d > 0; --d) {
      const bool adding = comes_by_adding(d, k);
      const int start = adding ? at(d - 1, k + 1) : at(d - 1, k - 1) + 1;
      steps.insert(steps.end(), static_cast<size_t>(x - start), LineKind::same);
      steps.push_back(adding ? LineKind::added : LineKind::removed);
      x = adding ? start : start - 1;
      k += adding ? 1 : -1;
    }
    steps.insert(steps.end(), static_cast<size_t>(x), LineKind::same);
    return steps;
  }

  std::vector<int> before_, after_;
  std::vector<std::vector<int>> reach_;
};

// Puts removed lines first within each run of changes.
void group_changes(std::vector<DiffLine>& lines) {
  auto start = lines.begin();
  while (start != lines.end()) {
    const auto is_same = [](const DiffLine& line) { return line.kind == LineKind::same; };
    start = std::find_if_not(start, lines.end(), is_same);
    const auto end = std::find_if(start, lines.end(), is_same);
    std::stable_partition(start, end, [](const DiffLine& line) { return line.kind == LineKind::removed; });
    start = end;
  }
}

std::string range_text(size_t line, size_t count) {
  return count == 1 ? std::to_string(line) : fmt::format("{},{}", line, count);
}

}  // namespace

std::vector<DiffLine> diff_lines(std::string_view before, std::string_view after) {
  const auto old_lines = lines_of(before), new_lines = lines_of(after);
  const size_t shorter = std::min(old_lines.size(), new_lines.size());
  size_t head = 0, tail = 0;
  while (head < shorter && old_lines[head] == new_lines[head]) ++head;
  while (tail < shorter - head &&
         old_lines.rbegin()[static_cast<ptrdiff_t>(tail)] == new_lines.rbegin()[static_cast<ptrdiff_t>(tail)])
    ++tail;
  const auto middle = [&](const std::vector<std::string_view>& lines) {
    return std::vector(lines.begin() + static_cast<ptrdiff_t>(head), lines.end() - static_cast<ptrdiff_t>(tail));
  };
  const auto removed = middle(old_lines), added = middle(new_lines);
  std::unordered_map<std::string_view, int> known;
  auto old_numbers = numbered(removed, known);
  std::vector<LineKind> steps = Search(std::move(old_numbers), numbered(added, known)).steps();
  std::reverse(steps.begin(), steps.end());
  if (steps.empty()) {
    steps.assign(removed.size(), LineKind::removed);
    steps.insert(steps.end(), added.size(), LineKind::added);
  }
  std::vector<DiffLine> lines;
  for (size_t i = 0; i < head; ++i) lines.push_back({LineKind::same, old_lines[i]});
  size_t x = 0, y = 0;
  for (const LineKind step : steps) {
    lines.push_back({step, step == LineKind::added ? added[y] : removed[x]});
    if (step != LineKind::added) ++x;
    if (step != LineKind::removed) ++y;
  }
  for (size_t i = old_lines.size() - tail; i < old_lines.size(); ++i) lines.push_back({LineKind::same, old_lines[i]});
  group_changes(lines);
  return lines;
}

std::vector<DiffHunk> diff_hunks(std::string_view before, std::string_view after, size_t context) {
  const std::vector<DiffLine> lines = diff_lines(before, after);
  std::vector<bool> shown(lines.size(), false);
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind == LineKind::same) continue;
    const size_t first = i - std::min(i, context), end = std::min(lines.size(), i + context + 1);
    std::fill(shown.begin() + static_cast<ptrdiff_t>(first), shown.begin() + static_cast<ptrdiff_t>(end), true);
  }
  std::vector<DiffHunk> hunks;
  size_t before_line = 1, after_line = 1;
  for (size_t i = 0; i < lines.size(); ++i) {
    const size_t from_before = lines[i].kind != LineKind::added, from_after = lines[i].kind != LineKind::removed;
    if (shown[i]) {
      if (i == 0 || !shown[i - 1]) hunks.push_back({before_line, 0, after_line, 0, {}});
      hunks.back().lines.push_back(lines[i]);
      hunks.back().before_count += from_before;
      hunks.back().after_count += from_after;
    }
    before_line += from_before;
    after_line += from_after;
  }
  for (DiffHunk& hunk : hunks) {
    if (hunk.before_count == 0) --hunk.before_line;
    if (hunk.after_count == 0) --hunk.after_line;
  }
  return hunks;
}

std::string hunk_header(const DiffHunk& hunk) {
  return fmt::format("@@ -{} +{} @@", range_text(hunk.before_line, hunk.before_count),
                     range_text(hunk.after_line, hunk.after_count));
}

std::string unified_diff(std::string_view before, std::string_view after, std::string_view before_name,
                         std::string_view after_name, size_t context) {
  const auto hunks = diff_hunks(before, after, context);
  if (hunks.empty()) return {};
  std::string text = fmt::format("--- {}\n+++ {}\n", before_name, after_name);
  for (const DiffHunk& hunk : hunks) {
    text += hunk_header(hunk) + "\n";
    for (const DiffLine& line : hunk.lines) {
      text += line.kind == LineKind::same ? ' ' : line.kind == LineKind::removed ? '-' : '+';
      text += line.text;
      if (!line.text.ends_with('\n')) text += "\n\\ No newline at end of file\n";
    }
  }
  return text;
}

}  // namespace whet
