#include "binary/lines/line_map.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "binary/container/elf.h"
#include "binary/cubin/cubin.h"
#include "damage.h"
#include "nvcc.h"

namespace whet {
namespace line_map_test {

using namespace std::string_literals;
using namespace std::string_view_literals;

// A version 2 program as NVIDIA writes it, around `opcodes`; two files, one directory.
std::string program(std::string_view opcodes) {
  const std::string header =
      "\x01\x01\xfb\x0e\x0a\x00\x01\x01\x01\x01\x00\x00\x00\x01"
      "/src\0\0"
      "a.cu\0\x01\0\0"
      "/inc/b.h\0\0\0\0\0"s;
  std::string body("\x02\0", 2);
  const auto header_bytes = static_cast<uint32_t>(header.size());
  body.append(reinterpret_cast<const char*>(&header_bytes), 4);
  body += header;
  body += opcodes;
  const auto bytes = static_cast<uint32_t>(body.size());
  return std::string(reinterpret_cast<const char*>(&bytes), 4) + body;
}

constexpr std::string_view k_set_address = "\x00\x09\x02\0\0\0\0\0\0\0\0"sv;
constexpr std::string_view k_end = "\x02\x10\x00\x01\x01"sv;

TEST(LineProgram, RunsStandardAndSpecialOpcodes) {
  const std::string section = program(std::string(k_set_address) +
                                      "\x04\x01\x03\x07\x01"
                                      "\xf0"
                                      "\x03\x7f\x02\x20\x01"
                                      "\xee"
                                      "\x04\x02\x09\x40\x00\x01"s +
                                      std::string(k_end));
  const auto programs = read_line_programs(as_bytes(section));
  ASSERT_TRUE(programs.ok()) << programs.error().what;
  ASSERT_EQ(programs->size(), 1u);
  EXPECT_EQ((*programs)[0].files, (std::vector<std::string>{"", "/src/a.cu", "/inc/b.h"}));
  ASSERT_EQ((*programs)[0].sequences.size(), 1u);
  const LineSequence& sequence = (*programs)[0].sequences[0];
  EXPECT_EQ(section.substr(sequence.address_slot - 3, 3), "\x00\x09\x02"sv);
  const std::vector<std::array<uint64_t, 3>> expected{{0, 1, 8},  {16, 1, 9},  {48, 1, 8},
                                                      {64, 1, 7}, {128, 2, 7}, {144, 2, 7}};
  ASSERT_EQ(sequence.rows.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ((std::array<uint64_t, 3>{sequence.rows[i].address, sequence.rows[i].file, sequence.rows[i].line}),
              expected[i])
        << i;
  EXPECT_TRUE(sequence.rows.back().ends_sequence);
}

TEST(LineProgram, KeepsTheRowAnInlinedOneBelongsTo) {
  const std::string section = program(std::string(k_set_address) +
                                      "\x01"
                                      "\x00\x03\x90\x01\x00"
                                      "\x03\x05\x01"
                                      "\x00\x03\x90\x00\x00"
                                      "\xf0"s +
                                      std::string(k_end));
  const auto programs = read_line_programs(as_bytes(section));
  ASSERT_TRUE(programs.ok());
  const auto& rows = (*programs)[0].sequences[0].rows;
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].context, 0u);
  EXPECT_EQ(rows[1].context, 1u);
  EXPECT_EQ(rows[2].context, 0u);
}

TEST(LineProgram, ReadsEverySequenceOfEveryProgram) {
  const std::string one = program(std::string(k_set_address) + "\x01"s + std::string(k_end) +
                                  std::string(k_set_address) + "\x01"s + std::string(k_end));
  const auto programs = read_line_programs(as_bytes(one + one));
  ASSERT_TRUE(programs.ok());
  ASSERT_EQ(programs->size(), 2u);
  EXPECT_EQ((*programs)[0].sequences.size(), 2u);
  EXPECT_EQ((*programs)[1].sequences[1].address_slot, one.size() + (*programs)[0].sequences[1].address_slot);
}

TEST(LineProgram, RefusesWhatItDoesNotKnow) {
  std::string section = program(k_end);
  section[4] = 6;
  EXPECT_EQ(read_line_programs(as_bytes(section)).error().what,
            "the line table is damaged at byte 0: version 6 is not 2 to 5");
  section = program(k_end);
  section[13] = 0;
  EXPECT_EQ(read_line_programs(as_bytes(section)).error().what,
            "the line table is damaged at byte 0: its line range or opcode base is zero");
}

TEST(LineProgram, SurvivesDamage) {
  const std::string section =
      program(std::string(k_set_address) + "\x04\x01\x03\x07\x01\xf0\x00\x03\x90\x01\x00\x03\x7f\x02\x20\x01\xee"s +
              std::string(k_end));
  const test::Reader read = [](ByteView bytes) -> std::optional<Error> {
    const auto programs = read_line_programs(bytes);
    return programs ? std::nullopt : std::optional(programs.error());
  };
  test::survive_truncation(read, section);
  test::survive_bit_flips(read, section);
  test::survive_random_bytes(read, section, 18);
}

// The host compiler writes the versions nvcc does not.
TEST(LineProgram, ReadsNewerVersionsToo) {
  if (!SystemProcessRunner().find_program("c++")) GTEST_SKIP() << "no host compiler";
  const test::TemporaryDirectory directory;
  DiskFileSystem files;
  ASSERT_TRUE(files.write(directory.path("a.cpp"), "int f(int x) {\n  if (x > 3) x *= 7;\n  return x + 1;\n}\n").ok());
  for (const std::string version : {"3", "4", "5"}) {
    const auto finished = SystemProcessRunner().run({{"c++", "-g", "-gdwarf-" + version, "-c", "a.cpp", "-o", "a.o"},
                                                     directory.path(),
                                                     {},
                                                     std::chrono::seconds(60)});
    ASSERT_TRUE(finished.ok() && finished->exit_code == 0);
    const std::string object = files.read(directory.path("a.o")).value();
    const auto elf = read_elf(as_bytes(object));
    ASSERT_TRUE(elf.ok());
    const auto programs = read_line_programs(elf->find(".debug_line")->content);
    ASSERT_TRUE(programs.ok()) << programs.error().what;
    ASSERT_EQ(programs->size(), 1u) << version;
    for (const uint32_t line : {1u, 2u, 3u, 4u}) {
      const auto& rows = (*programs)[0].sequences.at(0).rows;
      EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const LineRow& row) { return row.line == line; }))
          << version << ' ' << line;
    }
  }
}

