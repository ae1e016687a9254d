#include "binary/cubin/cubin.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "damage.h"
#include "elf_builder.h"
#include "nvcc.h"

namespace whet {
namespace cubin_test {

using test::compile_cubin;
using test::ElfBuilder;

const std::string k_kernels = R"(
#include <cstdio>
__global__ void none(float* p) { p[0] = 1; }
__global__ void stat(float* p) { __shared__ float s[300]; s[threadIdx.x] = p[threadIdx.x]; __syncthreads(); p[threadIdx.x] = s[threadIdx.x + 1]; }
__global__ void dynamic(float* p) { extern __shared__ float s[]; s[threadIdx.x] = p[threadIdx.x]; __syncthreads(); p[threadIdx.x] = s[threadIdx.x + 1]; }
__global__ void stack(float* p, int n) {
  float q[200];
  for (int i = 0; i < 200; i++) q[i] = p[i];
  for (int i = 0; i < n; i++) q[(i * 7) % 200] += q[i];
  p[0] = q[n];
}
__global__ void __launch_bounds__(256, 2) bounded(float a, const float* x, double* y, int n) { y[n] = a * x[n]; }
__global__ void __maxnreg__(40) few_registers(float* p) { p[0] = 2; }
__device__ __noinline__ float helper(float x, int n) { float s = 0; for (int i = 0; i < n; ++i) s += x / (i + 1.0f); return s; }
__global__ void calls(float* p, int n) { p[n] = helper(p[n], n); }
__global__ void chooses(int* p, int n) {
  switch (n) {
    case 0: p[0] = 1; break;
    case 1: p[1] = 5 * p[7]; break;
    case 2: p[2] = p[3] - 7; break;
    case 3: p[9] = atomicAdd(p, 7); break;
    case 4: p[11] = __popc(p[12]); break;
    case 5: p[77] = p[66] / p[55]; break;
    case 6: printf("%d", n); break;
    default: p[99] = 1;
  }
}
struct Large { int values[2000]; };
__global__ void large(Large l, float* p, int i) { p[i] = l.values[i]; }
__constant__ float table[64];
__global__ void reads_constant(float* p) { p[0] = table[threadIdx.x]; }
)";

// A cubin with the bytes it points into.
struct Read {
  std::string bytes;
  Cubin cubin;
};

Read read(std::string bytes) {
  Read result{std::move(bytes), {}};
  auto cubin = read_cubin(as_bytes(result.bytes));
  EXPECT_TRUE(cubin.ok()) << describe(cubin.error());
  if (cubin) result.cubin = std::move(*cubin);
  return result;
}

const CubinFunction& function_named(const Cubin& cubin, std::string_view start) {
  static const CubinFunction none;
  for (const CubinFunction& function : cubin.functions) {
    if (function.signature.starts_with(start)) return function;
  }
  ADD_FAILURE() << "no function " << start;
  return none;
}

struct Used {
  int registers = 0, barriers = 0, shared = 0, stack = 0;
};

// What `ptxas -v` says of each kernel.
std::map<std::string, Used> parse_verbose(const std::string& log) {
  static const std::regex entry("entry function '([^']+)'"), stack("(\\d+) bytes stack frame"),
      used("Used (\\d+) registers, used (\\d+) barriers"), shared("(\\d+) bytes smem");
  std::map<std::string, Used> kernels;
  std::string name;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (std::regex_search(line, found, entry)) name = found[1];
    if (std::regex_search(line, found, stack) && kernels[name].registers == 0)
      kernels[name].stack = std::stoi(found[1]);
    if (std::regex_search(line, found, used))
      kernels[name].registers = std::stoi(found[1]), kernels[name].barriers = std::stoi(found[2]);
    if (std::regex_search(line, found, shared)) kernels[name].shared = std::stoi(found[1]);
  }
  return kernels;
}

class CubinOf : public testing::TestWithParam<std::string> {};

