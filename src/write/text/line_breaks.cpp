#include "write/text/line_breaks.h"

#include <array>
#include <optional>
#include <vector>

#include "util/text.h"

namespace whet::write {

namespace {

constexpr size_t k_further = 4;  // spaces before the rest of a broken statement, beside its own

struct Separator {
  std::string_view text;
  size_t rank;  // among those of the same brackets: the lowest is broken at
  bool begins_line;
};
constexpr std::array<Separator, 8> k_separators{{{", ", 0, false},
                                                 {" && ", 0, false},
                                                 {" || ", 0, false},
                                                 {" ? ", 1, true},
                                                 {" : ", 1, true},
                                                 {" = ", 2, false},
                                                 {" + ", 3, false},
                                                 {" * ", 4, false}}};

// A place between two words, and how far inside brackets it is.
struct Break {
  size_t end, next;  // the line ends there, the next one begins there
  size_t depth, rank;
};

size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

class BreakSearch {
 public:
  explicit BreakSearch(std::string_view line) : line_(line) {}

  std::vector<Break> all() {
    for (at_ = indent_of(line_); at_ < line_.size(); ++at_) {
      const char c = line_[at_];
      if (c == '"') skip_string();
      if (c == '(' || c == '[' || c == '{' || opens_template()) ++depth_;
      if ((c == ')' || c == ']' || c == '}' || closes_template()) && depth_ > 0) --depth_;
      add_separator();
    }
    return found_;
  }

 private:
  // Signs of comparisons and shifts have spaces around them.
  bool opens_template() const { return line_[at_] == '<' && at_ > 0 && line_[at_ - 1] != ' '; }
  bool closes_template() const {
    return line_[at_] == '>' && at_ > 0 && line_[at_ - 1] != ' ' && line_[at_ - 1] != '-';
  }
  void skip_string() {
    const size_t end = line_.find('"', at_ + 1);
    at_ = end == std::string_view::npos ? line_.size() - 1 : end;
  }
  void add_separator() {
    for (const Separator& each : k_separators) {
      if (!line_.substr(at_).starts_with(each.text)) continue;
      const size_t end = at_ + each.text.size();
      found_.push_back({each.begins_line ? at_ : end - 1, each.begins_line ? at_ + 1 : end, depth_, each.rank});
    }
  }

  std::string_view line_;
  size_t at_ = 0, depth_ = 0;
  std::vector<Break> found_;
};

// After "=" only where all that follows fits on a line.
bool leaves_too_much(std::string_view line, const Break& at) {
  return line.substr(0, at.end).ends_with(" =") && indent_of(line) + k_further + line.size() - at.next > k_longest_line;
}

// The outermost place, of these the one that separates most, of these the last one within the length.
std::optional<Break> best_break(std::string_view line) {
  std::optional<Break> best;
  for (const Break& each : BreakSearch(line).all()) {
    if (each.end > k_longest_line || each.next >= line.size() || leaves_too_much(line, each)) continue;
    const auto is_better = [&] {
      return each.depth != best->depth ? each.depth < best->depth : each.rank <= best->rank;
    };
    if (!best || is_better()) best = each;
  }
  return best;
}

// "if (...)" or "for (...)" with its statement on the same line: where the head ends.
std::optional<size_t> end_of_head(std::string_view line) {
  const std::string_view text = line.substr(indent_of(line));
  if (!text.starts_with("if (") && !text.starts_with("for (")) return std::nullopt;
  size_t depth = 0;
  for (size_t at = line.find('('); at < line.size(); ++at) {
    if (line[at] == '(') ++depth;
    if (line[at] != ')' || --depth > 0) continue;
    const bool has_statement = line.substr(at).starts_with(") ") && !line.substr(at).starts_with(") {");
    return has_statement ? std::optional(at + 1) : std::nullopt;
  }
  return std::nullopt;
}

void add_comment(std::string_view text, size_t indent, std::string& lines) {
  const std::string begin = std::string(indent, ' ') + "//";
  std::string line = begin;
  for (const auto word : split(trim(text), ' ')) {
    if (line.size() + 1 + word.size() > k_longest_line) {
      lines += line + "\n";
      line = begin;
    }
    line += " " + std::string(word);
  }
  lines += line + "\n";
}

// `rest` is the indentation of what follows the first line.
void add_statement(std::string line, size_t rest, std::string& lines) {
  while (line.size() > k_longest_line) {
    const auto at = best_break(line);
    if (!at) break;
    lines += line.substr(0, at->end) + "\n";
    line = std::string(rest, ' ') + line.substr(at->next);
  }
  lines += line + "\n";
}

void add_line(std::string_view line, std::string& lines) {
  const size_t indent = indent_of(line), comment = line.find("//");
  const bool is_long = line.size() > k_longest_line && !line.starts_with("#");
  if (!is_long) {
    lines += std::string(line) + "\n";
  } else if (comment != std::string_view::npos) {
    add_comment(line.substr(comment + 2), indent, lines);
    if (comment > indent) add_line(line.substr(0, line.find_last_not_of(' ', comment - 1) + 1), lines);
  } else if (const auto end = end_of_head(line)) {
    add_statement(std::string(line.substr(0, *end)), indent + k_further, lines);
    add_line(std::string(indent + 2, ' ') + std::string(line.substr(*end + 1)), lines);
  } else {
    add_statement(std::string(line), indent + k_further, lines);
  }
}

}  // namespace

std::string with_short_lines(std::string_view code) {
  std::string lines;
  while (!code.empty()) {
    const size_t end = std::min(code.find('\n'), code.size());
    add_line(code.substr(0, end), lines);
    code.remove_prefix(std::min(end + 1, code.size()));
  }
  return lines;
}

}  // namespace whet::write
