#include "edit/kind/warp_atomics.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "edit/text/atomic_update.h"
#include "edit/text/rewrite.h"

namespace whet::edit {

namespace {

// For integers: the lanes of each address.
constexpr const char* k_integer_add =
    R"(// Adds up what the lanes of a warp have for one address; one of them adds it to memory. Lanes may be missing.
__device__ __forceinline__ void {0}({1}* to, {1} value) {{
  const unsigned lanes = __match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(to));
  const {1} sum = __reduce_add_sync(lanes, value);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  if (thread % 32 == __ffs(lanes) - 1) atomicAdd(to, sum);
}}

)";

// For numbers with a fraction, at one address for the whole warp.
constexpr const char* k_float_add =
    R"(// Adds up what the lanes of a warp have; one of them adds it to memory. `to` is the same for all; lanes may be missing.
__device__ __forceinline__ void {0}({1}* to, {1} value) {{
  const unsigned lanes = __activemask();
  {1} sum = value;
  if (lanes == 0xffffffffu) {{
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  }} else {{
    sum = 0;
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) sum += __shfl_sync(lanes, value, __ffs(rest) - 1);
  }}
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  if (thread % 32 == __ffs(lanes) - 1) atomicAdd(to, sum);
}}

)";

bool is_fraction(ElementType type) {
  return type == ElementType::f32 || type == ElementType::f64;
}

bool is_integer(ElementType type) {
  return type == ElementType::i32 || type == ElementType::u32;
}

Result<Draft> make_aggregated(const KernelText& text, int64_t) {
  const auto locals = find_locals(text);
  Rewrite rewrite;
  const std::string name = text.fresh_name("warp_add");
  std::set<std::string> types;
  for (const AtomicUpdate& update : find_atomic_updates(text).updates) {
    const KernelParameter& parameter = *text.parameter(update.array);
    const ElementType type = parameter.argument->type;
    const bool sums = is_fraction(type) && is_uniform(text, locals, update) && allows_rounding(text.problem());
    if (!sums && !is_integer(type)) continue;
    rewrite.replace(text.token(update.call).offset, text.token(update.call).end(), name);
    if (types.insert(parameter.declared.base).second)
      rewrite.insert(
          text.token(text.kernel().first).offset,
          fmt::format(fmt::runtime(is_integer(type) ? k_integer_add : k_float_add), name, parameter.declared.base));
  }
  if (types.empty()) return unfit(text, "there is no atomicAdd whose lanes could add up first");
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit warp_atomics_edit() {
  return {"warp atomics",
          "atomics",
          "lanes of a warp that add to one address add up first, and one of them updates memory",
          "latency.warp_aggregated_atomics",
          true,
          make_aggregated,
          0};
}

}  // namespace whet::edit
