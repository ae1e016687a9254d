#include "write/text/unused_variables.h"

#include <array>
#include <optional>
#include <vector>

#include "util/text.h"
#include "write/text/code_words.h"

namespace whet::write {

namespace {

// "const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;  // of a block"
struct Declaration {
  std::string head;                // "    const int "
  std::vector<std::string> parts;  // "warp = threadIdx.x / 32"
  std::string tail;                // ";  // of a block"
};

// Parts between commas that are in no brackets.
std::vector<std::string> separated(std::string_view list) {
  std::vector<std::string> parts{""};
  int depth = 0;
  for (size_t at = 0; at < list.size(); ++at) {
    const char c = list[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 && list.substr(at).starts_with(", ")) {
      parts.emplace_back();
      ++at;
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Nothing: it is none of the kind, or what it begins with does more than compute.
std::optional<Declaration> declaration_of(std::string_view line) {
  constexpr std::array k_heads{"const long long ", "const int ", "const bool "};
  constexpr std::array k_acts{"atomic", "__", "sync", "[&]", "++", "--"};
  const size_t indent = line.find_first_not_of(' '), end = line.find(';');
  if (indent == std::string_view::npos || end == std::string_view::npos) return std::nullopt;
  const std::string_view text = line.substr(indent, end - indent);
  for (const char* act : k_acts) {
    if (text.find(act) != std::string_view::npos) return std::nullopt;
  }
  for (const std::string_view head : k_heads) {
    if (text.starts_with(head))
      return Declaration{std::string(line.substr(0, indent)) + std::string(head), separated(text.substr(head.size())),
                         std::string(line.substr(end))};
  }
  return std::nullopt;
}

// How often each name is declared.
WordCounts declared_names(const std::vector<std::string>& lines) {
  WordCounts counts;
  for (const std::string& line : lines) {
    const auto declaration = declaration_of(line);
    if (!declaration) continue;
    for (const std::string& part : declaration->parts) ++counts[part.substr(0, part.find(' '))];
  }
  return counts;
}

std::string function_text(std::string_view code) {
  std::vector<std::string> lines;
  for (const auto line : split(code, '\n')) lines.emplace_back(line);
  const WordCounts words = code_words(code), declared = declared_names(lines);
  std::vector<std::string> kept;
  for (const std::string& line : lines) {
    const auto declaration = declaration_of(line);
    std::vector<std::string> used;
    if (declaration) {
      for (const std::string& part : declaration->parts) {
        const std::string name = part.substr(0, part.find(' '));
        const auto times = words.find(name);
        if (times == words.end() || times->second > declared.at(name)) used.push_back(part);
      }
      if (used.empty()) continue;
    }
    kept.push_back(declaration && used.size() < declaration->parts.size()
                       ? declaration->head + join(used, ", ") + declaration->tail
                       : line);
  }
  const std::string text = join(kept, "\n");
  return kept == lines ? text : function_text(text);
}

}  // namespace

std::string without_unused_variables(std::string_view code) {
  constexpr std::string_view k_end = "\n}\n";
  std::string text;
  while (!code.empty()) {
    const size_t found = code.find(k_end), end = found == std::string_view::npos ? code.size() : found + k_end.size();
    text += function_text(code.substr(0, end));
    code.remove_prefix(end);
  }
  return text;
}

}  // namespace whet::write
