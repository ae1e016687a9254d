// Runs a kernel `k` of a PTX text on buffers of 32-bit words, in its own memory.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "vgpu/check/checked_run.h"
#include "vgpu/decode/loaded_module.h"
#include "vgpu/memory/texture.h"

namespace whet::vgpu {

using Words = std::vector<uint32_t>;

struct PtxRun {
  std::vector<Words> buffers;          // parameters of the kernel in order, 8 bytes of address each
  std::vector<uint64_t> numbers = {};  // further parameters, 8 bytes each
  Dim3 grid = {1, 1, 1}, block = {32, 1, 1};
  RunOptions options = {.threads = 1};
  uint64_t seed = 1;
  CheckSet checks = {};
  uint64_t dynamic_shared_bytes = 0;
};

inline Result<RunResult> run_ptx(const std::string& ptx, PtxRun& how, GlobalMemory& memory) {
  TRY(module, LoadedModule::load(ptx, "test.ptx", memory));
  TRY(program, module->program("k"));
  std::vector<uint64_t> addresses;
  std::vector<std::string> arguments;
  for (const Words& words : how.buffers) {
    TRY(address, memory.allocate(4 * words.size(), "buffer"));
    TRY_VOID(memory.write(address, words.data(), 4 * words.size()));
    addresses.push_back(address);
    arguments.emplace_back(reinterpret_cast<const char*>(&address), sizeof(address));
  }
  for (const uint64_t number : how.numbers)
    arguments.emplace_back(reinterpret_cast<const char*>(&number), sizeof(number));
  TRY(parameters, pack_arguments(*program, arguments));
  LaunchConfig config;
  config.grid = how.grid;
  config.block = how.block;
  config.dynamic_shared_bytes = how.dynamic_shared_bytes;
  config.parameters = parameters;
  TRY(result, run(*program, config, memory, how.options, how.checks));
  for (size_t i = 0; i < how.buffers.size(); ++i)
    TRY_VOID(memory.read(addresses[i], how.buffers[i].data(), 4 * how.buffers[i].size()));
  return result;
}

// The result of the run; a test failure if it could not start.
inline RunResult expect_ptx(const std::string& ptx, PtxRun& how) {
  GlobalMemory memory(1ull << 30, how.seed);
  auto result = run_ptx(ptx, how, memory);
  if (result) return std::move(*result);
  ADD_FAILURE() << describe(result.error()) << ptx;
  return {};
}

// `.entry k` with this many pointers in %p0, %p1 ... (global), the thread's index in the block in %me and in the grid
// in %at.
inline std::string ptx_kernel(int pointers, const std::string& declarations, const std::string& body,
                              const std::string& outside = "") {
  std::string parameters, loads;
  for (int i = 0; i < pointers; ++i) {
    const std::string n = std::to_string(i);
    parameters += (i ? ", .param .u64 b" : ".param .u64 b") + n;
    loads += "ld.param.u64 %p" + n + ", [b" + n + "];\n";
  }
  return ".version 8.8\n.target sm_90a\n.address_size 64\n" + outside + "\n.visible .entry k(" + parameters +
         ") {\n.reg .b64 %p<" + std::to_string(pointers + 1) +
         ">;\n.reg .b32 %me, %at, %cta, %size;\n.reg .b64 %to;\n" + declarations +
         "\nmov.u32 %me, %tid.x;\nmov.u32 %cta, %ctaid.x;\nmov.u32 %size, %ntid.x;\n" +
         "mad.lo.u32 %at, %cta, %size, %me;\n" + loads + (pointers ? "mad.wide.u32 %to, %at, 4, %p0;\n" : "") + body +
         "\nret;\n}\n";
}

}  // namespace whet::vgpu
