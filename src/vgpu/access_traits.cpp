#include "vgpu/access_traits.h"

namespace whet::vgpu {

namespace {

bool has_any(const ptx::Instruction& in, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (in.has(word)) return true;
  }
  return false;
}

// mbarrier and cp.async.mbarrier.arrive: all but the waits tell those who wait.
AccessTraits traits_of_mbarrier(const ptx::Instruction& in) {
  AccessTraits traits;
  traits.strong = true;
  traits.uses_old = !in.has("init");
  traits.acquires = has_any(in, {"test_wait", "try_wait"});
  const bool to_cluster = has_any(in, {"cluster", "shared::cluster"});
  if (!traits.acquires) traits.releases = to_cluster ? Reach::device : Reach::block;
  return traits;
}

}  // namespace

AccessTraits traits_of(const ptx::Instruction& in) {
  if (in.opcode == "mbarrier" || (in.opcode == "cp" && in.has("mbarrier"))) return traits_of_mbarrier(in);
  AccessTraits traits;
  const bool is_atomic = in.opcode == "atom" || in.opcode == "red";
  traits.strong = is_atomic || has_any(in, {"relaxed", "acquire", "release", "acq_rel", "mmio"});
  traits.is_volatile = in.has("volatile");
  traits.block_scope = in.has("cta");
  traits.stores = in.opcode == "st" && !in.has("async");
  if (in.opcode == "ld") traits.used_bytes = in.used_bytes;
  traits.uses_old = !(is_atomic && in.has("exch"));
  traits.acquires = traits.meets_others() && (in.opcode == "atom" || in.opcode == "ld");
  if (has_any(in, {"release", "acq_rel"})) traits.releases = traits.block_scope ? Reach::block : Reach::device;
  return traits;
}

std::vector<AccessTraits> traits_of(const Program& program) {
  std::vector<AccessTraits> traits;
  traits.reserve(program.origins.size());
  for (uint32_t i = 0; i < program.origins.size(); ++i) traits.push_back(traits_of(program.instruction(i)));
  return traits;
}

Reach reach_of_fence(const ptx::Instruction& in) {
  return in.has("cta") ? Reach::block : Reach::device;
}

}  // namespace whet::vgpu
