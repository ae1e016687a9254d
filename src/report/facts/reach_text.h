// How far a kernel is from what it can reach, in words and as JSON.
#pragma once

#include <string>

#include "hardware/reachable.h"
#include "util/text/json.h"

namespace whet {

// What a time comes to against what can be reached.
struct ReachView {
  Reachable reach;                 // not known: nothing is shown
  double seconds = 0;              // of the kernel
  double target = k_usual_target;  // share at which a search may stop

  bool known() const { return reach.known() && seconds > 0; }
  double share() const { return reach.share(seconds); }
  bool is_reached() const { return share() >= target; }
};

// "at 87 % of what it can reach, 34.6 us: ...; stop target 90 % (38.4 us)"
std::string reach_text(const ReachView& view);
Json reach_json(const ReachView& view);
Json to_json(const ReachablePart& part);

}  // namespace whet
