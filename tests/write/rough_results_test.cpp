// Quotients are written as rough ones only where what is stored hides it.
#include <gtest/gtest.h>

#include "written_run.h"

namespace whet {
namespace rough_results_test {

class RoughResults : public testing::Test {
 protected:
  // The first kernel on tensor cores for a kernel of activated_products.cu.
  std::string text_of(const std::string& kernel) {
    const auto problem =
        bench_.describe(std::string(WHET_SOURCE_DIR) + "/tests/write/kernels/activated_products.cu", kernel);
    EXPECT_TRUE(problem.ok()) << problem.error().what;
    if (!problem) return {};
    const auto written = bench_.write(*problem);
    EXPECT_TRUE(written.ok()) << written.error().what;
    if (!written) return {};
    for (const write::WrittenKernel& each : written->kernels) {
      if (each.schedule == "bulk") return each.source;
    }
    ADD_FAILURE() << "no kernel by bulk";
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

TEST_F(RoughResults, AreNoneBelowARounding) {
  const std::string text = text_of("steps_of_three");
  EXPECT_EQ(text.find("quotient_by_normal("), std::string::npos) << text;
  EXPECT_EQ(text.find("rough_"), std::string::npos) << text;
}

}  // namespace rough_results_test
}  // namespace whet
