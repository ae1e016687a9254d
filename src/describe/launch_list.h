// The launches that a problem is made of: those that the user names in order, or those of one block of host code.
//
//   row_max<<<g, b>>>(d_x, d_m, n, m);  divide<<<g2, b>>>(d_x, d_m, d_y, n, m);     ->  row_max, divide
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "problem/from_signature.h"
#include "source/launch/launch_sites.h"

namespace whet {

struct ListedLaunch {
  std::string entry;               // "row_max", "reduce<256>"
  std::optional<LaunchSite> site;  // in host code; nothing: it is only named
  // What the host sets variables to that it passes: n -> "rows * cols".
  std::map<std::string, std::string> formulas;
};

struct LaunchList {
  std::vector<ListedLaunch> launches;  // less than two: the problem is one kernel
  std::vector<std::string> copied;     // arrays that the host copies back or gets from its caller: their content counts
  bool knows_copies = false;           // the host code tells
  std::string refused;                 // why launches of the file are not taken together; empty: they are
};

// `entries` is what the user names: "", "a" or "a,b,c".
LaunchList list_launches(const std::string& entries, const std::string& source,
                         const std::vector<std::string>& headers);

}  // namespace whet
