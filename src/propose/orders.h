// What a proposer is told before its first proposal.
#pragma once

#include <optional>

#include "diagnose/plan.h"

namespace whet {

struct Orders {
  std::optional<Plan> plan;  // for the original, from its modelled launch; absent: it could not be counted
};

}  // namespace whet
