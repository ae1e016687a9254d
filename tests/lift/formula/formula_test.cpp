// Formulas of kernels as readers see them, in the three notations.
#include "lift/formula/formula.h"

#include <gtest/gtest.h>

#include "lift/confirm/corpus.h"
#include "lift/formula/notation.h"

namespace whet::lift {
namespace formula_test {

constexpr const char* k_softmax = R"(
extern "C" __global__ void softmax(const float* x, float* y, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = -1e30f, s = 0;
  for (int j = 0; j < n; ++j) m = fmaxf(m, x[r * n + j]);
  for (int j = 0; j < n; ++j) s += expf(x[r * n + j] - m);
  for (int j = 0; j < n; ++j) y[r * n + j] = expf(x[r * n + j] - m) / s;
})";

class FormulaTest : public test::CorpusTest {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files, processes);
    if (!toolkit || toolkit->nvrtc.empty()) GTEST_SKIP() << "there is no NVRTC here";
  }

  Formulas formulas(const std::string& text) {
    const KernelSource kernel = find_kernels(text).at(0);
    lift(compile("formula.cu", text), kernel, lifted_);
    EXPECT_TRUE(lifted_.meaning) << (lifted_.meaning ? "" : describe(lifted_.meaning.error()));
    return lifted_.meaning ? make_formulas(lifted_.arena, *lifted_.meaning) : Formulas();
  }

  // The first formula as text.
  std::string text(const std::string& source) {
    lifted_ = Lifted();
    const Formulas found = formulas(source);
    return found.statements.empty() ? "" : write_formula(found.statements[0]).text;
  }

  static std::string kernel(const std::string& parameters, const std::string& body) {
    return "extern \"C\" __global__ void k(" + parameters + ") { int i = blockIdx.x * blockDim.x + threadIdx.x; " +
           body + " }";
  }

  Lifted lifted_;
};

TEST_F(FormulaTest, ReductionsThatAreUsedTwiceHaveANameAndArraysHaveAxes) {
  const Formulas found = formulas(k_softmax);
  ASSERT_EQ(found.statements.size(), 1u);
  const WrittenFormula written = write_formula(found.statements[0]);
  EXPECT_EQ(written.text,
            "y[i, j] = exp(x[i, j] - m[i])/sum(l < n: exp(x[i, l] - m[i])) for i < rows, j < n with m[i] = max(k < n: "
            "x[i, k])");
  EXPECT_EQ(written.latex,
            "y_{i, j} = \\frac{e^{x_{i, j} - m_{i}}}{\\sum_{l < n} e^{x_{i, l} - m_{i}}} \\quad\\text{for } i < "
            "\\mathit{rows},\\; j < n \\quad\\text{with } m_{i} = \\operatorname*{max}_{k < n} x_{i, k}");
  EXPECT_NE(written.mathml.find("<mfrac><msup><mi>e</mi>"), std::string::npos) << written.mathml;
  EXPECT_NE(written.mathml.find("<munder><mo>∑</mo><mrow><mi>l</mi><mo>&lt;</mo><mi>n</mi></mrow></munder>"),
            std::string::npos)
      << written.mathml;
  ASSERT_EQ(found.layouts.size(), 2u);
  EXPECT_EQ(as_text(found.layouts[0]), "x[i, j] is x[n*i + j]");
}

TEST_F(FormulaTest, OffsetsInWholeRowsBelongToTheRow) {
  EXPECT_EQ(text(kernel("const float* a, float* o, int n",
                        "int j = blockIdx.y * blockDim.y + threadIdx.y; if (i < n - 2 && j < n - 2) "
                        "o[(i + 1) * n + j + 1] = a[i * n + j + 1] + a[(i + 2) * n + j + 1];")),
            "o[i + 1, j + 1] = a[i, j + 1] + a[i + 2, j + 1] for i < n - 2, j < n - 2");
}

TEST_F(FormulaTest, MembersOfStructsAreAnAxis) {
  EXPECT_EQ(
      text("struct P { float x, y; };" + kernel("const P* p, float* o, int n", "if (i < n) o[i] = p[i].x * p[i].y;")),
      "o[i] = p[i, 0]*p[i, 1] for i < n");
}

TEST_F(FormulaTest, AnIndexOverMembersIsAnAxisToo) {
  EXPECT_EQ(text(kernel("const float4* a, float4* o, int n",
                        "if (i < n) { float4 v = a[i]; v.x += 1; v.y += 1; v.z += 1; v.w = v.x; o[i] = v; }")),
            "o[i, j] = a[i, j] + 1 for i < n, j < 3");
}

TEST_F(FormulaTest, AStrideWithoutMembersIsNoAxis) {
  EXPECT_EQ(text(kernel("const float* a, float* o, int n", "if (i < n) o[i] = a[2 * i] + a[2 * i + 5];")),
            "o[i] = a[2*i] + a[2*i + 5] for i < n");
}

TEST_F(FormulaTest, LongPartsThatStandTwiceHaveAName) {
  EXPECT_EQ(text(kernel("const float* a, const float* b, float* o, int n",
                        "if (i < n) { float t = expf(a[i] * 3.0f + b[i]) + a[i] * b[i]; o[i] = t * t + sinf(t); }")),
            "o[i] = t[i]*t[i] + sin(t[i]) for i < n with t[i] = a[i]*b[i] + exp(b[i] + 3*a[i])");
}

TEST_F(FormulaTest, BracketsStandWhereTheyAreNeeded) {
  EXPECT_EQ(text(kernel("const float* a, const float* b, float* o, int n",
                        "if (i < n) o[i] = -(a[i] - b[i]) * (a[i] + 1.0f) / (b[i] * 2.0f + 4.0f);")),
            "o[i] = -(a[i] + 1)*(a[i] - b[i])/(2*b[i] + 4) for i < n");
  EXPECT_EQ(
      text(kernel("const float* a, float* o, int n, int k", "if (i < n) o[i] = i % 3 == 1 ? a[i] : a[(i + k) / 2];")),
      "o[i] = i%3 == 1 ? a[i] : a[(k + i)/2] for i < n");
}

}  // namespace formula_test
}  // namespace whet::lift
