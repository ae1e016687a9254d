#include "vgpu/check/access_traits.h"

#include <algorithm>
#include <map>

#include "ptx/flow/flow_graph.h"
#include "vgpu/check/value_flow.h"

namespace whet::vgpu {

namespace {

bool has_any(const ptx::Instruction& in, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (in.has(word)) return true;
  }
  return false;
}

// mbarrier and cp.async.mbarrier.arrive: waits acquire, all others release.
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

namespace {

// The instruction names local memory, or uses a generic address, as unoptimised code does for all memory.
bool may_be_local(const ptx::Instruction& in) {
  return in.has("local") || !has_any(in, {"global", "shared", "shared::cta", "const", "param"});
}

// Per register: whether anything but a store to local memory or to a parameter reads it.
std::vector<bool> looked_at(const ptx::Function& function) {
  std::vector<bool> used(function.registers.size(), false);
  for (const ptx::Instruction& in : function.body) {
    const bool hands_on = in.opcode == "st" && (may_be_local(in) || in.has("param")) && in.operands.size() == 2;
    if (!hands_on) {
      for (const uint32_t reg : ptx::register_use(in).reads) used[reg] = true;
      continue;
    }
    if (in.guard != ptx::k_none) used[in.guard] = true;
    if (in.operands[0].base_kind == ptx::Operand::Kind::reg) used[in.operands[0].index] = true;
  }
  return used;
}

bool only_copies(const ptx::Instruction& in, const std::vector<bool>& used) {
  if (in.opcode != "ld" || !may_be_local(in) || ptx::bytes_of(in.type()) != 1) return false;
  const auto& writes = ptx::register_use(in).writes;
  return std::none_of(writes.begin(), writes.end(), [&](uint32_t reg) { return bool{used[reg]}; });
}

}  // namespace

std::vector<AccessTraits> traits_of(const Program& program) {
  std::vector<AccessTraits> traits;
  traits.reserve(program.origins.size());
  std::map<uint32_t, std::vector<bool>> used;  // by function
  for (uint32_t i = 0; i < program.origins.size(); ++i) {
    const uint32_t function = program.origins[i].function;
    const ptx::Function& code = program.module->functions[function];
    if (code.body.empty()) {
      traits.emplace_back();
      continue;
    }
    const auto found = used.find(function);
    const auto& read = found != used.end() ? found->second : used.emplace(function, looked_at(code)).first->second;
    traits.push_back(traits_of(program.instruction(i)));
    traits.back().only_copies = only_copies(program.instruction(i), read);
    const bool may_meet = traits.back().meets_others() && program.instruction(i).opcode == "ld";
    traits.back().decides_nothing = may_meet && !decides(code, program.instruction(i));
  }
  return traits;
}

Reach reach_of_fence(const ptx::Instruction& in) {
  return in.has("cta") ? Reach::block : Reach::device;
}

}  // namespace whet::vgpu
