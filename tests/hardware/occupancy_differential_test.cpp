// Compares occupancy with the toolkit's own calculator on random blocks, edges and impossible ones included.
#include <gtest/gtest.h>

#include "hardware/occupancy.h"

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>

#include <climits>
#include <random>
#define WHET_HAS_CALCULATOR
#endif

namespace whet {
namespace occupancy_differential_test {

class OccupancyDifferential : public testing::TestWithParam<std::string> {};

#ifdef WHET_HAS_CALCULATOR

constexpr int k_configurations = 100'000;

// One block as both sides are given it; the calculator alone sees static and dynamic shared memory apart.
struct Configuration {
  BlockUse use;
  int static_bytes = 0;
};

// Draws blocks: half of each resource at or next to an edge, half anywhere up to past its limit.
class Draw {
 public:
  explicit Draw(const SmLimits& limits) : limits_(limits) {}

  Configuration next() {
    Configuration drawn;
    drawn.use.threads = coin() ? any(1, 1100) : near(pick({0, 1, 32, 64, 96, 128, 256, 512, 768, 1024, 2048}), 1);
    drawn.use.registers = coin() ? any(0, 270) : near(8 * any(0, 33), 1);
    drawn.use.shared_bytes = coin() ? any(0, limits_.shared_per_block_optin * 11 / 10) : shared_edge();
    drawn.use.barriers = coin() ? any(0, 1) : pick({any(0, 17), limits_.max_blocks, 64, 65, 1000});
    drawn.use.shared_opt_in = any(0, 3) > 0;
    drawn.use.carve_out = coin() ? -1 : pick({0, 1, 50, 100, any(0, 100)});
    drawn.static_bytes = pick({0, drawn.use.shared_bytes, any(0, drawn.use.shared_bytes)});
    return drawn;
  }

