// Problems made from a kernel's parameters and flags.
#include "problem/from_signature.h"

#include <gtest/gtest.h>

#include "problem/file/write_problem.h"
#include "problem/fixture.h"

namespace whet {

namespace {

const std::string k_gemm =
    "template <int N> struct S {};\n"
    "__global__ void gemm(const half* __restrict__ A, const half* B, float* C, int M, int N, int K, float alpha) {}\n"
    "__global__ void scale(const float4* in, float* out, unsigned long long n) {}\n"
    "__global__ void odd(S<4> s, float* out) {}\n"
    "extern \"C\" void solve(const float* in, float* out, int n) {}\n";

class FromSignature : public ::testing::Test {
 protected:
  FromSignature() {
    EXPECT_TRUE(files_.write("k/gemm.cu", k_gemm).ok());
    EXPECT_TRUE(files_.write("k/ref.py", "").ok());
    request_.kernel = "k/gemm.cu";
    request_.reference = "k/ref.py";
  }

  SignatureProblem made() {
    auto result = problem_from_signature(request_, files_);
    EXPECT_TRUE(result.ok()) << (result ? "" : describe(result.error()));
    return result ? *result : SignatureProblem{};
  }

  std::string error() {
    const auto result = problem_from_signature(request_, files_);
    EXPECT_FALSE(result.ok());
    return result ? "" : describe(result.error());
  }

  void expect_error(const std::string& part) {
    const std::string text = error();
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }

