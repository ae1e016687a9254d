// Sources as text for a namespace.
#include "write/launcher/enclosed_source.h"

#include <gtest/gtest.h>

namespace whet::write {
namespace enclosed_source_test {

using Names = std::vector<std::string>;

EnclosedSource enclosed(const std::string& source, const Names& entries = {"k"}) {
  auto made = enclosed_source(source, entries, "a::b", "k.cu");
  EXPECT_TRUE(made) << describe(made.error());
  return made ? std::move(*made) : EnclosedSource{};
}

std::string reason_of(const std::string& source) {
  const auto made = enclosed_source(source, {"k"}, "a::b", "k.cu");
  return made ? "" : made.error().what + " " + made.error().where;
}

TEST(EnclosedSource, IncludesStandBeforeAllNamespaces) {
  const auto made = enclosed("#pragma once\n#include <cuda_fp16.h>\n\n\n__global__ void k(int* p) {}\n");
  EXPECT_EQ(made.prelude, Names{"#include <cuda_fp16.h>"});
  EXPECT_EQ(made.text, "__global__ void k(int* p) {}\n");
}

TEST(EnclosedSource, AnIncludeUnderAConditionLeavesTheNamespaceForALine) {
  const auto made = enclosed("#ifndef __CUDACC_RTC__\n  #include <cmath>\n#endif\n__global__ void k(int* p) {}\n");
  EXPECT_TRUE(made.prelude.empty());
  EXPECT_EQ(made.text,
            "#ifndef __CUDACC_RTC__\n  }\n#include <cmath>\nnamespace a::b {\n#endif\n__global__ void k(int* p) {}\n");
}

TEST(EnclosedSource, AMacroThatNothingNamesIsForTheHeadersBelowIt) {
  const auto made = enclosed(
      "#define NDEBUG\n#define N 4\n#include <cassert>\n#define LATE\n__global__ void k(int* p) { *p = N; }\n");
  EXPECT_EQ(made.prelude, (Names{"#define NDEBUG", "#include <cassert>"}));
  EXPECT_EQ(made.macros, Names{"N"});
  EXPECT_EQ(made.text, "#define N 4\n\n__global__ void k(int* p) { *p = N; }\n");
}

TEST(EnclosedSource, AGuardOfAHeaderIsNoCondition) {
  const auto made = enclosed("#ifndef A_H\n#define A_H\n#include <cmath>\n__global__ void k(int* p) {}\n#endif\n");
  EXPECT_EQ(made.prelude, Names{"#include <cmath>"});
  EXPECT_EQ(made.macros, Names{"A_H"});
}

TEST(EnclosedSource, LosesHostCodeAndTheSettingsOnTop) {
  const auto made = enclosed(
      "/* whet\nflags = []\n*/\n__global__ void other(int* p) {}\n__global__ void k(int* p) {}\n"
      "int main() {\n  k<<<1, 1>>>(nullptr);\n}\n");
  EXPECT_EQ(made.text, "__global__ void k(int* p) {}\n");
}

TEST(EnclosedSource, HasNoLinkageOfC) {
  EXPECT_EQ(enclosed("extern \"C\" __global__ void k(int* p) {}\n").text, "           __global__ void k(int* p) {}\n");
  EXPECT_EQ(enclosed("extern \"C\" {\n__global__ void k(int* p) {}\n}\n").text, "__global__ void k(int* p) {}\n");
}

TEST(EnclosedSource, AFunctionBesideThoseOfCudaDoesNotHideThem) {
  const auto made = enclosed(
      "struct Two { float a, b; };\n__device__ Two max(Two x, Two y) { return x; }\n"
      "__global__ void k(Two* p, int n) { p[max(n, 3)] = max(p[0], p[1]); }\n");
  EXPECT_EQ(made.shared, Names{"max"});
}

TEST(EnclosedSource, WhatNamesThingsOutsideIsRefused) {
  const std::string why = "the kernel cannot stand in one file with others: ";
  EXPECT_EQ(reason_of("#include \"own.h\"\n__global__ void k(int* p) {}\n"),
            why + "it includes a file of its own k.cu");
  EXPECT_EQ(reason_of("namespace x {\n#include <cmath>\n}\n__global__ void k(int* p) {}\n"),
            why + "it includes a file between brackets k.cu");
  EXPECT_EQ(reason_of("__device__ int f() { return 1; }\n__global__ void k(int* p) { *p = ::f(); }\n"),
            why + "it calls its own `f` ::f k.cu");
  EXPECT_EQ(reason_of("namespace std {\nstruct less_than { int x; };\n}\n__global__ void k(std::less_than* p) {}\n"),
            why + "it adds to the namespace `std` k.cu");
  EXPECT_EQ(reason_of("#if __has_include(\"own.h\")\n#endif\n__global__ void k(int* p) {}\n"),
            why + "it asks whether a file is there k.cu");
  EXPECT_EQ(reason_of("__global__ void k(int* p) {{}\n"), why + "its brackets do not match k.cu");
}

}  // namespace enclosed_source_test
}  // namespace whet::write