TEST(LineMap, FindsTheRowThatCoversAnOffset) {
  LineMap map;
  map.ptx = {{16, 0, 7, -1}, {32, 0, 8, -1}, {32, 0, 9, -1}};
  EXPECT_EQ(map.ptx_at(0), nullptr);
  EXPECT_EQ(map.ptx_at(16)->line, 7u);
  EXPECT_EQ(map.ptx_at(31)->line, 7u);
  EXPECT_EQ(map.ptx_at(48)->line, 9u) << "the innermost";
  EXPECT_EQ(map.source_at(16), nullptr);
}

const std::string k_inlining = R"(__device__ __forceinline__ float leaf(float x) {
  return x * x + __expf(x);
}
__device__ __forceinline__ float mid(float x) {
  return leaf(x + 3.0f) - leaf(x * 7.0f);
}
__global__ void a(float* p) {
  p[threadIdx.x] = mid(p[threadIdx.x]) / p[7];
}
__global__ void b(float* p) {
  float v = leaf(p[threadIdx.x]) + 1.0f;
  v = mid(v) + 2.0f;
  p[threadIdx.x] = v;
}
)";

void expect_complete(const Cubin& cubin, const CubinFunction& function) {
  for (uint32_t offset = 0; offset < function.code.size(); offset += 16) {
    const LineEntry* ptx = function.lines.ptx_at(offset);
    ASSERT_NE(ptx, nullptr) << offset;
    ASSERT_GE(ptx->line, 1u);
    ASSERT_LE(ptx->line, cubin.ptx_lines.size());
    ASSERT_NE(function.lines.source_at(offset), nullptr) << offset;
  }
}

