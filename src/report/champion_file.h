// A champion as files that `whet check PROBLEM --candidate champion.cu` takes.
#pragma once

#include <string>
#include <vector>

#include "store/candidate.h"

namespace whet {

struct ChampionFile {
  std::string source;    // champion.cu
  std::string settings;  // champion.toml
};

// `settings`: launches and defines of its own, which become a leading `/* whet` block. Where the source has one
// already, or the text could not stand in a comment, they go into champion.toml. There the tunables and flags are named
// in comments only: the source has them in their places.
ChampionFile champion_file(const store::Candidate& champion, const std::string& source, const std::string& settings,
                           const std::vector<std::string>& flags = {});

}  // namespace whet