 private:
  int any(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool coin() { return any(0, 1) == 1; }
  int pick(const std::vector<int>& choices) {
    return choices[static_cast<size_t>(any(0, static_cast<int>(choices.size()) - 1))];
  }
  int near(int value, int distance) { return std::max(0, value + any(-distance, distance)); }
  int shared_edge() {
    const int fitting = limits_.shared_bytes / any(1, 33) - limits_.shared_reserved_per_block;
    const int edge = pick({0, limits_.shared_per_block_default, limits_.shared_per_block_optin, fitting,
                           fitting / limits_.shared_unit * limits_.shared_unit, 1 << 28});
    return near(edge, coin() ? 1 : limits_.shared_unit);
  }

  const SmLimits& limits_;
  std::mt19937 random_{20240607};
};

cudaOccDeviceProp properties_of(const FactSheet& sheet) {
  const auto fact = [&](const char* name) { return static_cast<int>(sheet.number(name).value()); };
  cudaOccDeviceProp properties;
  std::sscanf(sheet.id.c_str(), "%d.%d", &properties.computeMajor, &properties.computeMinor);
  properties.maxThreadsPerBlock = fact("max_threads_per_block");
  properties.maxThreadsPerMultiprocessor = fact("max_threads_per_sm");
  properties.regsPerBlock = fact("registers_per_block_max");
  properties.regsPerMultiprocessor = fact("registers_per_sm");
  properties.warpSize = fact("warp_size");
  properties.sharedMemPerBlock = static_cast<size_t>(fact("shared_mem_per_block_default"));
  properties.sharedMemPerMultiprocessor = static_cast<size_t>(fact("shared_mem_per_sm"));
  properties.numSms = 1;
  properties.sharedMemPerBlockOptin = static_cast<size_t>(fact("shared_mem_per_block_optin"));
  properties.reservedSharedMemPerBlock = static_cast<size_t>(fact("shared_mem_reserved_per_block"));
  return properties;
}

// The calculator's answer; nothing when it says the block cannot run.
std::optional<cudaOccResult> calculated(const Configuration& drawn, const cudaOccDeviceProp& properties) {
  const auto dynamic_bytes = static_cast<size_t>(drawn.use.shared_bytes - drawn.static_bytes);
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = INT_MAX;
  attributes.numRegs = drawn.use.registers;
  attributes.sharedSizeBytes = static_cast<size_t>(drawn.static_bytes);
  attributes.shmemLimitConfig = drawn.use.shared_opt_in ? FUNC_SHMEM_LIMIT_OPTIN : FUNC_SHMEM_LIMIT_DEFAULT;
  attributes.maxDynamicSharedSizeBytes = dynamic_bytes;
  attributes.numBlockBarriers = drawn.use.barriers;
  cudaOccDeviceState state;
  state.carveoutConfig = drawn.use.carve_out;
  cudaOccResult result;
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state,
                                                                     drawn.use.threads, dynamic_bytes);
  if (error != CUDA_OCC_SUCCESS || result.activeBlocksPerMultiprocessor == 0) return std::nullopt;
  return result;
}

// Blocks the calculator grants by one resource, and the bit by which it names it.
std::pair<int, unsigned> granted(const cudaOccResult& result, Limiter limiter) {
  switch (limiter) {
    case Limiter::threads:
      return {result.blockLimitWarps, OCC_LIMIT_WARPS};
    case Limiter::registers:
      return {result.blockLimitRegs, OCC_LIMIT_REGISTERS};
    case Limiter::shared_memory:
      return {result.blockLimitSharedMem, OCC_LIMIT_SHARED_MEMORY};
    case Limiter::block_slots:
      return {result.blockLimitBlocks, OCC_LIMIT_BLOCKS};
    case Limiter::barriers:
      return {result.blockLimitBarriers, OCC_LIMIT_BARRIERS};
  }
  return {};
}

bool same(const Occupancy& ours, const cudaOccResult& theirs) {
  bool equal = ours.blocks == theirs.activeBlocksPerMultiprocessor;
  equal &= ours.registers_per_block == theirs.allocatedRegistersPerBlock;
  equal &= static_cast<size_t>(ours.shared_per_block) == theirs.allocatedSharedMemPerBlock;
  equal &= (granted(theirs, ours.limited_by).second & theirs.limitingFactors) != 0;
  for (const Limiter limiter :
       {Limiter::threads, Limiter::registers, Limiter::shared_memory, Limiter::block_slots, Limiter::barriers}) {
    int blocks = INT_MAX;
    for (const auto& [resource, count] : ours.limits) {
      if (resource == limiter) blocks = count;
    }
    equal &= blocks == granted(theirs, limiter).first;
  }
  return equal;
}

TEST_P(OccupancyDifferential, EqualsTheToolkitsCalculator) {
  const Knowledge knowledge;
  const auto sheet = Hardware(knowledge).capability(GetParam());
  ASSERT_TRUE(sheet.ok());
  const auto limits = sm_limits(*sheet);
  ASSERT_TRUE(limits.ok());
  const cudaOccDeviceProp properties = properties_of(*sheet);
  Draw draw(*limits);
  int runnable = 0;
  for (int i = 0; i < k_configurations; ++i) {
    const Configuration drawn = draw.next();
    const BlockUse& use = drawn.use;
    const auto ours = occupancy(use, *limits);
    const auto theirs = calculated(drawn, properties);
    runnable += ours.ok();
    ASSERT_TRUE(ours.ok() == theirs.has_value() && (!theirs || same(*ours, *theirs)))
        << "threads " << use.threads << ", registers " << use.registers << ", shared " << use.shared_bytes
        << " (static " << drawn.static_bytes << "), barriers " << use.barriers << ", opt-in " << use.shared_opt_in
        << ", carve-out " << use.carve_out << ": ours " << (ours ? ours->blocks : 0) << ", calculator "
        << (theirs ? theirs->activeBlocksPerMultiprocessor : 0);
  }
  EXPECT_GT(runnable, k_configurations / 4);
  EXPECT_LT(runnable, k_configurations * 3 / 4);
}

#else

TEST_P(OccupancyDifferential, EqualsTheToolkitsCalculator) {
  GTEST_SKIP() << "cuda_occupancy.h was not found when the tests were configured";
}

#endif

// Every compute capability with a sheet; gfx targets have no such calculator.
std::vector<std::string> capabilities() {
  const Knowledge knowledge;
  const auto sheets = Hardware(knowledge).all_capabilities();
  std::vector<std::string> ids;
  for (const FactSheet& sheet : *sheets) {
    if (!sheet.id.starts_with("gfx")) ids.push_back(sheet.id);
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Capabilities, OccupancyDifferential, testing::ValuesIn(capabilities()), [](const auto& info) {
  std::string name = info.param;
  name[name.find('.')] = '_';
  return "cc" + name;
});

}  // namespace occupancy_differential_test
}  // namespace whet
