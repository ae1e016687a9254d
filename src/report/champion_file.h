// A champion as one file that a compiler takes as it is, and that `whet check PROBLEM --candidate champion.cu` judges.
#pragma once

#include <string>

#include "report/machine_code_view.h"
#include "store/candidate.h"

namespace whet {

struct ChampionFile {
  std::string source;    // champion.cu
  std::string settings;  // champion.toml
};

// As it was built: a leading `/* whet` block with its launches and flags, its macros as #define, its source. One that
// was handed in, and needs no macro and no flag, stays as it is. Where the block could not stand in a comment it is
// champion.toml, which else only names the tunables.
ChampionFile champion_file(const store::Candidate& champion, const BuiltKernel& built);

// As the store has it, where it cannot be built again: `settings` are launches and defines of its own.
ChampionFile stored_champion_file(const store::Candidate& champion, const std::string& source,
                                  const std::string& settings);

}  // namespace whet
