// Runs PTX in one block on buffers of bytes.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "vgpu/check/checked_run.h"
#include "vgpu/decode/loaded_module.h"

namespace whet::vgpu {

// A kernel `k` with one pointer parameter per buffer, whose addresses are in %p0, %p1, ...; %lane is the thread.
inline std::string tensor_kernel(int buffers, const std::string& declarations, const std::string& body) {
  std::string parameters, loads;
  for (int i = 0; i < buffers; ++i) {
    parameters += fmt::format("{}.param .u64 b{}", i ? ", " : "", i);
    loads += fmt::format("ld.param.u64 %p{}, [b{}];\ncvta.to.global.u64 %p{}, %p{};\n", i, i, i, i);
  }
  return fmt::format(
      ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k({}) {{\n.reg .b64 %p<{}>;\n.reg .b32 "
      "%lane;\n{}\n"
      "mov.u32 %lane, %tid.x;\n{}{}\nret;\n}}\n",
      parameters, buffers + 1, declarations, loads, body);
}

struct TensorKernelRun {
  std::vector<std::string> buffers;  // after the run
  RunResult result;
};

inline Result<TensorKernelRun> run_tensor_kernel(const std::string& ptx, std::vector<std::string> buffers,
                                                 uint32_t threads = 32) {
  GlobalMemory memory(1ull << 30);
  TRY(module, LoadedModule::load(ptx, "test.ptx", memory));
  TRY(program, module->program("k"));
  std::vector<uint64_t> addresses;
  std::vector<std::string> arguments;
  for (const std::string& bytes : buffers) {
    TRY(address, memory.allocate(bytes.size(), "buffer"));
    TRY_VOID(memory.write(address, bytes.data(), bytes.size()));
    addresses.push_back(address);
    arguments.emplace_back(reinterpret_cast<const char*>(&address), sizeof(address));
  }
  TRY(parameters, pack_arguments(*program, arguments));
  const LaunchConfig config{.grid = {1, 1, 1}, .block = {threads, 1, 1}, .parameters = parameters};
  TRY(result, run(*program, config, memory, RunOptions{.threads = 1}));
  for (size_t i = 0; i < buffers.size(); ++i) {
    TRY_VOID(memory.read(addresses[i], buffers[i].data(), buffers[i].size()));
  }
  return TensorKernelRun{std::move(buffers), std::move(result)};
}

// The run; if it fails, a test failure and an empty result.
inline TensorKernelRun expect_run(const std::string& ptx, std::vector<std::string> buffers, uint32_t threads = 32) {
  auto run = run_tensor_kernel(ptx, std::move(buffers), threads);
  if (!run) {
    ADD_FAILURE() << describe(run.error()) << ptx;
    return {};
  }
  for (const Fault& fault : run->result.faults)
    ADD_FAILURE() << name_of(fault.kind) << ": " << fault.detail << "\n" << ptx;
  EXPECT_TRUE(run->result.finished);
  return std::move(*run);
}

// {%a0, %a1, %a2}
inline std::string registers(const std::string& name, int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i) text += fmt::format("{}%{}{}", i ? ", " : "", name, i);
  return text + "}";
}

}  // namespace whet::vgpu
