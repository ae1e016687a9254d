// Problems made from a kernel's parameters and flags.
#include "problem/from_signature.h"

#include <gtest/gtest.h>

#include "problem/file/write_problem.h"
#include "problem/fixture.h"

namespace whet {

namespace from_signature_test {

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
  EXPECT_EQ(resolved->arguments[0].count, 4000u) << "float4";
  EXPECT_EQ(resolved->arguments[1].count, 1000u);
  EXPECT_EQ(resolved->arguments[2].type, ElementType::u64);
  EXPECT_EQ(resolved->launches[0].grid[0], 4u);
  ASSERT_EQ(result.assumed.size(), 3u);
  EXPECT_EQ(result.assumed[0], "`in` has n * 4 numbers: it points to vectors of 4");
  EXPECT_EQ(result.assumed[1], "`out` has n elements");
  EXPECT_EQ(result.assumed[2],
            "a grid of ceil_div(n, 256), 256 threads a block: a thread for each element of `out` (--grid, --block)");
  EXPECT_NE(write_problem(result.problem).find("[launch]"), std::string::npos) << "what was assumed is saved";
}

TEST_F(FromSignature, WithSeveralSizesInputsGetAllOfThemAndOutputsNeedAShape) {
  request_.entry = "gemm";
  request_.dims = "M=8,N=4,K=2,alpha=1";
  expect_error("with several sizes the shape of C is not clear");
  request_.shapes = {"C=M,N"};
  request_.block = "64,2";
  const SignatureProblem result = made();
  const auto resolved = resolve_case(result.problem, result.problem.cases.front());
  ASSERT_TRUE(resolved.ok());
  EXPECT_EQ(resolved->arguments[0].count, 64u);
  EXPECT_EQ(resolved->launches[0].grid[0], 1u);
  EXPECT_EQ(result.assumed.at(0), "`A` has M * N * K elements, enough for any use of the sizes (--shape A=...)");
  EXPECT_EQ(
      result.assumed.at(2),
      "a grid of ceil_div(M * N, 64 * 2), 64 * 2 threads a block: a thread for each element of `C` (--grid, --block)");
}

// The number of threads follows from what passes the kernel's own bounds checks, not from its output's size.
TEST_F(FromSignature, TheBoundsOfAKernelSayHowManyThreads) {
  const auto launch = [&](const std::string& source, const std::string& dims, std::vector<std::string> shapes) {
    EXPECT_TRUE(files_.write("k/gemm.cu", source).ok());
    request_.entry.clear();
    request_.dims = dims;
    request_.shapes = std::move(shapes);
    const SignatureProblem result = made();
    const auto resolved = resolve_case(result.problem, result.problem.cases.front());
    EXPECT_TRUE(resolved.ok()) << (resolved ? "" : describe(resolved.error()));
    return resolved ? std::pair(resolved->launches[0].grid, resolved->launches[0].block)
                    : std::pair<std::array<uint32_t, 3>, std::array<uint32_t, 3>>();
  };
  using Extents = std::array<uint32_t, 3>;
  EXPECT_EQ(launch("__global__ void histogram(const unsigned char* data, unsigned* bins, size_t n) {\n"
                   "  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x) "
                   "atomicAdd(&bins[data[i]], 1);\n}\n",
                   "n=1000", {"bins=256"})
                .first,
            (Extents{4, 1, 1}));
  EXPECT_EQ(launch("__global__ void energy(const float4* v, double* e, int count) {\n"
                   "  int i = threadIdx.x + blockDim.x * blockIdx.x;\n  if (i >= count) return;\n"
                   "  atomicAdd(e, v[i].x);\n}\n",
                   "count=1000", {"e=1"})
                .first,
            (Extents{4, 1, 1}));
  EXPECT_EQ(launch("__global__ void rows_of(const float* W, float* y, int rows, int cols) {\n"
                   "  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;\n  if (row >= rows) return;\n"
                   "  y[row] = W[row * cols];\n}\n",
                   "rows=20,cols=64", {"y=rows"})
                .first,
            (Extents{3, 1, 1}))
      << "a warp for each row";
  const auto image = launch(
      "struct Image { int w, h; };\n__global__ void blur(const float* a, float* b, Image d) {\n"
      "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + "
      "threadIdx.y;\n  if (x >= d.w || y >= d.h) return;\n  b[y * d.w + x] = a[y * d.w + x];\n}\n",
      "w=40,h=20", {"b=h,w"});
  EXPECT_EQ(image.first, (Extents{3, 2, 1}));
  EXPECT_EQ(image.second, (Extents{16, 16, 1}));
  EXPECT_EQ(launch("__launch_bounds__(128) __global__ void twice(float2* x, int n) {\n"
                   "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n / 2) x[i].x *= 2;\n}\n",
                   "n=1000", {"x=n"})
                .second,
            (Extents{128, 1, 1}))
      << "no more threads than it says";
}

TEST_F(FromSignature, AnAtomicOnABarePointerReadsAndWrites) {
  ASSERT_TRUE(
      files_.write("k/gemm.cu", "__global__ void total(const float* v, float* e, int n) { atomicAdd(e, v[0]); }\n")
          .ok());
  request_.dims = "n=100";
  request_.shapes = {"e=1"};
  EXPECT_EQ(made().problem.arguments[1].role, ArgumentRole::inout);
}

TEST_F(FromSignature, MembersOfTwoStructsAreToldApart) {
  ASSERT_TRUE(files_
                  .write("k/gemm.cu",
                         "struct Image { int w, h; float gain; };\n"
                         "__global__ void resize(const float* src, Image s, float* dst, Image d) {}\n")
                  .ok());
  expect_error("no value is given for s.w, s.h, s.gain, d.w, d.h, d.gain");
  expect_error("with several sizes the shape of dst is not clear");
  request_.dims = "s.w=64,s.h=32,d_w=16,d.h=8,gain=0.5";
  request_.shapes = {"src=s.h,s.w", "dst=d.h,d.w"};
  const SignatureProblem result = made();
  const auto resolved = resolve_case(result.problem, result.problem.cases.front());
  ASSERT_TRUE(resolved.ok()) << describe(resolved.error());
  EXPECT_EQ(resolved->arguments[0].shape, (std::vector<uint64_t>{32, 64}));
  EXPECT_EQ(resolved->arguments[1].fields[0].value, 64);
  EXPECT_EQ(resolved->arguments[3].fields[0].value, 16);
  EXPECT_EQ(resolved->arguments[3].fields[2].value, 0.5);
}

TEST_F(FromSignature, AnInstanceSaysWhatATemplateTakes) {
  ASSERT_TRUE(
      files_
          .write("k/gemm.cu",
                 "template <typename T, int BS = 64>\n__global__ void reduce(const T* in, T* out, int n) {\n"
                 "  for (int i = blockIdx.x * BS + threadIdx.x; i < n; i += BS * gridDim.x) out[i] = in[i];\n}\n"
                 "template <class T> void launch(const T* in, T* out, int n) {}\n")
          .ok());
  request_.dims = "n=1000";
  expect_error("name the instance: --entry 'reduce<float>'");
  request_.entry = "reduce<double, 128>";
  const Problem problem = made().problem;
  EXPECT_EQ(problem.arguments[0].type, ElementType::f64);
  EXPECT_EQ(resolve_case(problem, problem.cases.front())->launches[0].grid[0], 8u) << "128 a block";
  request_.entry = "reduce<float>";
  EXPECT_EQ(made().problem.arguments[1].type, ElementType::f32);
  request_.entry = "launch<float>";
  EXPECT_TRUE(made().problem.is_host_function);
}

TEST_F(FromSignature, OffsetsAndPlacesGetDataThatMeansSomething) {
  ASSERT_TRUE(files_
                  .write("k/gemm.cu",
                         "__global__ void spmv(int rows, const int* ptr, const int* idx, const float* vals, const "
                         "float* x, float* y) {\n  int row = blockDim.x * blockIdx.x + threadIdx.x;\n  if (row < rows) "
                         "{\n    float dot = 0;\n    for (int j = ptr[row]; j < ptr[row + 1]; j++) dot += vals[j] * "
                         "x[idx[j]];\n    y[row] = dot;\n  }\n}\n")
                  .ok());
  request_.dims = "rows=100,nnz=500,cols=80";
  request_.shapes = {"ptr=rows + 1", "idx=nnz", "vals=nnz", "x=cols", "y=rows"};
  const Problem problem = made().problem;
  EXPECT_EQ(problem.argument("ptr")->fill.kind, FillKind::offsets);
  EXPECT_EQ(problem.argument("ptr")->fill.first->expression.text(), "nnz");
  EXPECT_EQ(problem.argument("idx")->fill.kind, FillKind::csr);
  EXPECT_EQ(problem.argument("idx")->fill.offsets, "ptr");
  EXPECT_EQ(problem.argument("idx")->fill.first->expression.text(), "cols");
  ASSERT_TRUE(files_
                  .write("k/gemm.cu",
                         "__global__ void gather(const int* at, const float* x, float* y, int n) {\n"
                         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] = x[at[i]];\n}\n")
                  .ok());
  request_.dims = "n=100,m=9";
  request_.shapes = {"at=n", "x=m", "y=n"};
  EXPECT_EQ(made().problem.argument("at")->fill.second->expression.text(), "m - 1");
}

