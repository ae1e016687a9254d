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

ElementType counter_type(ElementType type, bool is_count) {
  return is_count && bytes_of(type) == 8 && !is_floating(type) ? ElementType::u32 : type;
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
  const std::string_view counter = cuda_name(counter_type(type, is_count));
  lines.add(fmt::format("__shared__ {} counts[kBins * kReplicas];", counter));
  lines.add(fmt::format("for (int bin = threadIdx.x; bin < kBins * kReplicas; bin += kThreads) counts[bin] = {};",
                        identity()));
  lines.add("__syncthreads();");
  lines.add(fmt::format("{}* const mine = counts + threadIdx.x % kReplicas;", counter));
}

// Replicas are read from different banks by neighbouring threads.
void BinCounters::write_merge(Lines& lines) const {
  lines.add("__syncthreads();");
  lines.open("for (int bin = threadIdx.x; bin < kBins; bin += kThreads)");
  lines.add(fmt::format("{} total = {};", cuda_name(type), identity()));
  lines.open("for (int r = 0; r < kReplicas; ++r)");
  lines.add(fmt::format("const {} counted = counts[bin * kReplicas + (r + threadIdx.x) % kReplicas];",
                        cuda_name(counter_type(type, is_count))));
  lines.add(how == Fold::sum ? "total += counted;"
                             : fmt::format("total = {}(total, counted);", how == Fold::maximum ? "max" : "min"));
  lines.close();
  const bool is_narrow = counter_type(type, is_count) != type;
  const std::string value = is_narrow && each != "1" ? fmt::format("total * ({}){}", cuda_name(type), each) : "total";
  lines.add(fmt::format("if (total != {}) {}({} + bin, {});", identity(), atomic_name(how), array, value));
  lines.close();
}

}  // namespace whet::write
