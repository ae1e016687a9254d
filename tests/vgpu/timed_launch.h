// Runs a kernel given as PTX statements, in the order of clocks.
#pragma once

#include "vgpu/ptx_run.h"

namespace whet::vgpu {

inline constexpr uint64_t k_l2 = 1000;

struct TimedLaunch {
  uint32_t grid = 1, block = 32, sms = 132, blocks_per_sm = 1;
  bool known_pace = true;
  uint64_t budget = 1'000'000, launch_budget = ~0ull;
  bool host_shared = false;  // the host can reach some memory while the kernel runs
};

struct TimedResult {
  std::vector<uint32_t> words;  // of the output, which begins with zeros
  uint64_t cycles = 0;
  bool finished = false;
  std::vector<Fault> faults = {};
  uint64_t executed = 0;  // instructions, of all warps
};

inline TimedResult time_ptx(const std::string& body, const TimedLaunch& launch) {
  constexpr size_t k_words = 4096;
  TimedResult timed{.words = std::vector<uint32_t>(k_words)};
  GlobalMemory memory(1 << 26);
  const auto module = LoadedModule::load(ptx_kernel(body, ""), "test.ptx", memory);
  if (!module) return ADD_FAILURE() << describe(module.error()), timed;
  const auto program = (*module)->program("k");
  if (!program) return ADD_FAILURE() << describe(program.error()), timed;
  const uint64_t out = memory.allocate(4 * k_words, "out").value();
  EXPECT_TRUE(memory.fill(out, 0, 4 * k_words).ok());
  std::vector<uint32_t> host(64);
  const bool shared = !launch.host_shared || memory.share(host.data(), 4 * host.size(), "host").ok();
  EXPECT_TRUE(shared);
  LaunchConfig config;
  config.grid.x = launch.grid;
  config.block.x = launch.block;
  config.parameters = pack_arguments(**program, {std::string(reinterpret_cast<const char*>(&out), 8)}).value();
  RunOptions options;
  options.budget = launch.budget;
  options.launch_budget = launch.launch_budget;
  options.caches.sms = launch.sms;
  options.caches.blocks_per_sm = launch.blocks_per_sm;
  if (launch.known_pace)
    options.pace = {.l1 = 50, .load = k_l2 / 2, .publish = k_l2, .barrier = 10, .cycles_per_ns = 2};
  const auto result = run(**program, config, memory, options);
  if (!result) return ADD_FAILURE() << describe(result.error()), timed;
  EXPECT_TRUE(memory.read(out, timed.words.data(), 4 * k_words).ok());
  timed.cycles = result->counts.timed_cycles;
  timed.finished = result->finished;
  timed.faults = result->faults;
  for (const ExecutionCount& count : result->counts.instructions) timed.executed += count.warps;
  return timed;
}

}  // namespace whet::vgpu