  test::FakeFileSystem files_;
  SignatureRequest request_;
};

}  // namespace

TEST_F(FromSignature, PointersToConstAreInputsAndSizesComeByName) {
  request_.entry = "gemm";
  request_.dims = "M=1K,N=512,K=256,alpha=0.5";
  request_.shapes = {"A=M,K", "B=K,N", "C=M, N"};
  request_.grid = "ceil_div(N, 16),ceil_div(M, 16)";
  request_.block = "16,16";
  const SignatureProblem result = made();
  const Problem& problem = result.problem;
  ASSERT_EQ(problem.arguments.size(), 7u);
  EXPECT_EQ(problem.arguments[0].type, ElementType::f16);
  EXPECT_EQ(problem.arguments[0].role, ArgumentRole::in);
  EXPECT_EQ(problem.arguments[2].role, ArgumentRole::out);
  EXPECT_EQ(problem.reference.kind, ReferenceFile::Kind::python);
  EXPECT_TRUE(result.assumed.empty());
  const auto resolved = resolve_case(problem, problem.cases.front());
  ASSERT_TRUE(resolved.ok()) << describe(resolved.error());
  EXPECT_EQ(resolved->arguments[0].shape, (std::vector<uint64_t>{1024, 256}));
  EXPECT_EQ(resolved->arguments[3].value, 1024);
  EXPECT_EQ(resolved->arguments[6].value, 0.5);
  EXPECT_EQ(resolved->launches[0].grid, (std::array<uint32_t, 3>{32, 64, 1}));
  EXPECT_EQ(resolved->launches[0].block, (std::array<uint32_t, 3>{16, 16, 1}));
}

TEST_F(FromSignature, OneSizeIsTheSizeOfEveryArray) {
  request_.entry = "scale";
  request_.dims = "n=1000";
  const SignatureProblem result = made();
  const auto resolved = resolve_case(result.problem, result.problem.cases.front());
  ASSERT_TRUE(resolved.ok());
  EXPECT_EQ(resolved->arguments[0].count, 1000u);
  EXPECT_EQ(resolved->arguments[1].count, 1000u);
  EXPECT_EQ(resolved->arguments[2].type, ElementType::u64);
  EXPECT_EQ(resolved->launches[0].grid[0], 4u);
  ASSERT_EQ(result.assumed.size(), 3u);
  EXPECT_EQ(result.assumed[0], "`in` has n elements");
  EXPECT_EQ(result.assumed[2], "256 threads a block, a thread for each element of `out` (--grid, --block)");
}

TEST_F(FromSignature, WithSeveralSizesInputsGetAllOfThemAndOutputsNeedAShape) {
  request_.entry = "gemm";
  request_.dims = "M=8,N=4,K=2,alpha=1";
  expect_error("with several sizes the shape of C is not plain");
  request_.shapes = {"C=M,N"};
  request_.block = "64,2";
  const SignatureProblem result = made();
  const auto resolved = resolve_case(result.problem, result.problem.cases.front());
  ASSERT_TRUE(resolved.ok());
  EXPECT_EQ(resolved->arguments[0].count, 64u);
  EXPECT_EQ(resolved->launches[0].grid[0], 1u);
  EXPECT_EQ(result.assumed.at(0), "`A` has M * N * K elements, enough for any use of the sizes (--shape A=...)");
  EXPECT_EQ(result.assumed.at(2), "a grid of ceil_div(M * N, 64 * 2), a thread for each element of `C` (--grid)");
}

TEST_F(FromSignature, AnOutputMayBeReadToo) {
  request_.entry = "scale";
  request_.dims = "n=16";
  request_.inout = "out";
  EXPECT_EQ(made().problem.arguments[1].role, ArgumentRole::inout);
  request_.inout = "in";
  expect_error("`in` is const, the kernel cannot write it");
  request_.inout = "outt";
  expect_error("did you mean `out`?");
}

TEST_F(FromSignature, AHostFunctionIsCalled) {
  request_.entry = "solve";
  request_.dims = "n=16";
  const SignatureProblem result = made();
  EXPECT_TRUE(result.problem.is_host_function);
  EXPECT_TRUE(result.problem.launches.empty());
}

TEST_F(FromSignature, WhatIsMissingIsNamed) {
  expect_error("k/gemm.cu holds 3 kernels");
  request_.entry = "gemn";
  expect_error("did you mean `gemm`?");
  request_.entry = "gemm";
  request_.dims = "M=8";
  expect_error("no value is given for N, K, alpha");
  expect_error("add --dims N=...,K=...,alpha=...");
  request_.dims = "M=8,N=4,K=2,alpha=1,C=4";
  expect_error("`C` is an array, not a size");
  request_.dims = "M=8,N=4,K=2,alpha=x";
  request_.shapes = {"C=M,N"};
  expect_error("nothing gives `x` a number");
  request_.dims = "M=8,N=four,K=2,alpha=1";
  expect_error("`N=four` is no name and size");
  request_.dims = "M=8,M=8";
  expect_error("`M` is given twice");
  request_.entry = "odd";
  request_.dims = "n=8";
  request_.shapes.clear();
  expect_error("what `s` takes is not plain from its type: S<4> s");
  request_.entry = "scale";
  request_.dims = "";
  expect_error("no value is given for n");
  request_.dims = "n=4";
  request_.shapes = {"inn=n"};
  expect_error("did you mean `in`?");
  request_.shapes = {"in=n +"};
  expect_error("--shape");
  request_.shapes.clear();
  request_.reference = "k/ref.f90";
  expect_error("there is no file `k/ref.f90`");
  ASSERT_TRUE(files_.write("k/ref.f90", "").ok());
  expect_error("a reference of the kind `.f90` is not known");
}

TEST_F(FromSignature, WhatIsWrittenIsTheSameProblem) {
  request_.entry = "gemm";
  request_.dims = "M=8,N=4,K=2,alpha=0.25";
  request_.shapes = {"C=M,N"};
  request_.block = "32";
  const Problem problem = made().problem;
  ASSERT_TRUE(files_.write("k/problem.toml", write_problem(problem)).ok());
  const auto again = load_problem("k", files_);
  ASSERT_TRUE(again.ok()) << describe(again.error());
  const auto first = resolve_case(problem, problem.cases.front()), second = resolve_case(*again, again->cases.front());
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->total_bytes, second->total_bytes);
  EXPECT_EQ(first->launches[0].grid, second->launches[0].grid);
  EXPECT_EQ(first->arguments[6].encoded, second->arguments[6].encoded);
  EXPECT_EQ(again->reference.file, "k/ref.py");
}

}  // namespace whet
