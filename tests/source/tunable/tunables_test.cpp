#include "source/tunable/tunables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "support/source_folder.h"
#include "util/system/files.h"

namespace whet {
namespace tunables_test {

const FoundTunable* find(const std::vector<FoundTunable>& found, const std::string& name) {
  const auto at = std::find_if(found.begin(), found.end(), [&](const auto& tunable) { return tunable.name == name; });
  return at == found.end() ? nullptr : &*at;
}

using Values = std::vector<int64_t>;

// The proposed values of a tunable; empty if it is not found.
Values values_of(const std::string& source, const std::string& name, const TunableContext& context = {{"k"}, {}}) {
  const auto found = find_tunables(source, context);
  const FoundTunable* tunable = find(found, name);
  return tunable ? tunable->values : Values{};
}

std::string with(const std::string& source, const std::string& name, int64_t value,
                 const TunableContext& context = {{"k"}, {}}) {
  return set_tunables(source, find_tunables(source, context), {{name, value}});
}

std::string kernel(const std::string& body) {
  return "__global__ void k(float* p, int n) { " + body + " }\n";
}

TEST(Tunables, ConstantsThatShapeCodeAreFound) {
  const std::string source = "#define TILE 32\nconstexpr int DEPTH = 8;\n" +
                             kernel("__shared__ float s[TILE]; for (int i = 0; i < DEPTH; ++i) p[i] = s[i];");
  EXPECT_EQ(values_of(source, "TILE"), (Values{8, 16, 32, 64, 128}));
  EXPECT_EQ(values_of(source, "DEPTH"), (Values{2, 4, 8, 16, 32}));
  const auto found = find_tunables(source);
  EXPECT_EQ(find(found, "TILE")->line, 1);
  EXPECT_TRUE(find(found, "TILE")->is_used_as(ConstantRole::shared));
  EXPECT_TRUE(find(found, "DEPTH")->is_used_as(ConstantRole::loop));
}

TEST(Tunables, NumbersThatOnlyEnterResultsAreNot) {
  EXPECT_TRUE(values_of("#define SCALE 3\n" + kernel("p[0] = SCALE * n;"), "SCALE").empty());
  EXPECT_TRUE(values_of("constexpr float N = 4;\n" + kernel("float a[4]; p[0] = a[0] * N;"), "N").empty());
  EXPECT_TRUE(values_of("#define UNUSED 32\n" + kernel(""), "UNUSED").empty());
  EXPECT_TRUE(
      values_of("#define MASK 0xffffffff\n" + kernel("for (int i = 0; i < MASK; ++i) p[i] = 0;"), "MASK").empty());
}

TEST(Tunables, NumbersOfTheHardwareAreNot) {
  for (const char* name : {"WARP_SIZE", "warpSize_", "k_warp", "LANES", "THREADS_PER_WARP"}) {
    const std::string source =
        "#define " + std::string(name) + " 32\n" + kernel("__shared__ float s[" + std::string(name) + "];");
    EXPECT_TRUE(values_of(source, name).empty()) << name;
  }
  EXPECT_FALSE(values_of("#define WARPS 32\n" + kernel("__shared__ float s[WARPS];"), "WARPS").empty());
}

TEST(Tunables, SwitchesAreZeroOrOne) {
  const std::string source =
      "#define USE_CACHE 1\nconstexpr bool FAST = false;\nconstexpr int MODE = 0;\n#define VERSION 3\n" +
      kernel("\n#if USE_CACHE && VERSION > 2\n p[0] = 0;\n#endif\n if constexpr (MODE) p[1] = 0;");
  EXPECT_EQ(values_of(source, "USE_CACHE"), (Values{0, 1}));
  EXPECT_EQ(values_of(source, "MODE"), (Values{0, 1}));
  EXPECT_TRUE(values_of(source, "VERSION").empty());
  const auto found = find_tunables(source);
  EXPECT_EQ(find(found, "MODE")->kind, TunableKind::feature);
  EXPECT_TRUE(values_of("#define LEVEL 3\n" + kernel("\n#if LEVEL > 2\n p[0] = 0;\n#endif\n"), "LEVEL").empty());
  EXPECT_EQ(values_of("#define PAD 1\n" + kernel("__shared__ float s[32][32 + PAD];"), "PAD"), (Values{0, 1, 2, 4, 8}));
}

TEST(Tunables, AValueReplacesTheNumberAndNothingElse) {
  const std::string source = "#ifndef N\n#define  N  32u // x\n#endif\n" + kernel("float a[N];");
  EXPECT_EQ(with(source, "N", 64), "#ifndef N\n#define  N  64u // x\n#endif\n" + kernel("float a[N];"));
  EXPECT_EQ(with(source, "N", 32), source);
  EXPECT_EQ(with(source, "M", 4), source);
}

TEST(Tunables, UnrollFactorsThatAreThere) {
  const std::string loop = "for (int i = 0; i < n; ++i) p[i] = 0;";
  const std::string four = kernel("\n#pragma unroll 4\n" + loop);
  EXPECT_EQ(values_of(four, "unroll_3"), (Values{1, 2, 4, 8}));
  EXPECT_EQ(with(four, "unroll_3", 8), kernel("\n#pragma unroll 8\n" + loop));
  const std::string brackets = kernel("\n#pragma unroll(4)\n" + loop);
  EXPECT_EQ(with(brackets, "unroll_3", 8), kernel("\n#pragma unroll 8\n" + loop));
  const std::string whole = kernel("\n#pragma unroll  // all\n" + loop);
  EXPECT_EQ(values_of(whole, "unroll_3"), (Values{0, 1, 2, 4, 8}));
  EXPECT_EQ(with(whole, "unroll_3", 2), kernel("\n#pragma unroll 2  // all\n" + loop));
  EXPECT_EQ(with(whole, "unroll_3", 0), whole);
  EXPECT_TRUE(values_of("#define U 4\n" + kernel("\n#pragma unroll U\n" + loop), "unroll_4").empty()) << "U decides";
}

TEST(Tunables, LoopsThatCouldTakeAFactor) {
  const std::string source = kernel("for (int i = 0; i < 12; ++i) p[i] = 0;");
  EXPECT_EQ(values_of(source, "unroll_1"), (Values{0, 1, 2, 4, 8, 12}));
  EXPECT_EQ(with(source, "unroll_1", 4), kernel("_Pragma(\"unroll 4\") for (int i = 0; i < 12; ++i) p[i] = 0;"));
  EXPECT_TRUE(values_of(kernel("_Pragma(\"unroll\") for (int i = 0; i < 12; ++i) p[i] = 0;"), "unroll_1").empty());
  EXPECT_TRUE(values_of(kernel("for (int i = n; i > 0; i /= 2) p[i] = 0;"), "unroll_1").empty());
  EXPECT_TRUE(values_of(kernel("for (int i = 0; i < 1; ++i) p[i] = 0;"), "unroll_1").empty());
}

TEST(Tunables, LoopsOnOneLineHaveNamesOfTheirOwn) {
  const std::string source = kernel("for (int i = 0; i < 4; ++i) for (int j = 0; j < 2; ++j) p[i] = j;");
  const auto found = find_tunables(source);
  ASSERT_TRUE(find(found, "unroll_1") && find(found, "unroll_1_2"));
  EXPECT_EQ(
      set_tunables(source, found, {{"unroll_1", 4}, {"unroll_1_2", 2}}),
      kernel("_Pragma(\"unroll 4\") for (int i = 0; i < 4; ++i) _Pragma(\"unroll 2\") for (int j = 0; j < 2; ++j) "
             "p[i] = j;"));
}

TEST(Tunables, LaunchBoundsThatAreThere) {
  const auto bounded = [](const std::string& bounds) {
    return "#define T 512\n__global__ void __launch_bounds__(" + bounds + ") k(int* p) {}\n";
  };
  EXPECT_EQ(values_of(bounded("256"), "launch_bounds_k"), (Values{0, 1, 2, 3, 4, 6, 8}));
  EXPECT_EQ(values_of(bounded("T"), "launch_bounds_k"), (Values{0, 1, 2, 3, 4}));
  EXPECT_EQ(values_of(bounded("T * 2"), "launch_bounds_k"), (Values{0, 1, 2}));
  EXPECT_EQ(values_of(bounded("256, 5"), "launch_bounds_k"), (Values{1, 2, 3, 4, 5, 6, 8}));
  EXPECT_TRUE(values_of(bounded("256, T"), "launch_bounds_k").empty());
  EXPECT_EQ(with(bounded("256"), "launch_bounds_k", 2), bounded("256, 2"));
  EXPECT_EQ(with(bounded("256, 5"), "launch_bounds_k", 2), bounded("256, 2"));
}

TEST(Tunables, LaunchBoundsThatCouldBeAdded) {
  const std::string source = "static __global__ void k(int* p) {}\n__global__ void other(int* p) {}\n";
  EXPECT_TRUE(values_of(source, "launch_bounds_k").empty()) << "nobody knows the block";
  const TunableContext context{{"k"}, "256"};
  EXPECT_EQ(with(source, "launch_bounds_k", 3, context),
            "static __global__ void __launch_bounds__(256, 3) k(int* p) {}\n__global__ void other(int* p) {}\n");
  EXPECT_TRUE(values_of(source, "launch_bounds_other", context).empty()) << "it is not launched";
}

TEST(Tunables, TemplateArgumentsOfTheEntry) {
  const std::string source =
      "template <typename T, int THREADS, bool FAST = false>\n__global__ void k(T* p) { __shared__ T s[THREADS]; }\n"
      "template __global__ void k<float, 256u, true>(float*);\ntemplate __global__ void k<int, 64, true>(int*);\n";
  const TunableContext context{{"a::k<float, 256, true>"}, {}};
  const auto found = find_tunables(source, context);
  const FoundTunable* threads = find(found, "k_THREADS");
  ASSERT_TRUE(threads);
  EXPECT_EQ(threads->values, (Values{64, 128, 256, 512, 1024}));
  EXPECT_TRUE(threads->is_used_as(ConstantRole::shared));
  EXPECT_FALSE(find(found, "k_T"));
  EXPECT_FALSE(find(found, "k_FAST"));
  const std::string edited = set_tunables(source, found, {{"k_THREADS", 128}});
  EXPECT_NE(edited.find("k<float, 128, true>(float*)"), std::string::npos) << edited;
  EXPECT_NE(edited.find("k<int, 64, true>(int*)"), std::string::npos) << "another instance";
  EXPECT_EQ(set_entry("a::k<float, 256, true>(float*)", found, {{"k_THREADS", 128}}), "a::k<float, 128, true>(float*)");
  EXPECT_EQ(set_entry("other<256>", found, {{"k_THREADS", 128}}), "other<256>");
  EXPECT_FALSE(values_of(source, "k_THREADS", {{"k<float, 512, true>"}, {}}).empty())
      << "an instance that the source does not make is made when it is compiled";
}

TEST(Tunables, ValuesAroundANumber) {
  EXPECT_EQ(values_around(24), (Values{6, 8, 12, 16, 24, 32, 48, 64, 96}));
  EXPECT_EQ(values_around(1), (Values{1, 2, 4}));
  EXPECT_EQ(values_around(1024), (Values{256, 512, 1024}));
  EXPECT_EQ(values_around(4096), (Values{1024, 4096}));
}

TEST(Tunables, NothingIsConcludedFromBracketsThatDoNotMatch) {
  EXPECT_TRUE(find_tunables("#define N 4\n__global__ void k() { float a[N]; ").empty());
}

// For all kernels in the tree: current values change no byte, other values change no line, and names are unique.
TEST(Tunables, EveryKernelOfTheTreeKeepsItsLines) {
  DiskFileSystem files;
  size_t found_in_all = 0;
  for (const char* directory : {"examples", "tests/corpus", "tests/kernels"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_folder() + "/" + directory)) {
      if (entry.path().extension() != ".cu") continue;
      const std::string source = *files.read(entry.path().string());
      const auto found = find_tunables(source, {{entry.path().stem().string()}, "256"});
      std::map<std::string, int64_t> same, other;
      for (const FoundTunable& tunable : found) {
        EXPECT_TRUE(same.emplace(tunable.name, tunable.current).second) << entry.path() << ": " << tunable.name;
        EXPECT_TRUE(std::is_sorted(tunable.values.begin(), tunable.values.end()));
        EXPECT_TRUE(std::binary_search(tunable.values.begin(), tunable.values.end(), tunable.current))
            << entry.path() << ": " << tunable.name;
        other[tunable.name] = tunable.values.back();
      }
      EXPECT_EQ(set_tunables(source, found, same), source) << entry.path();
      const std::string edited = set_tunables(source, found, other);
      EXPECT_EQ(std::count(edited.begin(), edited.end(), '\n'), std::count(source.begin(), source.end(), '\n'));
      const auto again = find_tunables(edited, {{entry.path().stem().string()}, "256"});
      for (const FoundTunable& tunable : again) {
        EXPECT_TRUE(tunable.kind != TunableKind::constant || tunable.current == other[tunable.name]) << tunable.name;
      }
      found_in_all += found.size();
    }
  }
  EXPECT_GT(found_in_all, 150u);
}

}  // namespace tunables_test
}  // namespace whet
