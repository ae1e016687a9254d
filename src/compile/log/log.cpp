#include "compile/log/log.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "source/text/token.h"
#include "util/text.h"

namespace whet {

namespace {

std::optional<int> to_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// The number right before `unit`: 8 for "used 8 bytes smem" and " bytes smem"; 0 when there is none.
int number_before(std::string_view text, std::string_view unit) {
  const size_t at = text.find(unit);
  if (at == std::string_view::npos) return 0;
  size_t begin = at;
  while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
  return to_number(text.substr(begin, at - begin)).value_or(0);
}

// "error", "fatal error", "catastrophic error", "warning #177-D" and so on.
std::optional<Severity> parse_severity(std::string_view text) {
  if (text.starts_with("catastrophic error") || text.starts_with("fatal") || text.starts_with("error"))
    return Severity::error;
  if (text.starts_with("warning")) return Severity::warning;
  if (text.starts_with("note") || text.starts_with("remark")) return Severity::note;
  return std::nullopt;
}

// A message that only says there were errors.
bool is_summary(std::string_view text) {
  return text.find("Ptx assembly aborted due to errors") != std::string_view::npos;
}

// "warning #177-D: variable ..." -> the message; its number stays in the text, because it is needed to disable the
// warning.
bool fill_severity(std::string_view text, CompilerMessage& message) {
  const auto severity = parse_severity(text);
  const size_t colon = text.find(": ");
  if (!severity || colon == std::string_view::npos) return false;
  message.severity = *severity;
  const size_t number = text.substr(0, colon).find('#');
  message.text = trim(text.substr(colon + 2));
  if (number != std::string_view::npos) message.text += " [" + std::string(text.substr(number, colon - number)) + "]";
  return true;
}

// FILE(LINE): SEVERITY: TEXT
std::optional<CompilerMessage> parse_edg(std::string_view line) {
  const size_t close = line.find("): ");
  const size_t open = close == std::string_view::npos ? close : line.rfind('(', close);
  if (open == std::string_view::npos) return std::nullopt;
  const auto number = to_number(line.substr(open + 1, close - open - 1));
  CompilerMessage message;
  if (!number || !fill_severity(line.substr(close + 3), message)) return std::nullopt;
  message.file = line.substr(0, open);
  message.line = *number;
  return message;
}

// FILE:LINE:COLUMN: SEVERITY: TEXT
std::optional<CompilerMessage> parse_gcc(std::string_view line) {
  for (size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
    const size_t second = line.find(':', colon + 1);
    const size_t third = second == std::string_view::npos ? second : line.find(": ", second + 1);
    if (third == std::string_view::npos) return std::nullopt;
    const auto number = to_number(line.substr(colon + 1, second - colon - 1));
    const auto column = to_number(line.substr(second + 1, third - second - 1));
    CompilerMessage message;
    if (!number || !column || !fill_severity(line.substr(third + 2), message)) continue;
    message.file = line.substr(0, colon);
    message.line = *number;
    message.column = *column;
    return message;
  }
  return std::nullopt;
}

// "ptxas FILE, line N; error   : TEXT", "ptxas error   : TEXT", "nvcc fatal   : TEXT", "nvrtc: error: TEXT",
// "Command-line error: TEXT"
std::optional<CompilerMessage> parse_tool(std::string_view line) {
  CompilerMessage message;
  for (const std::string_view tool : {"ptxas ", "nvcc ", "nvlink ", "nvrtc: ", "cicc ", "Command-line "}) {
    if (!line.starts_with(tool)) continue;
    std::string_view rest = line.substr(tool.size());
    if (const size_t place = rest.find(", line "); place != std::string_view::npos) {
      const size_t end = rest.find("; ", place);
      if (end == std::string_view::npos) return std::nullopt;
      message.file = rest.substr(0, place);
      message.line = to_number(rest.substr(place + 7, end - place - 7)).value_or(0);
      rest.remove_prefix(end + 2);
    }
    if (!fill_severity(rest, message)) return std::nullopt;
    return message;
  }
  return std::nullopt;
}

bool is_caret(std::string_view line) {
  return trim(line) == "^";
}

std::vector<Token> words_of(std::string_view line) {
  std::vector<Token> tokens = tokenize(line);
  std::erase_if(tokens, [](const Token& token) { return token.kind == TokenKind::comment; });
  return tokens;
}

// Maps a caret below the line that the compiler saw, with macros expanded and white space and comments joined, to a
// column of the original line. It is found where both lines have the same tokens from the start up to the caret, or
// from the caret to the end; 0 when it is inside an expanded macro.
//   written  __global__  void k() { x; }
//   seen     __attribute__((global)) void k() { x; }     x is the third token from the end of both
int written_column(std::string_view written, std::string_view seen, size_t caret) {
  if (seen.size() > caret && written.substr(0, caret + 1) == seen.substr(0, caret + 1))
    return static_cast<int>(caret) + 1;
  if (caret >= seen.size()) return static_cast<int>(written.size()) + 1;
  const auto in_seen = words_of(seen);
  const auto in_written = words_of(written);
  const auto same = [](const Token& a, const Token& b) { return a.text == b.text; };
  const auto at = std::find_if(in_seen.begin(), in_seen.end(), [&](const Token& token) { return token.end() > caret; });
  const size_t before = static_cast<size_t>(at - in_seen.begin());
  const size_t after = in_seen.size() - before;
  if (after == 0) return 0;
  if (before < in_written.size() && std::equal(in_seen.begin(), at + 1, in_written.begin(), same))
    return in_written[before].column;
  if (after > in_written.size() || !std::equal(at, in_seen.end(), in_written.end() - static_cast<long>(after), same))
    return 0;
  return in_written[in_written.size() - after].column;
}

// Some messages have no caret but quote a word: the column of the first quoted word if the line contains it exactly
// once, else 0.
int quoted_column(std::string_view text, std::string_view written) {
  const size_t open = text.find('"');
  if (open == std::string_view::npos) return 0;
  const auto quoted = tokenize(text.substr(open + 1));
  if (quoted.empty() || !quoted[0].is_identifier()) return 0;
  int column = 0;
  for (const Token& token : words_of(written)) {
    if (!token.is(quoted[0].text)) continue;
    if (column > 0) return 0;
    column = token.column;
  }
  return column;
}

// Reads a log line by line; the lines after an EDG message up to a blank line belong to it.
class LogReader {
 public:
  explicit LogReader(SourceLines& lines) : lines_(lines) {}

