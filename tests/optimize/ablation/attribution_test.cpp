// Three known inefficiencies of one kernel, mended at once: leave-one-out ranks them as measured separately.
#include <algorithm>
#include <array>
#include <cmath>

#include "loop_fixture.h"
#include "optimize/run/manual_run.h"

namespace whet {
namespace attribution_test {

enum Mend : unsigned { k_none = 0, k_coalesced = 1, k_read_once = 2, k_written_once = 4, k_all = 7 };
constexpr std::array<Mend, 3> k_mends = {k_coalesced, k_read_once, k_written_once};

// Each row of a square array, doubled: read down the columns, each value read twelve times, written twice. A mend is a
// line of its own, the others lie between.
std::string kernel(unsigned mends) {
  const auto choose = [&](Mend mend, const char* mended, const char* slow) { return (mends & mend) ? mended : slow; };
  std::string text = "__global__ void twice(const volatile float* in, volatile float* out, int n) {\n";
  text += "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
  text += choose(k_coalesced, "  const int at = i;\n", "  const int at = (i % n) * n + i / n;\n");
  text += "  float value = 0;\n";
  text += choose(k_read_once, "  value = in[at];\n", "  for (int k = 0; k < 12; ++k) value = in[at];\n");
  text += "  const float result = 2 * value;\n";
  text += choose(k_written_once, "  out[at] = result;\n", "  out[at] = 0; out[at] = result;\n");
  return text + "}\n";
}

class Attribution : public test::LoopTest {
 protected:
  void write_square() {
    write_problem("0", {}, 512);
    write("reference.cpp",
          "#include <cstdint>\nextern \"C\" void reference(const double* in, double* out, int64_t n) {\n"
          "  for (int64_t i = 0; i < n * n; ++i) out[i] = 2 * in[i];\n}\n");
    write("twice.cu", kernel(k_none));
    std::string text = files_.read(directory_.path("problem.toml")).value();
    text = text.substr(0, text.find("[work]"));
    const auto replace = [&](const std::string& from, const std::string& to) {
      for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    };
    replace("shape = [\"n\"]", "shape = [\"n\", \"n\"]");
    replace("ceil_div(n, 128)", "n * n / 128");
    write("problem.toml", text);
    problem_ = load_problem(directory_.path(), files_).value();
  }

  // Modelled, by a worker that knows of no run.
  double seconds_of(unsigned mends) {
    const auto verdicts = worker_->judge({{"candidate.cu", kernel(mends), {}, {}, {}}});
    EXPECT_TRUE(verdicts) << describe(verdicts.error());
    EXPECT_EQ(verdicts->front().outcome, Outcome::correct) << verdicts->front().reason;
    return verdicts->front().timings.empty() ? 0 : verdicts->front().timings.front().seconds;
  }

  static std::vector<size_t> ranking(const std::array<double, 3>& gains) {
    std::vector<size_t> order = {0, 1, 2};
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return gains[a] > gains[b]; });
    return order;
  }
};

TEST_F(Attribution, RanksMendsAsMeasuredSeparately) {
  write_square();
  open_run();
  Compiler compiler({.cache_directory = directory_.path("cache")}, files_, processes_, clock_);
  ManualRun run(settings_, problem_, run_, Architecture{90},
                {*store_, *ledger_, *worker_, compiler, clock_, knowledge_});
  ASSERT_TRUE(run.open());

  std::array<double, 3> alone{}, left_out{};
  const double slow = seconds_of(k_none), mended = seconds_of(k_all);
  for (size_t i = 0; i < k_mends.size(); ++i) {
    alone[i] = slow / seconds_of(k_mends[i]);
    left_out[i] = seconds_of(k_all & ~k_mends[i]) / mended;
  }
  for (const std::array<double, 3>& gains : {alone, left_out}) {
    const std::vector<size_t> order = ranking(gains);
    EXPECT_GT(gains[order[2]], 1.01) << "each is an inefficiency";
    EXPECT_GT(gains[order[0]], 1.02 * gains[order[1]]) << "no two are worth the same";
    EXPECT_GT(gains[order[1]], 1.02 * gains[order[2]]);
  }
  EXPECT_EQ(ranking(left_out), ranking(alone)) << alone[0] << " " << alone[1] << " " << alone[2] << "; " << left_out[0]
                                               << " " << left_out[1] << " " << left_out[2];

  Submission all{"all.cu", {kernel(k_all), {}, {}, {}, {}}};
  ASSERT_TRUE(run.submit({all}));
  const auto report = run.ablate();
  ASSERT_TRUE(report) << describe(report.error());
  ASSERT_EQ(report->edits.size(), 3u);
  for (size_t rank = 0; rank < 3; ++rank) {  // most worth first
    const size_t mend = ranking(alone)[rank];
    const store::Attribution& part = report->edits[rank].attribution;
    EXPECT_EQ(part.name, "edit " + std::to_string(mend + 1));
    ASSERT_TRUE(part.speedup);
    EXPECT_NEAR(part.speedup->value, left_out[mend], 1e-6 * left_out[mend]);
    EXPECT_LT(part.speedup->low, part.speedup->value);
  }
  EXPECT_EQ(report->edits[0].attribution.verdict, store::PartVerdict::effective);
  const auto stored = store_->candidate_record(ledger_->candidates()[1]->id);
  ASSERT_EQ(stored->attributions.size(), 3u);
}

}  // namespace attribution_test
}  // namespace whet
