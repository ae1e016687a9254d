#include "report/champion_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"

namespace whet {

namespace {

bool has_block(const std::string& source) {
  const size_t start = source.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (start == std::string::npos || source.compare(start, 2, "/*") != 0) return false;
  const size_t word = source.find_first_not_of(" \t*", start + 2);
  return word != std::string::npos && source.compare(word, 4, "whet") == 0;
}

// Values come from files: one must not end the comment it stands in.
std::string comment_line(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return "# " + text + "\n";
}

std::string with_line_end(std::string text) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text;
}

}  // namespace

ChampionFile champion_file(const store::Candidate& champion, const std::string& source, const std::string& settings,
                           const std::vector<std::string>& flags) {
  std::string head = comment_line(fmt::format("Candidate {} of run {}.", champion.index, champion.run));
  if (const Json::Object* tunables = champion.tunables.as_object()) {
    for (const auto& [name, value] : *tunables) head += comment_line(name + " = " + value.dump(-1));
  }
  if (!flags.empty()) head += comment_line("compiled with " + join(flags, " "));
  if (trim(settings).empty()) return {source, head};
  if (has_block(source) || settings.find("*/") != std::string::npos) return {source, head + with_line_end(settings)};
  return {"/* whet\n" + with_line_end(settings) + "*/\n" + source, head};
}

}  // namespace whet
