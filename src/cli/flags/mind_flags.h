// The options by which a run asks minds.
#pragma once

#include <string>
#include <vector>

#include "cli/frame/command.h"
#include "optimize/score/settings.h"

namespace whet {

struct MindFlags {
  std::vector<std::string> minds;
  int calls = static_cast<int>(MindOrder().calls), tokens = -1;  // tokens: -1: no limit
  std::string dollars;
  std::vector<std::string> prices;
  bool transcripts = false, redacts = false;
};

std::vector<Option> mind_option_table(MindFlags* flags);
Result<MindOrder> read_mind_order(const MindFlags& flags);

}  // namespace whet
