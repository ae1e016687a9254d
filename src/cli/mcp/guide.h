// The skill that teaches an agent to use whet: skills/whet, embedded in the binary.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "util/system/knowledge.h"

namespace whet {

// "whet/SKILL.md", "whet/references/....md"
std::span<const EmbeddedFile> embedded_skills();

struct GuidePage {
  std::string name;  // "" for SKILL.md itself, else that of the reference: "writing_kernels"
  std::string_view text;
};

// SKILL.md first.
std::vector<GuidePage> guide_pages();

}  // namespace whet