TEST_F(FromSignature, ConstantsOfTheModuleGetData) {
  ASSERT_TRUE(files_
                  .write("k/gemm.cu",
                         "#define RADIUS 2\n#define KW (2 * RADIUS + 1)\n__constant__ float weights[KW * KW];\n"
                         "__device__ int table[9];\n__constant__ float set[2] = {1, 2};\n"
                         "__global__ void conv(const float* in, float* out, int n) { out[0] = in[0] * weights[0] + "
                         "table[0] * set[1]; }\n")
                  .ok());
  request_.dims = "n=100";
  const Problem problem = made().problem;
  ASSERT_NE(problem.argument("weights"), nullptr);
  EXPECT_TRUE(problem.argument("weights")->is_variable);
  EXPECT_EQ(problem.argument("weights")->shape.front().expression.text(), "25");
  EXPECT_EQ(problem.argument("set"), nullptr) << "it has its values";
  request_.shapes = {"table=9"};
  EXPECT_NE(made().problem.argument("table"), nullptr);
}

TEST_F(FromSignature, DynamicSharedMemoryIsTakenFromTheLaunchOrAskedFor) {
  ASSERT_TRUE(files_
                  .write("k/gemm.cu",
                         "__global__ void turn(const float* A, float* B, int rows, int cols) {\n"
                         "  extern __shared__ float tile[];\n  tile[0] = A[0]; B[0] = tile[0];\n}\n"
                         "void run(const float* a, float* b, int rows, int cols, int T) {\n"
                         "  dim3 block(T, T), grid((cols + T - 1) / T, (rows + T - 1) / T);\n"
                         "  size_t smem = T * (T + 1) * sizeof(float);\n"
                         "  turn<<<grid, block, smem>>>(a, b, rows, cols);\n}\n")
                  .ok());
  request_.dims = "rows=40,cols=30";
  request_.shapes = {"A=rows,cols", "B=cols,rows"};
  expect_error("uses dynamic shared memory, `tile`, and nothing says how much");
  expect_error("to use it, give T with --dims");
  request_.dims += ",T=16";
  const Problem problem = made().problem;
  const auto resolved = resolve_case(problem, problem.cases.front());
  ASSERT_TRUE(resolved.ok());
  EXPECT_EQ(resolved->launches[0].shared_bytes, 16u * 17 * 4);
  EXPECT_EQ(resolved->launches[0].grid, (std::array<uint32_t, 3>{2, 3, 1}));
}

TEST_F(FromSignature, SeveralKernelsMayBeLaunchedByAHostFunction) {
  ASSERT_TRUE(files_
                  .write("k/gemm.cu",
                         "__global__ void a(float* x) {}\n__global__ void b(float* x) {}\n"
                         "void both(float* x) { a<<<1, 1>>>(x); b<<<1, 1>>>(x); }\nint main() { both(0); }\n")
                  .ok());
  expect_error("--entry both");
  expect_error("[[launch]]");
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
  expect_error("`N=four` is not a name and a size");
  request_.dims = "M=8,M=8";
  expect_error("`M` is given twice");
  request_.entry = "odd";
  request_.dims = "n=8";
  request_.shapes.clear();
  expect_error("what `s` takes is not clear from its type: S<4> s");
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

}  // namespace from_signature_test
}  // namespace whet