// Lines of the source from the innermost outwards: {2, 5, 8}.
std::vector<uint32_t> chain(const CubinFunction& function, const LineEntry& row) {
  std::vector<uint32_t> lines{row.line};
  for (int32_t at = row.inlined_at; at >= 0; at = function.lines.source[static_cast<size_t>(at)].inlined_at)
    lines.push_back(function.lines.source[static_cast<size_t>(at)].line);
  return lines;
}

bool has_chain(const CubinFunction& function, const std::vector<uint32_t>& lines) {
  return std::any_of(function.lines.source.begin(), function.lines.source.end(),
                     [&](const LineEntry& row) { return chain(function, row) == lines; });
}

class LineMapOf : public testing::TestWithParam<std::string> {};

TEST_P(LineMapOf, CoversEveryInstructionAndFollowsInlining) {
  REQUIRE_NVCC();
  const std::string bytes = test::compile_cubin(k_inlining, GetParam(), {"-lineinfo"});
  const auto cubin = read_cubin(as_bytes(bytes));
  ASSERT_TRUE(cubin.ok());
  ASSERT_EQ(cubin->functions.size(), 2u);
  for (const CubinFunction& function : cubin->functions) {
    SCOPED_TRACE(function.name);
    expect_complete(*cubin, function);
    ASSERT_FALSE(function.lines.files.empty());
    EXPECT_TRUE(function.lines.files[0].ends_with("/kernel.cu"));
    const bool is_a = function.name == "_Z1aPf";
    EXPECT_TRUE(has_chain(function, is_a ? std::vector<uint32_t>{2, 5, 8} : std::vector<uint32_t>{2, 5, 12}));
    EXPECT_EQ(has_chain(function, {2, 11}), !is_a);
  }
}

TEST_P(LineMapOf, IsEmptyWithoutLineInfo) {
  REQUIRE_NVCC();
  const std::string bytes = test::compile_cubin(k_inlining, GetParam());
  const auto cubin = read_cubin(as_bytes(bytes));
  ASSERT_TRUE(cubin.ok());
  EXPECT_TRUE(cubin->ptx_lines.empty());
  for (const CubinFunction& function : cubin->functions) EXPECT_TRUE(function.lines.empty());
}

INSTANTIATE_TEST_SUITE_P(Architectures, LineMapOf,
                         testing::Values("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100a", "sm_103a",
                                         "sm_120a"),
                         [](const auto& info) { return info.param; });

TEST(LineMap, LeadsToTheInstructionInThePtx) {
  REQUIRE_NVCC();
  const std::string bytes = test::compile_cubin(
      "__global__ void k(float* p) { p[threadIdx.x] = __expf(p[threadIdx.x]); }", "sm_90", {"-lineinfo"});
  const auto cubin = read_cubin(as_bytes(bytes));
  ASSERT_TRUE(cubin.ok());
  const auto& rows = cubin->functions.at(0).lines.ptx;
  const auto reads = [&](const LineEntry& row) {
    return cubin->ptx_lines.at(row.line - 1).find("ld.global") != std::string::npos;
  };
  EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), reads));
}

