// Quotients are written as rough ones only where what is stored hides it, exponentials where their argument was
// rounded.
#include <gtest/gtest.h>

#include "support/source_folder.h"
#include "written_run.h"

namespace whet {
namespace rough_results_test {

class RoughResults : public testing::Test {
 protected:
  // The first kernel of a schedule.
  std::string text_of(const std::string& kernel, const std::string& file = "activated_products",
                      const std::string& schedule = "bulk", std::optional<PrecisionClass> precision = {}) {
    auto problem = bench_.describe(test::source_folder() + "/tests/write/kernels/" + file + ".cu", kernel);
    EXPECT_TRUE(problem.ok()) << problem.error().what;
    if (!problem) return {};
    problem->precision = precision;
    const auto written = bench_.write(*problem);
    EXPECT_TRUE(written.ok()) << written.error().what;
    if (!written) return {};
    for (const write::WrittenKernel& each : written->kernels) {
      if (each.schedule == schedule) return each.source;
    }
    ADD_FAILURE() << "no kernel by " << schedule;
    return {};
  }

  test::WrittenRun bench_;
};

TEST_F(RoughResults, ArePossibleWhereHalvesAreStored) {
  const std::string text = text_of("steep_silu");
  EXPECT_NE(text.find("quotient_by_normal("), std::string::npos) << text;
  EXPECT_NE(text.find("rough_exp("), std::string::npos) << text;
}

TEST_F(RoughResults, ScaleDenominatorsThatMayBeTiny) {
  const std::string text = text_of("softsign_of_sum");
  EXPECT_NE(text.find("rough_quotient("), std::string::npos) << text;
  EXPECT_EQ(text.find("quotient_by_normal("), std::string::npos) << text;
}

TEST_F(RoughResults, AreNoneWhereFloatsAreStored) {
  const std::string text = text_of("kept_softsign");
  EXPECT_EQ(text.find("quotient_by_normal("), std::string::npos) << text;
  EXPECT_EQ(text.find("rough_"), std::string::npos) << text;
}

TEST_F(RoughResults, ArePossibleWhereTheClassRoundsTheTermsOfASum) {
  const std::string text = text_of("rough_layer", "rough_products", "bulk", PrecisionClass::tf32);
  EXPECT_NE(text.find("quotient_by_normal("), std::string::npos) << text;
  EXPECT_NE(text.find("rough_exp("), std::string::npos) << text;
  const std::string exact = text_of("rough_layer", "rough_products", "product", PrecisionClass::fp32);
  EXPECT_EQ(exact.find("quotient_by_normal("), std::string::npos) << exact;
  EXPECT_EQ(exact.find("rough_exp("), std::string::npos) << exact;
}

TEST_F(RoughResults, AreNoneBelowARounding) {
  const std::string text = text_of("steps_of_three");
  EXPECT_EQ(text.find("quotient_by_normal("), std::string::npos) << text;
  EXPECT_EQ(text.find("rough_"), std::string::npos) << text;
}

TEST_F(RoughResults, OfPairsArePowersOfRoundedArguments) {
  const std::string text = text_of("sum_of_powers", "pairs", "pairwise");
  EXPECT_NE(text.find("raise_two("), std::string::npos) << text;
  EXPECT_NE(text.find("expf(c"), std::string::npos) << text;
  const std::string exact = text_of("sum_of_gaussians_stride", "pairs", "pairwise");
  EXPECT_EQ(exact.find("raise_two("), std::string::npos) << "doubles\n" << exact;
}

}  // namespace rough_results_test
}  // namespace whet
