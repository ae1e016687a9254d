// The compiler must not have removed or merged what a probe measures: the machine code of every loop is counted, for
// all kinds of architectures.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "binary/analysis/kernel_code.h"
#include "calibrate/probe.h"
#include "compile/compiler.h"
#include "util/system/knowledge.h"

namespace whet {
namespace probe_code_test {

// Instructions of the loop that has most of them, or of the whole body.
struct Expected {
  std::vector<std::string> names;  // any of these
  int count = 0;
  std::vector<std::string> modifiers = {};
  bool in_loop = true;
};

const std::map<std::string, Expected> k_expected = {
    {"dram_read", {{"LDG"}, 4, {"128"}, false}},
    {"dram_write", {{"STG"}, 4, {"128"}, false}},
    {"dram_copy", {{"STG"}, 1, {"128"}, false}},
    {"l2", {{"LDG"}, 4, {"128", "STRONG"}}},
    {"shared", {{"LDS"}, 4, {"128"}}},
    {"fp32", {{"FFMA"}, 128}},
    {"fp64", {{"DFMA"}, 128}},
    {"int32_multiply", {{"IMAD"}, 128}},
    {"int32_add", {{"IADD3"}, 128}},
    {"special", {{"MUFU"}, 128, {"EX2"}}},
    {"mma_fp16", {{"HMMA"}, 32, {"16816"}}},
    {"mma_bf16", {{"HMMA"}, 32, {"BF16"}}},
    {"mma_tf32", {{"HMMA"}, 32, {"TF32"}}},
    {"mma_int8", {{"IMMA"}, 32, {"S8"}}},
    {"mma_fp8", {{"QMMA"}, 32, {"E4M3"}}},
    {"wgmma_fp16", {{"HGMMA"}, 8}},
    {"wgmma_bf16", {{"HGMMA"}, 8, {"BF16"}}},
    {"wgmma_tf32", {{"HGMMA"}, 8, {"TF32"}}},
    {"wgmma_int8", {{"IGMMA"}, 8, {"S8"}}},
    {"wgmma_fp8", {{"QGMMA"}, 8, {"E4M3"}}},
    {"atomic_one", {{"RED", "REDG"}, 4, {"ADD"}}},
    {"atomic_line", {{"RED", "REDG"}, 4, {"ADD"}}},
    {"atomic_many", {{"RED", "REDG"}, 4, {"ADD"}}},
    {"latency_shared", {{"LDS"}, 8}},
    {"latency_l1", {{"LDG"}, 8, {"64"}}},
    {"latency_l2", {{"LDG"}, 8, {"64", "STRONG"}}},
    {"latency_dram", {{"LDG"}, 8, {"64", "STRONG"}}},
    {"barrier_32", {{"BAR"}, 8, {"SYNC"}}},
    {"barrier_256", {{"BAR"}, 8, {"SYNC"}}},
    {"barrier_1024", {{"BAR"}, 8, {"SYNC"}}},
};
const std::vector<std::string> k_without_loop = {"launch", "launch_next", "barrier_grid", "barrier_cluster"};

// "tensor_fp16" is of mma.sync or of wgmma.
std::string key_of(const CeilingProbe& probe) {
  if (!probe.id.starts_with("tensor_")) return probe.id;
  return (probe.file == "wgmma" ? "wgmma_" : "mma_") + probe.id.substr(7);
}

bool fits(const Instruction& in, const Expected& expected) {
  if (std::find(expected.names.begin(), expected.names.end(), in.name) == expected.names.end()) return false;
  return std::all_of(expected.modifiers.begin(), expected.modifiers.end(), [&](const std::string& part) {
    return part == in.tensor_type || in.mnemonic().find(part) != std::string::npos;
  });
}

class ProbeCode : public testing::TestWithParam<Architecture> {
 protected:
  // The cubin of a probe's file; empty: there is no compiler.
  std::string cubin_of(const CeilingProbe& probe) {
    const std::string key = probe.file + (probe.defines.empty() ? "" : probe.defines.front());
    if (const auto found = cubins_.find(key); found != cubins_.end()) return found->second;
    CompileRequest request;
    request.file = "probes/" + probe.file + ".cu";
    request.source = knowledge_.read(request.file).value();
    request.architectures = {GetParam()};
    request.defines = probe.defines;
    request.exact = false;
    Compiler compiler({}, files_, processes_, clock_);
    const auto builds = compiler.compile(request);
    if (!builds && builds.error().kind == ErrorKind::missing) return "";
    EXPECT_TRUE(builds.ok()) << describe(builds.error());
    return cubins_[key] = builds ? builds->front().cubin : "";
  }

  Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  std::map<std::string, std::string> cubins_;
};

int count_of(const KernelCode& code, const Expected& expected) {
  int count = 0;
  if (!expected.in_loop) {
    for (const Instruction& in : code.instructions) count += fits(in, expected);
    return count;
  }
  for (const LoopCode& loop : code.loops) {
    int here = 0;
    for (const uint32_t i : loop.all) here += fits(code.instructions[i], expected);
    count = std::max(count, here);
  }
  return count;
}

TEST_P(ProbeCode, HasTheInstructionsThatItMeasures) {
  for (const CeilingProbe& probe : probes_for(GetParam()).probes) {
    const std::string bytes = cubin_of(probe);
    if (bytes.empty()) GTEST_SKIP() << "no compiler";
    const auto cubin = read_cubin(as_bytes(bytes));
    ASSERT_TRUE(cubin.ok());
    const auto function = std::find_if(cubin->functions.begin(), cubin->functions.end(),
                                       [&](const CubinFunction& each) { return each.name == probe.kernel; });
    ASSERT_NE(function, cubin->functions.end()) << probe.kernel;
    const auto code = analyse_function(*function, GetParam());
    ASSERT_TRUE(code.ok());
    EXPECT_EQ(code->spill_loads + code->spill_stores, 0) << probe.id;
    const auto expected = k_expected.find(key_of(probe));
    if (expected == k_expected.end()) {
      EXPECT_NE(std::find(k_without_loop.begin(), k_without_loop.end(), probe.id), k_without_loop.end()) << probe.id;
      continue;
    }
    // The counter of the loop may be one of them.
    const int more = count_of(*code, expected->second) - expected->second.count;
    EXPECT_TRUE(more == 0 || (more == 1 && probe.id == "int32_add")) << probe.id << " has " << more << " more";
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, ProbeCode,
                         testing::Values(Architecture{80, 0}, Architecture{90, 'a'}, Architecture{100, 'a'},
                                         Architecture{120, 0}),
                         [](const auto& info) { return info.param.name(); });

}  // namespace probe_code_test
}  // namespace whet
