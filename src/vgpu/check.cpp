#include "vgpu/check.h"

namespace whet::vgpu {

struct Checker::State {};

Checker::Checker(LaunchState& launch, const CheckSet& set)
    : launch_(launch), set_(set), state_(std::make_unique<State>()) {}
Checker::~Checker() = default;

void Checker::start_block(BlockState&) {}
void Checker::finish_block(BlockState&) {}
void Checker::access(Warp&, const Op&, ptx::Space, const uint64_t*, Mask, int, AccessKind) {}
void Checker::barrier_opened(BlockState&, uint32_t) {}
void Checker::warp_synchronised(Warp&, Mask) {}
void Checker::at_barrier(Warp&, const Op&, bool) {}
void Checker::copy_issued(Warp&, const Op&, const uint32_t*, Mask, int) {}
void Checker::copy_done(Warp&, uint32_t, const uint32_t*, Mask, int) {}

}  // namespace whet::vgpu
