// The finders behind find_tunables, one per kind of place.
#pragma once

#include "source/kernel/for_loops.h"
#include "source/tunable/tunables.h"

namespace whet {

// What all finders read.
struct TunableSource {
  std::string_view text;
  Outline outline;
  std::map<std::string, int64_t, std::less<>> constants;  // plain integers

  std::optional<int64_t> value_of(std::string_view name) const;
  // The text from one token to another, both included.
  std::string_view between(size_t first, size_t last) const;
};

void find_constant_tunables(const TunableSource& source, std::vector<FoundTunable>& found);
void find_unroll_tunables(const TunableSource& source, std::vector<FoundTunable>& found);
// Template arguments and launch bounds of launched kernels.
void find_kernel_tunables(const TunableSource& source, const TunableContext& context, std::vector<FoundTunable>& found);
// One limit for all kernels together.
void find_register_limit(const TunableSource& source, std::vector<FoundTunable>& found);

}  // namespace whet
