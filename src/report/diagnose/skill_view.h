// What `whet skill` shows: one skill, or a list of all.
#pragma once

#include <vector>

#include "diagnose/skill.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct SkillView {
  std::vector<Skill> skills;
  bool is_list = false;  // titles alone
};

void render(const SkillView& view, Canvas& canvas);
Json to_json(const SkillView& view);

}  // namespace whet
