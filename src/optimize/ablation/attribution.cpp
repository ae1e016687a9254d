#include "optimize/ablation/attribution.h"

#include <algorithm>

namespace whet {

store::PartVerdict part_verdict(Outcome with_over_without) {
  switch (with_over_without) {
    case Outcome::faster:
      return store::PartVerdict::effective;
    case Outcome::slower:
    case Outcome::same:
      return store::PartVerdict::ineffective;
    default:
      return store::PartVerdict::undecided;
  }
}

Result<void> store_attributions(const std::vector<store::Attribution>& parts, store::Store& store) {
  if (parts.empty()) return {};
  TRY(record, store.candidate_record(parts.front().candidate));
  for (const store::Attribution& part : parts) {
    const bool known =
        std::any_of(record.attributions.begin(), record.attributions.end(),
                    [&](const store::Attribution& each) { return each.kind == part.kind && each.name == part.name; });
    if (!known) TRY_VOID(store.add_attribution(part));
  }
  return {};
}

}  // namespace whet
