// Names of a CUDA text that a reader stumbles over: constants, functions, types and variables that are declared and
// never used, and constants that differ by one letter.
#pragma once

#include <map>
#include <regex>
#include <string>
#include <vector>

namespace whet::test {

// Without the comment in which the settings of a candidate are.
inline std::string without_settings(const std::string& text) {
  const size_t end = text.find("*/\n");
  return end == std::string::npos ? text : text.substr(end + 3);
}

inline std::string without_comments(const std::string& text) {
  static const std::regex comments(R"(//[^\n]*)");
  return std::regex_replace(text, comments, "");
}

inline std::map<std::string, int> counted_words(const std::string& text, const std::string& pattern, int group = 0) {
  const std::regex words(pattern);
  std::map<std::string, int> counts;
  for (std::sregex_iterator at(text.begin(), text.end(), words), end; at != end; ++at) ++counts[(*at)[group].str()];
  return counts;
}

// Functions and whatever else begins at the left margin, up to the next that does.
inline std::vector<std::string> parts_of_file(const std::string& text) {
  std::vector<std::string> parts{""};
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    parts.back() += text.substr(at, end - at);
    if (text.compare(at, end - at, "}\n") == 0 || text.compare(at, end - at, "};\n") == 0) parts.emplace_back();
    at = end;
  }
  return parts;
}

// A name that is declared as often as it is there.
inline void add_unused(const std::string& text, const std::string& declaration, std::vector<std::string>& unused) {
  const auto words = counted_words(text, R"(\w+)");
  for (const auto& [name, times] : counted_words(text, declaration, 1)) {
    if (words.at(name) == times && name != "operator") unused.push_back(name);
  }
}

inline std::vector<std::string> unused_names(const std::string& file) {
  const std::string text = without_comments(without_settings(file));
  std::vector<std::string> unused;
  add_unused(text, R"(constexpr [\w ]+ (k\w+) =)", unused);
  add_unused(text, R"(__device__ __forceinline__ [\w :<>,*]*?(\w+)\()", unused);
  add_unused(text, R"(struct (?:alignas\([^\n]*\) )?(\w+) \{)", unused);
  for (const std::string& part : parts_of_file(text)) {
    // Constants are often used in other parts than the one that declares them.
    add_unused(
        part,
        R"((?:const|int|bool|long|float|unsigned|auto|>|\w+\*) (?:&)?((?!k[A-Z])\w+)(?:\[[^\]\n]*\])* (?:=|\{\}))",
        unused);
    // A kernel has all parameters of the original.
    if (part.find("__global__") == std::string::npos)
      add_unused(part, R"((?:int|bool|long|float|unsigned|double|half|char|\*) (\w+)[,)](?=[^;{}]*\{))", unused);
  }
  return unused;
}

// "kGroup", where there is kGroups too.
inline std::vector<std::string> similar_names(const std::string& file) {
  const auto constants = counted_words(without_comments(without_settings(file)), R"(\bk[A-Z]\w*)");
  std::vector<std::string> similar;
  for (const auto& [name, times] : constants) {
    if (constants.contains(name + "s")) similar.push_back(name);
  }
  return similar;
}

}  // namespace whet::test
