// A champion as one file that a compiler accepts as it is, and that `whet check PROBLEM --candidate champion.cu`
// judges.
#pragma once

#include <string>

#include "report/inspect/machine_code_view.h"
#include "store/candidate.h"

namespace whet {

struct ChampionFile {
  std::string source;    // champion.cu
  std::string settings;  // champion.toml
};

// The champion as it was built: a leading `/* whet` comment with its launches and flags, its macros as #define, its
// source. A submitted kernel that needs no macro and no flag stays unchanged. If the settings cannot be in a comment
// they go to champion.toml, which otherwise only names the tunables. `name` is the file's name in its command.
ChampionFile champion_file(const store::Candidate& champion, const BuiltKernel& built,
                           const std::string& name = "champion.cu");

// The champion as stored, if it cannot be built again: `settings` are its own launches and defines.
ChampionFile stored_champion_file(const store::Candidate& champion, const std::string& source,
                                  const std::string& settings);

}  // namespace whet
