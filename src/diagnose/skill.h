// Skills: how to recognise one cause of a slow kernel and what to do about it, as text for people and language models.
// They are in knowledge/skills/*.md (its README explains the form).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/error.h"
#include "util/system/knowledge.h"

namespace whet {

struct SkillSection {
  std::string heading;  // "Signal"
  std::string text;     // Markdown, without the heading
};

struct Skill {
  std::string id;       // "bank_conflicts", the file's name
  std::string title;    // "Bank conflicts"
  std::string summary;  // the paragraph under the title
  std::vector<SkillSection> sections;

  // Empty when there is no such section.
  std::string_view section(std::string_view heading) const;
};

std::vector<std::string> skill_names(const Knowledge& knowledge);

// An error names the file and what it lacks: each of Signal, Causes, Fixes, Anti-patterns and Worked example, in that
// order, and in the last both kernels and figures of both.
Result<Skill> load_skill(const Knowledge& knowledge, std::string_view name);

}  // namespace whet
