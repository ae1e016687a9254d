#include "diagnose/skill.h"

#include <algorithm>
#include <array>

#include "util/text.h"

namespace whet {

namespace {

constexpr std::string_view k_skills = "skills/";
constexpr std::array<std::string_view, 5> k_headings = {"Signal", "Causes", "Fixes", "Anti-patterns", "Worked example"};

// Splits at headings; lines of code blocks are none.
Skill split_sections(std::string_view text) {
  Skill skill;
  bool in_code = false;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with("```")) in_code = !in_code;
    if (!in_code && line.starts_with("# ") && skill.title.empty()) {
      skill.title = line.substr(2);
    } else if (!in_code && line.starts_with("## ")) {
      skill.sections.push_back({std::string(line.substr(3)), {}});
    } else {
      std::string& into = skill.sections.empty() ? skill.summary : skill.sections.back().text;
      into.append(line).append("\n");
    }
  }
  skill.summary = trim(skill.summary);
  for (SkillSection& section : skill.sections) section.text = trim(section.text);
  return skill;
}

Error lacking(const std::string& file, const std::string& what) {
  return bad_input("the skill has no " + what, file, "see knowledge/skills/README.md");
}

Result<void> check_sections(const Skill& skill, const std::string& file) {
  if (skill.title.empty()) return lacking(file, "title");
  if (skill.summary.empty()) return lacking(file, "summary under its title");
  for (const std::string_view heading : k_headings) {
    if (skill.section(heading).empty()) return lacking(file, "section `" + std::string(heading) + "`");
  }
  const bool in_order =
      std::equal(skill.sections.begin(), skill.sections.end(), k_headings.begin(), k_headings.end(),
                 [](const SkillSection& s, std::string_view heading) { return s.heading == heading; });
  return in_order ? Result<void>() : lacking(file, "order: " + join({k_headings.begin(), k_headings.end()}, ", "));
}

Result<void> check_example(const Skill& skill, const std::string& file) {
  const std::string_view example = skill.section("Worked example");
  for (const std::string_view block : {"```toml problem\n", "```cuda before\n", "```cuda after\n"}) {
    if (example.find(block) == std::string_view::npos) {
      return lacking(file, "block `" + std::string(trim(block.substr(3))) + "` in its worked example");
    }
  }
  if (example.find("| time |") == std::string_view::npos || example.find("| ? |") != std::string_view::npos) {
    return lacking(file, "figures in its worked example");
  }
  return {};
}

}  // namespace

std::string_view Skill::section(std::string_view heading) const {
  const auto found =
      std::find_if(sections.begin(), sections.end(), [&](const SkillSection& s) { return s.heading == heading; });
  return found == sections.end() ? std::string_view() : std::string_view(found->text);
}

std::vector<std::string> skill_names(const Knowledge& knowledge) {
  std::vector<std::string> names;
  for (const std::string& path : knowledge.list(k_skills)) {
    if (!path.ends_with(".md") || path.ends_with("/README.md")) continue;
    names.push_back(path.substr(k_skills.size(), path.size() - k_skills.size() - 3));
  }
  return names;
}

Result<Skill> load_skill(const Knowledge& knowledge, std::string_view name) {
  const std::vector<std::string> names = skill_names(knowledge);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    return bad_input("there is no skill `" + std::string(name) + "`", {},
                     "near: " + join(near_names(name, names), ", "));
  }
  const std::string path = std::string(k_skills) + std::string(name) + ".md", file = "knowledge/" + path;
  TRY(text, knowledge.read(path));
  Skill skill = split_sections(text);
  skill.id = name;
  TRY_VOID(check_sections(skill, file));
  TRY_VOID(check_example(skill, file));
  return skill;
}

}  // namespace whet
