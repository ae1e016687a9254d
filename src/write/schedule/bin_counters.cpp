#include "write/schedule/bin_counters.h"

#include <fmt/format.h>

#include "write/text/cuda_expression.h"

namespace whet::write {

using lift::Fold;

bool has_atomics(ElementType type, Fold how) {
  const bool is_integer =
      type == ElementType::i32 || type == ElementType::u32 || type == ElementType::i64 || type == ElementType::u64;
  if (how == Fold::sum) return is_integer || type == ElementType::f32 || type == ElementType::f64;
  return is_integer && (how == Fold::maximum || how == Fold::minimum);
}

std::string atomic_name(Fold how) {
  if (how == Fold::sum) return "atomic_sum";
  return how == Fold::maximum ? "atomic_largest" : "atomic_smallest";
}

std::string BinCounters::identity() const {
  if (how == Fold::sum) return "0";
  const bool is_max = how == Fold::maximum;
  switch (type) {
    case ElementType::u32:
      return is_max ? "0" : "0xffffffffu";
    case ElementType::u64:
      return is_max ? "0" : "0xffffffffffffffffULL";
    case ElementType::i64:
      return is_max ? "-0x7fffffffffffffffLL - 1" : "0x7fffffffffffffffLL";
    default:
      return is_max ? "-0x7fffffff - 1" : "0x7fffffff";
  }
}

void BinCounters::write_start(Lines& lines) const {
  lines.add(fmt::format("__shared__ {} counts[kBins * kReplicas];", cuda_name(type)));
  lines.add(fmt::format("for (int bin = threadIdx.x; bin < kBins * kReplicas; bin += kThreads) counts[bin] = {};",
                        identity()));
  lines.add("__syncthreads();");
  lines.add(fmt::format("{}* const mine = counts + threadIdx.x % kReplicas;", cuda_name(type)));
}

// Replicas are read from different banks by neighbouring threads.
void BinCounters::write_merge(Lines& lines) const {
  lines.add("__syncthreads();");
  lines.open("for (int bin = threadIdx.x; bin < kBins; bin += kThreads)");
  lines.add(fmt::format("{} total = {};", cuda_name(type), identity()));
  lines.open("for (int r = 0; r < kReplicas; ++r)");
  lines.add(
      fmt::format("const {} counted = counts[bin * kReplicas + (r + threadIdx.x) % kReplicas];", cuda_name(type)));
  lines.add(how == Fold::sum ? "total += counted;"
                             : fmt::format("total = {}(total, counted);", how == Fold::maximum ? "max" : "min"));
  lines.close();
  lines.add(fmt::format("if (total != {}) {}({} + bin, total);", identity(), atomic_name(how), array));
  lines.close();
}

}  // namespace whet::write
