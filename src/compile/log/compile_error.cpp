#include "compile/log/compile_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "compile/source/surroundings.h"

namespace whet {

namespace {

constexpr size_t k_shown_errors = 20;  // about one screen

std::string place(const CompilerMessage& message) {
  if (message.file.empty()) return "";
  std::string text = message.file;
  if (message.line > 0) text += ":" + std::to_string(message.line);
  if (message.line > 0 && message.column > 0) text += ":" + std::to_string(message.column);
  return text;
}

// The line, and below it a caret at the column; tabs are kept so that both align.
std::string source_excerpt(const CompilerMessage& message, SourceLines& lines) {
  const auto line = message.line > 0 ? lines.line(message.file, message.line) : std::nullopt;
  if (!line) return "";
  std::string text = "    " + std::string(*line) + "\n";
  if (message.column < 1 || static_cast<size_t>(message.column) > line->size() + 1) return text;
  std::string under(line->substr(0, static_cast<size_t>(message.column) - 1));
  std::replace_if(under.begin(), under.end(), [](char c) { return c != '\t'; }, ' ');
  return text + "    " + under + "^\n";
}

const CompilerMessage* first_error(const std::vector<CompilerMessage>& messages) {
  const auto located = std::find_if(messages.begin(), messages.end(), [](const CompilerMessage& message) {
    return message.severity == Severity::error && message.line > 0;
  });
  if (located != messages.end()) return &*located;
  const auto any = std::find_if(messages.begin(), messages.end(),
                                [](const CompilerMessage& message) { return message.severity == Severity::error; });
  return any == messages.end() ? nullptr : &*any;
}

// The header in `cannot open source file "a.h"` or `a.h: No such file or directory`; empty for other messages.
std::string missing_header(const std::string& text) {
  if (text.find("open source file") != std::string::npos) {
    const size_t open = text.find('"');
    const size_t close = open == std::string::npos ? open : text.find('"', open + 1);
    return close == std::string::npos ? "" : text.substr(open + 1, close - open - 1);
  }
  const size_t end = text.find(": No such file or directory");
  return end == std::string::npos ? "" : text.substr(0, end);
}

// Messages that do not name the flag they need.
struct LackedFlag {
  std::string_view words, flag;
};
constexpr std::array k_lacked_flags = {
    LackedFlag{"extended lambda", "--extended-lambda"},
    LackedFlag{"is not allowed in C++17", "-std=c++20"},
    LackedFlag{"is a C++20", "-std=c++20"},
    LackedFlag{"concept is only available", "-std=c++20"},
};

bool continues_flag(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '=' || c == '+';
}

// The flag that a message suggests: "... The experimental flag '--expt-relaxed-constexpr' can be used to allow this."
std::string lacked_flag(const std::string& text) {
  for (size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at + 2)) {
    size_t end = at + 2;
    while (end < text.size() && continues_flag(text[end])) ++end;
    const bool begins_word = at == 0 || !continues_flag(text[at - 1]);
    if (begins_word && end > at + 3 && std::isalpha(static_cast<unsigned char>(text[at + 2])))
      return text.substr(at, end - at);
  }
  for (const LackedFlag& row : k_lacked_flags) {
    if (text.find(row.words) != std::string::npos) return std::string(row.flag);
  }
  return {};
}

std::string flag_advice(const std::vector<CompilerMessage>& messages) {
  for (const CompilerMessage& message : messages) {
    if (message.severity == Severity::note) continue;
    const std::string flag = lacked_flag(message.text);
    if (!flag.empty()) return "add --flag " + flag + ", or flags = [\"" + flag + "\"] in problem.toml";
  }
  return {};
}

std::string mend_for(const CompilerMessage* error, const std::vector<CompilerMessage>& messages) {
  if (!error) return "see the compiler's messages above";
  if (const std::string header = missing_header(error->text); !header.empty()) {
    return "add the directory that holds `" + header +
           "` with -I DIRECTORY, or as include = [\"DIRECTORY\"] in problem.toml, or correct the name";
  }
  if (const std::string advice = flag_advice(messages); !advice.empty()) return advice;
  return error->line > 0 ? "correct the source at the place shown" : "see the compiler's message above";
}

}  // namespace

std::string show_messages(const std::vector<CompilerMessage>& messages, SourceLines& lines) {
  std::string text;
  size_t errors = 0;
  bool after_error = false;
  for (const CompilerMessage& message : messages) {
    if (message.severity == Severity::warning) after_error = false;
    if (message.severity == Severity::error) after_error = ++errors <= k_shown_errors;
    if (!after_error) continue;
    const std::string where = place(message);
    text += (where.empty() ? "" : where + ": ") + (message.severity == Severity::error ? "error: " : "note: ") +
            message.text + "\n";
    text += source_excerpt(message, lines);
  }
  if (errors > k_shown_errors) text += "and " + std::to_string(errors - k_shown_errors) + " more errors\n";
  return text;
}

Error compile_error(const CompileRequest& request, const Attempt& attempt, SourceLines& lines) {
  if (attempt.timed_out) {
    return failed(fmt::format("compiling `{}`: the compiler took longer than {:.3g} s", request.file, request.seconds),
                  {}, "make the source smaller, or give it longer with --time-limit SECONDS");
  }
  if (attempt.crashed) return compiler_crash(request);
  const CompilerMessage* error = first_error(attempt.messages);
  if (const std::string macro = error ? macro_of_time(error->text) : ""; !macro.empty())
    return failed("`" + macro + "` tells when the source is compiled", place(*error),
                  "leave it out: what is judged must be the same program at any time");
  Error result = bad_input("`" + request.file + "` does not compile" + (error ? ": " + error->text : ""), {},
                           mend_for(error, attempt.messages));
  if (error && error->line > 0) result.where = error->file + ":" + std::to_string(error->line);
  result.details = show_messages(attempt.messages, lines);
  return result;
}

Error compiler_crash(const CompileRequest& request) {
  return failed("the CUDA compiler crashed on `" + request.file + "`", {},
                "simplify the source, inline assembly first: an error there can crash the compiler");
}

}  // namespace whet
