// A champion as one file that a compiler takes as it is, and that `whet check PROBLEM --candidate champion.cu` judges.
#pragma once

#include <string>

#include "report/inspect/machine_code_view.h"
#include "store/candidate.h"

namespace whet {

struct ChampionFile {
  std::string source;    // champion.cu
  std::string settings;  // champion.toml
};

// The champion as it was built: a leading `/* whet` block with its launches and flags, its macros as #define, its
// source. A submitted kernel that needs no macro and no flag stays unchanged. If the block cannot stand in a comment it
// goes to champion.toml, which otherwise only names the tunables.
ChampionFile champion_file(const store::Candidate& champion, const BuiltKernel& built);

// As the store has it, where it cannot be built again: `settings` are launches and defines of its own.
ChampionFile stored_champion_file(const store::Candidate& champion, const std::string& source,
                                  const std::string& settings);

}  // namespace whet
