#include "judge/timing/target.h"

#include <algorithm>

namespace whet {

namespace {

std::optional<WorkAmount> amount_of(const std::optional<double>& known, bool is_derived,
                                    const std::optional<double>& counted) {
  if (known) return WorkAmount{*known, is_derived ? WorkOrigin::derived : WorkOrigin::declared};
  if (counted) return WorkAmount{*counted, WorkOrigin::counted};
  return std::nullopt;
}

}  // namespace

ReachableWork reachable_work(const FloorInput& input, const Ceilings& ceilings,
                             const std::optional<double>& counted_bytes, const std::optional<double>& counted_flops) {
  ReachableWork work;
  work.dram = amount_of(input.bytes, input.is_bytes_derived, counted_bytes);
  if (work.dram && work.dram->amount > 0 && input.output_bytes > 0)
    work.written_share = std::min(1.0, input.output_bytes / work.dram->amount);
  work.operations = amount_of(input.flops, input.is_flops_derived, counted_flops);
  if (const auto fastest = fastest_math(ceilings, input, k_split_products)) work.math = fastest->first;
  if (work.operations && input.flops && is_of_split(work.math, input)) work.operations->amount *= k_split_products;
  // Counted operations are those of plain fp32 instructions.
  if (!input.flops) work.math = Math::fp32;
  return work;
}

}  // namespace whet
