// Runs a kernel given as PTX statements, with the address of its results in %rd0 and its thread in %r0.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "vgpu/check/checked_run.h"
#include "vgpu/decode/loaded_module.h"
#include "vgpu/program/fault_text.h"

namespace whet::vgpu {

struct PtxLaunch {
  uint32_t grid = 1, block = 32;
  size_t results = 32;         // words of 32 bits
  std::string functions = {};  // before the kernel
  LaunchOrder order = {};
  uint32_t sms = 132;
};

inline std::string ptx_kernel(const std::string& body, const std::string& functions) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n" + functions +
         "\n.visible .entry k(.param .u64 out) {\n.reg .b32 %r<64>; .reg .b64 %rd<32>; .reg .pred %p<64>;\n"
         ".shared .align 16 .b8 tile[4096];\n"
         "ld.param.u64 %rd0, [out]; cvta.to.global.u64 %rd0, %rd0; mov.u32 %r0, %tid.x;\n" +
         body + "\n}\n";
}

// The results. An error is a test failure, and so is a fault unless `faults` asks for it.
inline std::vector<uint32_t> run_ptx(const std::string& body, const PtxLaunch& launch = {},
                                     std::vector<FaultKind>* faults = nullptr) {
  GlobalMemory memory(1 << 26);
  std::vector<uint32_t> results(launch.results);
  const auto module = LoadedModule::load(ptx_kernel(body, launch.functions), "test.ptx", memory);
  if (!module) return ADD_FAILURE() << describe(module.error()), results;
  const auto program = (*module)->program("k");
  if (!program) return ADD_FAILURE() << describe(program.error()), results;
  const uint64_t out = memory.allocate(4 * launch.results, "out").value();
  LaunchConfig config;
  config.grid.x = launch.grid;
  config.block.x = launch.block;
  config.parameters = pack_arguments(**program, {std::string(reinterpret_cast<const char*>(&out), 8)}).value();
  RunOptions options;
  options.counted = false;
  options.threads = 1;
  options.budget = 100'000'000;
  options.order = launch.order;
  options.caches.sms = launch.sms;
  const auto result = run(**program, config, memory, options);
  if (!result) return ADD_FAILURE() << describe(result.error()), results;
  for (const Fault& fault : result->faults) {
    if (faults)
      faults->push_back(fault.kind);
    else
      ADD_FAILURE() << fault_text(fault, **program);
  }
  EXPECT_TRUE(result->finished || faults);
  EXPECT_TRUE(memory.read(out, results.data(), 4 * results.size()).ok());
  return results;
}

}  // namespace whet::vgpu