  void read(std::string_view line) {
    if (read_resources(line)) return;
    if (start(parse_edg(line), /*edg=*/true) || start(parse_gcc(line)) || start(parse_tool(line))) return;
    if (trim(line).empty()) return finish();
    if (in_edg_) continue_message(line);
  }

  CompilerLog take() {
    finish();
    return std::move(log_);
  }

 private:
  bool start(std::optional<CompilerMessage> message, bool edg = false) {
    if (!message) return false;
    finish();
    if (is_summary(message->text)) return true;
    log_.messages.push_back(*std::move(message));
    in_edg_ = edg;
    return true;
  }

  // A line continues the text unless a caret follows: then it is the source, which EDG indents by two.
  void continue_message(std::string_view line) {
    if (is_caret(line) && pending_.size() >= 2 && line.find('^') >= 2) {
      set_column(log_.messages.back(), std::string_view(pending_).substr(2), line.find('^') - 2);
      pending_.clear();
      return;
    }
    add_pending_text();
    pending_ = line;
  }

  void set_column(CompilerMessage& message, std::string_view seen, size_t caret) {
    const auto written = lines_.line(message.file, message.line);
    message.column = written ? written_column(*written, seen, caret) : static_cast<int>(caret) + 1;
  }

  void add_pending_text() {
    if (!pending_.empty()) log_.messages.back().text += "; " + std::string(trim(pending_));
    pending_.clear();
  }

  void finish() {
    add_pending_text();
    if (in_edg_ && log_.messages.back().column == 0) set_quoted_column(log_.messages.back());
    in_edg_ = false;
  }

  void set_quoted_column(CompilerMessage& message) {
    if (const auto written = lines_.line(message.file, message.line))
      message.column = quoted_column(message.text, *written);
  }

  bool read_resources(std::string_view line) {
    if (!line.starts_with("ptxas") && line.find(" bytes stack frame") == std::string_view::npos) return false;
    constexpr std::string_view k_entry = "Compiling entry function '";
    if (const size_t at = line.find(k_entry); at != std::string_view::npos) {
      const std::string_view name = line.substr(at + k_entry.size());
      log_.resources.push_back({std::string(name.substr(0, name.find('\'')))});
      return true;
    }
    if (const size_t at = line.find("Function properties for "); at != std::string_view::npos) {
      properties_of_ = trim(line.substr(at + 24));
      return true;
    }
    if (line.find(" bytes stack frame") != std::string_view::npos) return read_stack(line), true;
    if (line.find(": Used ") != std::string_view::npos) return read_registers(line), true;
    return line.starts_with("ptxas info");
  }

  void read_stack(std::string_view line) {
    if (log_.resources.empty() || log_.resources.back().kernel != properties_of_) return;  // a device function
    log_.resources.back().stack_bytes = number_before(line, " bytes stack frame");
    log_.resources.back().spill_store_bytes = number_before(line, " bytes spill stores");
    log_.resources.back().spill_load_bytes = number_before(line, " bytes spill loads");
  }

  void read_registers(std::string_view line) {
    if (log_.resources.empty()) return;
    log_.resources.back().registers = number_before(line, " registers");
    log_.resources.back().shared_bytes = number_before(line, " bytes smem");
  }

  SourceLines& lines_;
  CompilerLog log_;
  bool in_edg_ = false;
  std::string pending_;        // last line of an EDG message; text or source, not yet known
  std::string properties_of_;  // the function of the current ptxas lines
};

}  // namespace

CompilerLog parse_log(std::string_view log, SourceLines& lines) {
  LogReader reader(lines);
  for (std::string_view line : split(log, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    reader.read(line);
  }
  return reader.take();
}

}  // namespace whet
