#include "vgpu/access_traits.h"

namespace whet::vgpu {

namespace {

bool has_any(const ptx::Instruction& in, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (in.has(word)) return true;
  }
  return false;
}

}  // namespace

AccessTraits traits_of(const ptx::Instruction& in) {
  AccessTraits traits;
  const bool is_atomic = in.opcode == "atom" || in.opcode == "red";
  traits.strong = is_atomic || has_any(in, {"relaxed", "acquire", "release", "acq_rel", "mmio"});
  traits.is_volatile = in.has("volatile");
  traits.block_scope = in.has("cta");
  traits.stores = in.opcode == "st";
  traits.uses_old = !(is_atomic && in.has("exch"));
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
