// PTX kernels of several blocks, run as clusters or not, with one pointer parameter per buffer.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "vgpu/check/checked_run.h"
#include "vgpu/decode/loaded_module.h"

namespace whet::vgpu {

struct ClusterLaunch {
  Dim3 grid, block{32, 1, 1};
  std::optional<Dim3> cluster = {};
  CheckSet checks = {};
  bool counted = true;
};

// A kernel `k` with the addresses of its buffers in %p0, %p1, ...; %lane, %rank and %size are those of the thread and
// its cluster. `directives` go before the body.
inline std::string cluster_kernel(int buffers, const std::string& directives, const std::string& body) {
  std::string parameters, loads;
  for (int i = 0; i < buffers; ++i) {
    parameters += fmt::format("{}.param .u64 b{}", i ? ", " : "", i);
    loads += fmt::format("ld.param.u64 %p{}, [b{}];\n", i, i);
  }
  return fmt::format(
      ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k({}) {} {{\n"
      ".reg .b64 %p<{}>, %q<16>;\n.reg .b32 %lane, %rank, %size, %r<64>;\n.reg .pred %c<8>;\n.reg .b16 %h<8>;\n"
      "mov.u32 %lane, %tid.x;\nmov.u32 %rank, %cluster_ctarank;\nmov.u32 %size, %cluster_nctarank;\n{}{}\nret;\n}}\n",
      parameters, directives, buffers + 1, loads, body);
}

struct ClusterRun {
  std::vector<std::string> buffers;  // after the run
  RunResult result;
};

inline Result<ClusterRun> run_clusters(const std::string& ptx, std::vector<std::string> buffers,
                                       const ClusterLaunch& launch) {
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
  LaunchConfig config{.grid = launch.grid, .block = launch.block, .parameters = parameters};
  config.cluster = launch.cluster;
  RunOptions options{.counted = launch.counted, .threads = 1};
  options.budget = 1 << 20;
  TRY(result, run(*program, config, memory, options, launch.checks));
  for (size_t i = 0; i < buffers.size(); ++i) TRY_VOID(memory.read(addresses[i], buffers[i].data(), buffers[i].size()));
  return ClusterRun{std::move(buffers), std::move(result)};
}

// The run; if it fails, a test failure and an empty result.
inline ClusterRun expect_clusters(const std::string& ptx, std::vector<std::string> buffers,
                                  const ClusterLaunch& launch) {
  auto run = run_clusters(ptx, std::move(buffers), launch);
  if (!run) {
    ADD_FAILURE() << describe(run.error()) << ptx;
    return {};
  }
  for (const Fault& fault : run->result.faults)
    ADD_FAILURE() << name_of(fault.kind) << ": " << fault.detail << "\n" << ptx;
  EXPECT_TRUE(run->result.finished);
  return std::move(*run);
}

// The kinds of faults that a run found; a run that does not start is a test failure.
inline std::vector<FaultKind> faults_of(const std::string& ptx, std::vector<std::string> buffers,
                                        const ClusterLaunch& launch) {
  const auto run = run_clusters(ptx, std::move(buffers), launch);
  std::vector<FaultKind> kinds;
  if (!run) {
    ADD_FAILURE() << describe(run.error()) << ptx;
    return kinds;
  }
  for (const Fault& fault : run->result.faults) kinds.push_back(fault.kind);
  return kinds;
}

inline std::string words(const std::vector<uint32_t>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * 4};
}

inline std::vector<uint32_t> words_of(const std::string& bytes) {
  std::vector<uint32_t> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), values.size() * 4);
  return values;
}

inline constexpr CheckSet k_all_checks{.memory = true, .init = true, .race = true, .sync = true};

}  // namespace whet::vgpu
