// The meaning of --arch: a GPU, a compute capability or an architecture.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "binary/container/architecture.h"
#include "hardware/gpu.h"
#include "util/result.h"

namespace whet {

struct Target {
  Architecture architecture;            // to compile for
  std::optional<FactSheet> capability;  // absent when there are no facts about it
  std::optional<FactSheet> product;     // if a GPU was named
};

constexpr std::string_view k_default_target = "h200";

// sm_90a for sm_90: from 9.0 on only the architecture-specific target has the full instruction set.
Architecture fullest(Architecture architecture);

// "h200", "NVIDIA H200", "sm_90a", "9.0". The error for an unknown name lists similar ones.
Result<Target> resolve_target(std::string_view name, const Hardware& hardware);

// The target of code that is already compiled.
Target target_of(Architecture architecture, const Hardware& hardware);

}  // namespace whet