TEST_P(CubinOf, AgreesWithWhatTheCompilerReports) {
  REQUIRE_NVCC();
  const auto compiled = test::compile_cuda(k_kernels, {"-cubin", "-arch=" + GetParam(), "-Xptxas", "-v"});
  const auto [bytes, cubin] = read(compiled.content);
  const auto reported = parse_verbose(compiled.log);
  ASSERT_EQ(reported.size(), 10u) << compiled.log;
  EXPECT_EQ(cubin.architecture.name(), GetParam());
  EXPECT_EQ(cubin.unknown_attributes, 0);
  for (const CubinFunction& function : cubin.functions) {
    SCOPED_TRACE(function.name);
    ASSERT_TRUE(reported.contains(function.name));
    const Used& used = reported.at(function.name);
    EXPECT_TRUE(function.is_kernel);
    EXPECT_EQ(function.registers, used.registers);
    EXPECT_EQ(function.barriers, used.barriers);
    EXPECT_EQ(function.static_shared_bytes, used.shared);
    EXPECT_EQ(function.stack_bytes, used.stack);
    EXPECT_EQ(function.reserved_shared_bytes, cubin.architecture.sm >= 90 ? 1024 : 0);
    EXPECT_EQ(function.code.size() % 16, 0u);
    EXPECT_FALSE(function.exit_offsets.empty());
    for (const uint32_t offset : function.exit_offsets) EXPECT_LT(offset, function.code.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, CubinOf,
                         testing::Values("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100a", "sm_100f",
                                         "sm_103a", "sm_120a"),
                         [](const auto& info) { return info.param; });

TEST(Cubin, KnowsParametersBoundsAndCallees) {
  REQUIRE_NVCC();
  const auto [bytes, cubin] = read(compile_cubin(k_kernels, "sm_90"));
  const CubinFunction& bounded = function_named(cubin, "bounded(");
  EXPECT_EQ(bounded.name, "_Z7boundedfPKfPdi");
  EXPECT_EQ(bounded.signature, "bounded(float, float const*, double*, int)");
  EXPECT_EQ(bounded.max_threads, (std::array{256, 1, 1}));
  EXPECT_EQ(bounded.max_registers, 128);
  EXPECT_EQ(bounded.parameter_base, 0x210);
  EXPECT_EQ(bounded.parameter_bytes, 28);
  ASSERT_EQ(bounded.parameters.size(), 4u);
  const std::array<int, 4> offsets{0, 8, 16, 24}, sizes{4, 8, 8, 4};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(bounded.parameters[i].ordinal, static_cast<int>(i));
    EXPECT_EQ(bounded.parameters[i].offset, offsets[i]);
    EXPECT_EQ(bounded.parameters[i].bytes, sizes[i]);
  }
  EXPECT_EQ(function_named(cubin, "few_registers(").max_registers, 40);
  EXPECT_FALSE(function_named(cubin, "none(").max_registers.has_value());
  const CubinFunction& large = function_named(cubin, "large(");
  ASSERT_EQ(large.parameters.size(), 3u);
  EXPECT_EQ(large.parameters[0].bytes, 8000);
  EXPECT_EQ(large.parameters[2].offset, 8008);
  EXPECT_EQ(large.parameter_bytes, 8012);
}

TEST(Cubin, KnowsWhatAKernelCallsAndWhereItBranches) {
  REQUIRE_NVCC();
  const auto [bytes, cubin] = read(compile_cubin(k_kernels, "sm_90"));
  const CubinFunction& calls = function_named(cubin, "calls(");
  ASSERT_EQ(calls.subroutines.size(), 2u);
  EXPECT_EQ(calls.subroutines[0].name, "$_Z5callsPfi$_Z6helperfi");
  EXPECT_NE(calls.subroutines[1].name.find("__cuda_sm3x_div_rn_noftz_f32_slowpath"), std::string::npos);
  EXPECT_LT(calls.subroutines[0].offset, calls.subroutines[1].offset);
  EXPECT_LE(calls.subroutines[1].offset + calls.subroutines[1].bytes, calls.code.size());
  const CubinFunction& chooses = function_named(cubin, "chooses(");
  EXPECT_EQ(chooses.externs, std::vector<std::string>{"vprintf"});
  ASSERT_FALSE(chooses.indirect_branches.empty());
  for (const IndirectBranch& branch : chooses.indirect_branches) {
    EXPECT_FALSE(branch.targets.empty());
    for (const uint32_t target : branch.targets) EXPECT_LT(target, chooses.code.size());
  }
  EXPECT_TRUE(cubin.constant_bank_bytes.contains(".nv.constant2._Z7choosesPii")) << "the jump table";
  EXPECT_EQ(cubin.constant_bank_bytes.at(".nv.constant3"), 256u) << "the __constant__ array";
}

TEST(Cubin, KnowsClustersAndRequiredThreads) {
  REQUIRE_NVCC();
  const auto [bytes, cubin] =
      read(compile_cubin("__global__ void __cluster_dims__(4, 2, 1) __launch_bounds__(128) k(float* p) { p[0] = 1; }\n"
                         "__global__ void __block_size__((64, 2, 1)) r(float* p) { p[0] = 1; }",
                         "sm_90"));
  EXPECT_EQ(function_named(cubin, "k(").cluster, (std::array{4, 2, 1}));
  EXPECT_FALSE(function_named(cubin, "k(").required_threads.has_value());
  EXPECT_EQ(function_named(cubin, "r(").required_threads, (std::array{64, 2, 1}));
}

TEST(Cubin, ReadsDeviceFunctionsCompiledOnTheirOwn) {
  REQUIRE_NVCC();
  for (const std::string arch : {"sm_80", "sm_90", "sm_120"}) {
    const auto [bytes, cubin] =
        read(compile_cubin("__device__ __noinline__ float twice(float x) { return x + x; }\n"
                           "__global__ void k(float* p) { __shared__ float s[10]; s[threadIdx.x] = p[1]; "
                           "__syncthreads(); p[0] = twice(s[3]); }",
                           arch, {"-rdc=true"}));
    ASSERT_EQ(cubin.functions.size(), 2u) << arch;
    EXPECT_FALSE(function_named(cubin, "twice(").is_kernel);
    EXPECT_TRUE(function_named(cubin, "k(").is_kernel);
    EXPECT_EQ(function_named(cubin, "k(").static_shared_bytes, 40) << arch;
  }
}

TEST(Cubin, NamesTheToolkit) {
  REQUIRE_NVCC();
  EXPECT_TRUE(std::regex_match(read(compile_cubin("__global__ void k() {}", "sm_80")).cubin.toolkit,
                               std::regex("\\d\\d\\.\\d")));
}

TEST(Cubin, TakesTheArchitectureFromTheFlagsOfItsAbi) {
  const auto architecture = [](const ElfBuilder& builder) { return read(builder.build()).cubin.architecture.name(); };
  EXPECT_EQ(architecture({.abi_version = 8, .flags = 0x06005a04}), "sm_90");
  EXPECT_EQ(architecture({.abi_version = 7, .flags = 0x00460546}), "sm_70");
  EXPECT_EQ(architecture({.abi_version = 7, .flags = 0x005a0d5a}), "sm_90a");
  EXPECT_EQ(architecture({.abi_version = 8,
                          .flags = 0x06006402,
                          .sections = {{".nv.compat", 0x70000086, std::string("\x02\x09\x01\x00", 4)}}}),
            "sm_100a");
}

TEST(Cubin, TakesRegistersFromTheSectionWhereNoAttributeTellsThem) {
  const auto [bytes, cubin] =
      read(ElfBuilder{.flags = 0x06005004, .sections = {{".text.k", 1, std::string(32, '\0'), 0, 40u << 24}}}.build());
  ASSERT_EQ(cubin.functions.size(), 1u);
  EXPECT_EQ(cubin.functions[0].registers, 40);
}

TEST(Cubin, SaysWhyItCannotReadAFile) {
  const auto refusal = [](const ElfBuilder& builder) { return read_cubin(as_bytes(builder.build())).error(); };
  EXPECT_EQ(refusal({.abi_version = 9}).what, "this is a cubin of ABI version 9, this whet reads up to 8");
  EXPECT_EQ(refusal({.machine = 62}).what, "this is an ELF file for machine 62, not a cubin");
  EXPECT_EQ(refusal({.flags = 0x0600ff04}).what, "this is a cubin for sm_255, which this whet does not know");
  for (const ElfBuilder& builder : {ElfBuilder{.abi_version = 9}, ElfBuilder{.machine = 62}}) {
    EXPECT_EQ(refusal(builder).kind, ErrorKind::bad_input);
    EXPECT_FALSE(refusal(builder).mend.empty());
  }
}

class DamagedCubin : public testing::Test {
 protected:
  void SetUp() override {
    REQUIRE_NVCC();
    file_ = compile_cubin(
        "__device__ __forceinline__ float f(float x) { return x * x; }\n"
        "__global__ void __launch_bounds__(64) k(float* p, int n) { __shared__ float s[64]; s[n] = f(p[n]); "
        "__syncthreads(); p[0] = s[1] / p[2]; }",
        "sm_90", {"-lineinfo"});
    ASSERT_FALSE(file_.empty());
  }
  static std::optional<Error> read_it(ByteView bytes) {
    const auto cubin = read_cubin(bytes);
    return cubin ? std::nullopt : std::optional(cubin.error());
  }
  std::string file_;
};

TEST_F(DamagedCubin, IsReadOrRefusedAtEveryLength) {
  test::survive_truncation(read_it, file_);
}
TEST_F(DamagedCubin, IsReadOrRefusedWithFlippedBits) {
  test::survive_bit_flips(read_it, file_);
}
TEST_F(DamagedCubin, IsReadOrRefusedWithRandomBytes) {
  test::survive_random_bytes(read_it, file_, 64);
}

}  // namespace cubin_test
}  // namespace whet
