#include "report/optimize/champion_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "problem/signature/candidate.h"
#include "util/text.h"

namespace whet {

namespace {

// Values come from files and must not end the comment that they are in.
std::string comment_line(std::string text) {
  for (size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at)) text.insert(at + 1, " ");
  std::replace_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return "# " + text + "\n";
}

std::string with_line_end(std::string text) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text;
}

std::string champion_head(const store::Candidate& champion) {
  std::string head = comment_line(fmt::format("Candidate {} of run {}.", champion.index, champion.run));
  if (const Json::Object* tunables = champion.tunables.as_object()) {
    for (const auto& [name, value] : *tunables) head += comment_line(name + " = " + value.dump(-1));
  }
  return head;
}

bool has_tunables(const store::Candidate& champion) {
  const Json::Object* const tunables = champion.tunables.as_object();
  return tunables && !tunables->empty();
}

}  // namespace

ChampionFile champion_file(const store::Candidate& champion, const BuiltKernel& built, const std::string& name) {
  const std::string head = champion_head(champion);
  const bool as_given = !has_tunables(champion) && built.defines.empty() && built.flags.empty();
  if (as_given) return {built.source, head + with_line_end(champion.launch)};
  const std::string flags = built.flags.empty() ? "" : join(built.flags, " ") + " ";
  const std::string command = comment_line("nvcc -c " + flags + name);
  const std::string code = built.defines + built.standalone;
  if (built.settings.find("*/") != std::string::npos) return {code, head + command + with_line_end(built.settings)};
  return {"/* whet\n" + head + command + with_line_end(built.settings) + "*/\n" + code, head};
}

ChampionFile stored_champion_file(const store::Candidate& champion, const std::string& source,
                                  const std::string& settings) {
  const bool fits = !trim(settings).empty() && !has_leading_block(source) && settings.find("*/") == std::string::npos;
  if (!fits) return {source, champion_head(champion) + with_line_end(settings)};
  return {"/* whet\n" + with_line_end(settings) + "*/\n" + source, champion_head(champion)};
}

}  // namespace whet
