// Golden files of what `whet explain` shows.
#include "report/explain/explain_view.h"
#include "report/golden.h"

namespace whet {
namespace golden_explain_test {

using test::expect_golden_view;

lift::Explanation row_sums() {
  lift::Explanation found;
  found.kernel = "row_sum";
  found.formulas = {"forall i < rows: out[i] = scale*sum(k < cols: x[cols*i + k])"};
  using lift::Math;
  lift::Formula formula;
  const Math i{Math::Kind::name, "i"}, k{Math::Kind::name, "k"}, cols{Math::Kind::name, "cols"};
  formula.left = {Math::Kind::element, "out", {i}};
  const Math sum{Math::Kind::fold, "sum", {k, cols, {Math::Kind::element, "x", {i, k}}}};
  formula.right = {Math::Kind::product, {}, {{Math::Kind::name, "scale"}, sum}};
  formula.ranges = {{"i", {Math::Kind::name, "rows"}}};
  found.shown = {lift::write_formula(formula)};
  found.layouts = {"x[i, j] is x[cols*i + j]"};
  found.work.integers = "0";
  found.patterns = {"row reduction with a map after"};
  found.assumptions = {"integers do not wrap"};
  found.work.flops = "rows*cols + rows";
  found.work.additions = "rows*cols";
  found.work.multiplications = "rows";
  found.work.divisions = found.work.comparisons = "0";
  found.work.bytes = "4*rows*cols + 4*rows";
  found.work.elements = "rows";
  found.work.arrays = {{"x", false, 4, "rows*cols", "1", false}, {"out", true, 4, "rows", "1", false}};
  found.work.intensity = 0.25;
  found.confirmation.verdict = lift::Confirmation::Verdict::confirmed;
  found.confirmation.elements = 372;
  found.confirmation.sizes = {{{{"rows", 37}, {"cols", 53}}, {}, "grid 1, blocks of 64 threads", {}, {}},
                              {{{"rows", 64}, {"cols", 32}}, {}, "grid 1, blocks of 64 threads", {}, {}}};
  found.redundancy = lift::Redundancy{1998, 1998, 7844, 23532};
  return found;
}

TEST(GoldenExplain, ConfirmedRefutedAndRefused) {
  ExplainView view;
  view.file = "mine.cu";
  view.kernels = {{"row_sum(const float* x, float* out, int rows, int cols, float scale)", row_sums(), {}}};
  lift::Explanation wrong = row_sums();
  wrong.shown.clear();  // too long
  wrong.layouts.clear();
  wrong.formulas = {"forall i < n: y[i] = exp(x[i])/sum(k < n: exp(x[k]))"};
  wrong.patterns = {"full reduction with maps before and after (softmax)"};
  wrong.remarks = {
      "a softmax without its maximum: exp overflows for inputs above 88 (fp32); subtract the maximum first",
      "computes in double (mine.cu:3) though no array or argument is double: a constant without `f`?"};
  wrong.work.functions = {{"exp", "n"}};
  wrong.work.is_bound = true;
  wrong.redundancy.reset();
  wrong.confirmation = {};
  wrong.confirmation.verdict = lift::Confirmation::Verdict::refuted;
  wrong.confirmation.reason = "y[3] is 0.5, by the meaning 0.25 (n = 1003; grid 16, blocks of 64 threads)";
  view.kernels.push_back({"softmax(const float* x, float* y, int n)", wrong, {}});
  view.kernels.push_back(
      {"chase(int* next)",
       {},
       bad_input("`ld.global.u64`: the address does not begin at a parameter", "mine.cu:12, PTX line 40")});
  view.next = {"whet check mine.cu", "whet optimize mine.cu"};
  expect_golden_view("explain", view);
}

}  // namespace golden_explain_test
}  // namespace whet
