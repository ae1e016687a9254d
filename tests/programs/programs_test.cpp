// The programs of this folder, compiled by nvcc as they are and run through `whet exec`.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <ostream>

#include "support/source_folder.h"
#include "support/support.h"
#include "util/hash.h"

namespace whet::test {
namespace programs_test {

struct ProgramCase {
  const char* name;
  int exit_code = 0;
  std::vector<const char*> out = {};  // on stdout, in this order
  std::vector<const char*> err = {};  // on stderr
  std::vector<std::string> flags = {};
  std::vector<std::string> further_sources = {};
  std::vector<std::string> target = {"-arch=sm_90"};
};

void PrintTo(const ProgramCase& program, std::ostream* out) {
  *out << program.name;
}

std::string nvcc() {
  if (const auto found = SystemProcessRunner().find_program("nvcc")) return *found;
  const std::string usual = "/usr/local/cuda/bin/nvcc";
  return std::filesystem::exists(usual) ? usual : "";
}

std::string source_of(const std::string& name) {
  return test::source_folder() + "/tests/programs/" + name;
}

// Path of the program, compiled now unless it was before; empty and a failure when nvcc refuses it.
std::string built(const std::string& name, const std::string& compiler, const std::vector<std::string>& flags,
                  const std::vector<std::string>& further_sources = {}) {
  DiskFileSystem files;
  std::string key = compiler, text = *files.read(source_of(name + ".cu"));
  for (const std::string& flag : flags) key += flag;
  for (const std::string& file : further_sources) text += *files.read(source_of(file));
  key += text;
  for (const char* const header : {"check.h", "checksum.h", "linked.h", "tensor_maps.h"}) {
    if (text.find(std::string("\"") + header + "\"") != std::string::npos) key += *files.read(source_of(header));
  }
  const std::string path = std::string(WHET_PROGRAM_CACHE) + "/" + name + "-" + sha256_hex(key).substr(0, 16);
  if (files.info(path)) return path;
  EXPECT_TRUE(files.make_directories(WHET_PROGRAM_CACHE).ok());
  const std::string fresh = path + "." + std::to_string(::getpid());
  ProcessCommand command{.argv = {compiler}};
  command.timeout = std::chrono::minutes(10);  // on a busy machine
  command.argv.insert(command.argv.end(), flags.begin(), flags.end());
  for (const std::string& file : further_sources) command.argv.push_back(source_of(file));
  for (const std::string& argument : {source_of(name + ".cu"), std::string("-o"), fresh})
    command.argv.push_back(argument);
  const auto compiled = SystemProcessRunner().run(command);
  EXPECT_TRUE(compiled.ok() && compiled->exit_code == 0) << (compiled ? compiled->err : compiled.error().what);
  if (!compiled || compiled->exit_code != 0) return {};
  std::filesystem::rename(fresh, path);
  return path;
}

Result<Finished> run_through_whet(const std::string& program, const std::vector<std::string>& flags = {}) {
  const TemporaryDirectory cache;
  ProcessCommand command{.argv = {WHET_BINARY, "exec"}};
  command.argv.insert(command.argv.end(), flags.begin(), flags.end());
  command.argv.insert(command.argv.end(), {"--", program});
  command.environment = {{"WHET_CACHE", cache.path()}};
  return SystemProcessRunner().run(command);
}

class Programs : public testing::TestWithParam<ProgramCase> {};

TEST_P(Programs, RunsAsOnAGpu) {
  const std::string compiler = nvcc();
  if (compiler.empty()) GTEST_SKIP() << "there is no nvcc";
  std::vector<std::string> flags = GetParam().target;
  flags.insert(flags.end(), {"-lineinfo", "-cudart", "shared"});
  flags.insert(flags.end(), GetParam().flags.begin(), GetParam().flags.end());
  const std::string program = built(GetParam().name, compiler, flags, GetParam().further_sources);
  ASSERT_FALSE(program.empty());
  const auto finished = run_through_whet(program);
  ASSERT_TRUE(finished.ok()) << describe(finished.error());
  EXPECT_EQ(finished->exit_code, GetParam().exit_code) << finished->out << finished->err;
  size_t at = 0;
  for (const char* text : GetParam().out) {
    at = finished->out.find(text, at);
    ASSERT_NE(at, std::string::npos) << "no `" << text << "` in its place in\n" << finished->out;
  }
  // Whole outputs, checksums included.
  if (const auto expected = DiskFileSystem().read(source_of(std::string("expected/") + GetParam().name + ".txt"))) {
    EXPECT_EQ(finished->out, *expected);
  }
  for (const char* text : GetParam().err)
    EXPECT_NE(finished->err.find(text), std::string::npos) << "no `" << text << "` in\n" << finished->err;
}

// The same program that stops without it: out_of_bounds writes one word past its allocation.
TEST(ProgramsThatGoOn, AStrayWriteIsToldAndTheProgramEndsAsOnAGpu) {
  const std::string compiler = nvcc();
  if (compiler.empty()) GTEST_SKIP() << "there is no nvcc";
  const std::string program = built("out_of_bounds", compiler, {"-arch=sm_90", "-lineinfo", "-cudart", "shared"});
  ASSERT_FALSE(program.empty());
  const auto finished = run_through_whet(program, {"--go-on"});
  ASSERT_TRUE(finished.ok()) << describe(finished.error());
  EXPECT_EQ(finished->exit_code, 1) << finished->out << finished->err;
  EXPECT_NE(finished->err.find("fill(int*, int): out of bounds, and it goes on"), std::string::npos) << finished->err;
  EXPECT_NE(finished->err.find("just past the end of `cudaMalloc 1`"), std::string::npos) << finished->err;
}

TEST(ProgramsThatCountOnZeros, SeeSomethingElseForEachSeed) {
  const std::string compiler = nvcc();
  if (compiler.empty()) GTEST_SKIP() << "there is no nvcc";
  const std::string program = built("unwritten", compiler, {"-arch=sm_90", "-cudart", "shared"});
  ASSERT_FALSE(program.empty());
  std::vector<std::string> printed;
  for (const char* seed : {"1", "2", "1"}) {
    const auto finished = run_through_whet(program, {"--seed", seed});
    ASSERT_TRUE(finished.ok()) << describe(finished.error());
    EXPECT_EQ(finished->exit_code, 0) << finished->err;
    printed.push_back(finished->out);
  }
  EXPECT_NE(printed[0], printed[1]);
  EXPECT_EQ(printed[0], printed[2]);
}

TEST(Programs12, AProgramThatWantsTheRuntimeOfCuda12GetsIt) {
  const std::string compiler = nvcc();
  if (compiler.empty()) GTEST_SKIP() << "there is no nvcc";
  const std::string program =
      built("matrix_multiply", compiler,
            {"-arch=sm_90", "-cudart", "none", "-L" + directory_of(WHET_BINARY), "-Xlinker", "-l:libcudart.so.12"});
  ASSERT_FALSE(program.empty());
  const auto finished = run_through_whet(program);
  ASSERT_TRUE(finished.ok()) << describe(finished.error());
  EXPECT_EQ(finished->exit_code, 0) << finished->out << finished->err;
  EXPECT_NE(finished->out.find("PASSED"), std::string::npos);
}

// Hopper's own instructions, in machine code and PTX.
const std::vector<std::string> k_sm_90a = {"-gencode", "arch=compute_90a,code=[sm_90a,compute_90a]"};

const ProgramCase k_programs[] = {
    {"cluster_histogram", 0, {"cudaErrorInvalidClusterSize", "cudaErrorInvalidClusterSize", "largest 8", "PASSED"}},
    {"cluster_reduction", 0, {"grid of 12: cudaErrorInvalidClusterSize", "PASSED"}},
    {"cooperative_cluster", 0, {"PASSED"}},
    {"bulk_pipeline", 0, {"PASSED"}},
    {"tma_tiles", 0, {"PASSED"}, {"is no multiple of 16", "exceed the swizzle's 128"}},
    {"tma_store", 0, {"PASSED"}},
    {"tma_multicast", 0, {"PASSED"}, {}, {}, {}, k_sm_90a},
    {"tma_gemm", 0, {"PASSED"}, {}, {}, {}, k_sm_90a},
    {"dependent_launch", 0, {"PASSED"}},
    {"driver_linked", 0, {"at an odd address: CUDA_ERROR_INVALID_VALUE", "PASSED"}, {}, {"-lcuda"}},
    {"vector_add", 0, {"PASSED"}},
    {"matrix_multiply", 0, {"3 products of 128 x 128: ", "GFLOP/s", "PASSED"}},
    {"reduction", 0, {"sum 220000.0 of 40000 elements", "PASSED"}},
    {"streams", 0, {"PASSED"}},
    {"pitched_copy", 0, {"PASSED"}},
    {"managed_list", 0, {"sum 380, visited 120", "PASSED"}},
    {"occupancy", 0, {"NVIDIA H200, compute capability 9.0, 132 SMs", "PASSED"}},
    {"convolution", 0, {"PASSED"}},
    {"graph_replay", 0, {"PASSED"}},
    {"grid_sync", 0, {"PASSED"}},
    {"device_printf",
     0,
     {"before", "block 7 thread 0: 1.50", "block 7 thread 1: -2.25", "between", "block 8 thread 0", "PASSED"}},
    {"device_assert", 0, {"PASSED"}, {"`values[threadIdx.x] < 10` at"}},
    {"dynamic_shared", 0, {"PASSED"}, {"80000 bytes of dynamic shared memory"}},
    {"histogram", 0, {"PASSED"}},
    {"memory_pool", 0, {"mixed 5df261dd226eb3c6", "PASSED"}},
    {"copy_box", 0, {"boxes c6c19fcada3a4b8d", "PASSED"}},
    {"pipeline", 0, {"pipeline d27073a9259ed45d", "PASSED"}},
    {"graph_update", 0, {"graphs 442e83acbc3bf36c", "PASSED"}},
    {"constant_tables", 0, {"tables 742be3c4656bc9aa", "PASSED"}},
    {"lambdas", 0, {"lambdas 1a6302e5861177d7", "PASSED"}, {}, {"--extended-lambda"}},
    {"thrust_algorithms",
     0,
     {"order 8ad258f5a788bdbd", "starts 99482b823e493c06", "PASSED"},
     {},
     {"--extended-lambda"}},
    {"cub_blocks", 0, {"sorted 6333905ed870a5cb", "scanned f6abeae392a15664", "PASSED"}},
    {"device_heap", 0, {"lists 0416363527c96b40", "PASSED"}},
    {"virtual_shapes", 0, {"shapes 422856cf043b6bcc", "PASSED"}},
    {"half_precision", 0, {"sums 8fc747ccb8949aad", "bits a30250f4b4f7f990", "PASSED"}},
    {"warp_aggregate", 0, {"kept 2a8c64461b8569fa", "tiles fb9db0806e4ee493", "PASSED"}},
    {"managed_prefetch", 0, {"cells 6ae032c9a0c563b7", "PASSED"}},
    {"host_functions", 0, {"seen 409ac31434c6c7c8", "PASSED"}},
    {"linked_main", 0, {"linked b429bc6e2ab21b03", "PASSED"}, {}, {"-rdc=true"}, {"linked_other.cu"}},
    {"threads", 0, {"PASSED"}, {"block extent x is 4096, allowed are 1 to 1024"}},
    {"texture_filter", 0, {"integers filtered: cudaErrorInvalidFilterSetting", "PASSED"}},
    {"texture_volume", 0, {"PASSED"}},
    {"surface_write", 0, {"PASSED"}},
    {"vector_atomics", 0, {"PASSED"}},
    {"stmatrix", 0, {"PASSED"}},
    {"sparse_mma", 0, {"PASSED"}},
    {"out_of_bounds",
     2,
     {},
     {"fill(int*, int) stopped: out of bounds", "out_of_bounds.cu:6",
      "just past the end of `cudaMalloc 1` (4000 bytes)",
      "cudaDeviceSynchronize(): an illegal memory access was encountered (cudaErrorIllegalAddress)"}},
};

INSTANTIATE_TEST_SUITE_P(All, Programs, testing::ValuesIn(k_programs),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace programs_test
}  // namespace whet::test