// Each module of a linked cubin has a PTX text of its own; the lines are those of the texts joined.
TEST(LineMap, CoversModulesLinkedTogether) {
  REQUIRE_NVCC();
  const test::TemporaryDirectory directory;
  DiskFileSystem files;
  const std::string bin = join_path(*test::cuda_directory(), "bin");
  ASSERT_TRUE(
      files
          .write(directory.path("one.cu"),
                 "extern __device__ float other(float x);\n__global__ void k(float* p) { p[0] = other(p[1]); }\n")
          .ok());
  ASSERT_TRUE(
      files.write(directory.path("two.cu"), "\n\n__device__ float other(float x) { return __sinf(x); }\n").ok());
  for (const std::string name : {"one", "two"}) {
    const auto compiled = SystemProcessRunner().run(
        {{bin + "/nvcc", "-arch=sm_90", "-rdc=true", "-lineinfo", "-cubin", name + ".cu", "-o", name + ".cubin"},
         directory.path(),
         {},
         std::chrono::minutes(2)});
    ASSERT_TRUE(compiled.ok() && compiled->exit_code == 0);
  }
  const auto linked =
      SystemProcessRunner().run({{bin + "/nvlink", "-arch=sm_90", "one.cubin", "two.cubin", "-o", "linked.cubin"},
                                 directory.path(),
                                 {},
                                 std::chrono::minutes(2)});
  ASSERT_TRUE(linked.ok() && linked->exit_code == 0);
  const std::string bytes = files.read(directory.path("linked.cubin")).value();
  const auto cubin = read_cubin(as_bytes(bytes));
  ASSERT_TRUE(cubin.ok());
  for (const CubinFunction& function : cubin->functions) {
    expect_complete(*cubin, function);
    const std::string wanted = function.is_kernel ? "call" : "sin.approx";
    const auto& rows = function.lines.ptx;
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const LineEntry& row) {
      return cubin->ptx_lines.at(row.line - 1).find(wanted) != std::string::npos;
    })) << function.name;
  }
}

// What nvrtcCompileProgram makes of `source`; empty where there is no NVRTC.
std::string compile_with_nvrtc(const char* source, const char* name, const char* arch) {
  void* library = dlopen("libnvrtc.so", RTLD_NOW);
  if (!library) library = dlopen(join_path(test::cuda_directory().value_or(""), "lib64/libnvrtc.so").c_str(), RTLD_NOW);
  if (!library) return {};
  using Program = void*;
  const auto create = reinterpret_cast<int (*)(Program*, const char*, const char*, int, const char**, const char**)>(
      dlsym(library, "nvrtcCreateProgram"));
  const auto compile = reinterpret_cast<int (*)(Program, int, const char**)>(dlsym(library, "nvrtcCompileProgram"));
  const auto cubin_size = reinterpret_cast<int (*)(Program, size_t*)>(dlsym(library, "nvrtcGetCUBINSize"));
  const auto cubin = reinterpret_cast<int (*)(Program, char*)>(dlsym(library, "nvrtcGetCUBIN"));
  Program program = nullptr;
  const char* options[] = {arch, "-lineinfo"};
  size_t size = 0;
  if (create(&program, source, name, 0, nullptr, nullptr) != 0 || compile(program, 2, options) != 0 ||
      cubin_size(program, &size) != 0)
    return {};
  std::string bytes(size, '\0');
  return cubin(program, bytes.data()) == 0 ? bytes : std::string();
}

TEST(LineMap, NamesTheUsersFileInCubinsOfNvrtc) {
  const std::string bytes = compile_with_nvrtc(
      "__device__ __forceinline__ float sq(float x) {\n  return x * x;\n}\nextern \"C\" __global__ void k(float* p) {\n"
      "  p[threadIdx.x] = sq(p[threadIdx.x]) / 3.0f;\n}\n",
      "my_kernel.cu", "--gpu-architecture=sm_90a");
  if (bytes.empty()) GTEST_SKIP() << "NVRTC is not installed";
  const auto cubin = read_cubin(as_bytes(bytes));
  ASSERT_TRUE(cubin.ok());
  EXPECT_EQ(cubin->architecture.name(), "sm_90a");
  ASSERT_EQ(cubin->functions.size(), 1u);
  const CubinFunction& function = cubin->functions[0];
  expect_complete(*cubin, function);
  EXPECT_TRUE(function.lines.files.at(0).ends_with("my_kernel.cu")) << function.lines.files.at(0);
  EXPECT_TRUE(has_chain(function, {2, 5}));
}

}  // namespace line_map_test
}  // namespace whet
