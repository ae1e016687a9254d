// A cheat and its honest twin, in one file: the lines between #ifdef CHEAT and #else, or those between #else and
// #endif.
//
//   // S1: does nothing, and hopes the answer is still there
//   // problem: scale_add
//   // expect: wrong
//   // reason: differs in
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "util/system/files.h"

namespace whet::test {

struct Pair {
  std::string name;                     // of the file
  std::string row, what;                // of the catalogue: "S1"
  std::string problem;                  // folder under problems/
  std::string outcome, reason;          // of the cheat; the reason is a part of what is said
  std::string cheat, honest;            // sources
  std::string cheat_toml, honest_toml;  // what they bring, where the two differ in that
};

inline void PrintTo(const Pair& pair, std::ostream* to) {
  *to << pair.name;
}

// All of them, by name. A file that does not read is a bug of the suite, and ends the test.
std::vector<Pair> all_pairs(const std::string& directory, const FileSystem& files);

}  // namespace whet::test
