#include "problem/file/fill.h"

namespace whet {

const FillRow& row_of(FillKind kind) {
  return k_fills[static_cast<size_t>(kind)];
}

bool is_structured(FillKind kind) {
  return kind >= FillKind::permutation;
}

bool varies_alone(FillKind kind) {
  return kind != FillKind::offsets && kind != FillKind::csr && kind != FillKind::generated;
}

FillKind default_fill(ElementType type) {
  return is_floating(type) ? FillKind::normal : FillKind::uniform;
}

FillPlan default_plan(FillKind kind, ElementType type) {
  FillPlan plan;
  plan.kind = kind;
  if (kind == FillKind::normal || kind == FillKind::sequence) plan.second = 1;
  if (kind == FillKind::offsets) plan.second = 1;
  if (kind == FillKind::uniform || kind == FillKind::sorted) {
    plan.first = is_floating(type) ? -1 : 0;
    plan.second = is_floating(type) || type == ElementType::boolean ? 1 : 127;
  }
  return plan;
}

}  // namespace whet
