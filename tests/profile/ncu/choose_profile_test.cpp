#include "profile/ncu/choose_profile.h"

#include "ncu/ncu_support.h"

namespace choose_profile_test {

using namespace whet;
using namespace whet::test;

Profile launch(const std::string& kernel, double time, double bytes = 0, uint32_t grid = 1) {
  Profile profile;
  profile.kernel = kernel;
  profile.shape = LaunchShape{};
  profile.shape->grid.x = grid;
  profile.metrics.set("gpu__time_duration.sum", time, Origin::measured);
  if (bytes > 0) profile.metrics.set("dram__bytes.sum", bytes, Origin::measured);
  return profile;
}

TEST(ChooseProfile, LaunchesOfOneShapeAreMergedByMedian) {
  const auto profile = choose_profile({launch("k", 10, 5), launch("k", 30), launch("k", 11, 7)}, "");
  ASSERT_TRUE(profile.ok());
  EXPECT_EQ(profile.value().launches, 3);
  EXPECT_EQ(profile.value().metrics.find("gpu__time_duration.sum"), 11);
  EXPECT_EQ(profile.value().metrics.find("dram__bytes.sum"), 6);
}

TEST(ChooseProfile, TheAdviceIsThatOfTheLaunchInTheMiddle) {
  std::vector<Profile> launches{launch("k", 10), launch("k", 30), launch("k", 11)};
  for (int i = 0; i < 3; ++i)
    launches[i].advice.push_back({Advice::Kind::opt, "r", "s", std::to_string(i), 5.0, false});
  const auto profile = choose_profile(launches, "k");
  ASSERT_EQ(profile.value().advice.size(), 1u);
  EXPECT_EQ(profile.value().advice[0].text, "2");
}

TEST(ChooseProfile, SeveralKernelsWithoutAChoiceAreListed) {
  const auto profile = choose_profile({launch("a(int)", 1e6), launch("b(int)", 5e6), launch("a(int)", 1e6)}, "");
  ASSERT_FALSE(profile.ok());
  EXPECT_EQ(profile.error().what, "the report has 2 kernels and none is chosen");
  EXPECT_EQ(profile.error().details, "  b(int): 1 launch, 5.000 ms\n  a(int): 2 launches, 2.000 ms\n");
  EXPECT_NE(profile.error().mend.find("--kernel"), std::string::npos);
}

TEST(ChooseProfile, AKernelThatIsNotThereListsWhatIs) {
  const auto profile = choose_profile({launch("a(int)", 1e6)}, "gemm");
  ASSERT_FALSE(profile.ok());
  EXPECT_EQ(profile.error().what, "no kernel's name contains `gemm`");
  EXPECT_NE(profile.error().details.find("a(int)"), std::string::npos);
}

TEST(ChooseProfile, AnExactNameWinsOverLongerOnes) {
  const auto profile = choose_profile({launch("add_bias(int)", 9), launch("void ns::add<4>(int)", 5)}, "ns::add");
  ASSERT_TRUE(profile.ok());
  EXPECT_EQ(profile.value().kernel, "void ns::add<4>(int)");
  EXPECT_EQ(choose_profile({launch("add_bias(int)", 9), launch("void ns::add<4>(int)", 5)}, "add").value().kernel,
            "void ns::add<4>(int)");
  EXPECT_FALSE(choose_profile({launch("add_bias(int)", 9), launch("add_row(int)", 5)}, "add").ok());
}

TEST(ChooseProfile, AMangledNameFindsTheKernelHoweverItsParametersAreWritten) {
  const auto profile = choose_profile({launch("axpy(float, float *)", 9), launch("b(int)", 5)}, "_Z4axpyfPf");
  ASSERT_TRUE(profile.ok());
  EXPECT_EQ(profile.value().kernel, "axpy(float, float *)");
}

TEST(ChooseProfile, OfSeveralShapesTheLongestIsTakenAndSaid) {
  const auto profile = choose_profile({launch("k", 5, 0, 1), launch("k", 20, 0, 64), launch("k", 6, 0, 1)}, "k");
  ASSERT_TRUE(profile.ok());
  EXPECT_EQ(profile.value().shape->grid.x, 64u);
  ASSERT_EQ(profile.value().unseen.size(), 1u);
  EXPECT_EQ(profile.value().unseen[0],
            "Of 2 launch shapes the one that took most time is shown, grid (64, 1, 1), block (1, 1, 1); 2 launches of "
            "other shapes are left out.");
}

TEST(ChooseProfile, WhatAReportCannotSeeIsSaidOnce) {
  std::vector<Profile> launches{launch("k", 10), launch("k", 12)};
  for (Profile& each : launches) each.unseen = {"x"};
  launches[0].passes = 4;
  launches[1].passes = 9;
  const auto profile = choose_profile(launches, "");
  EXPECT_EQ(profile.value().unseen, std::vector<std::string>{"x"});
  EXPECT_EQ(profile.value().passes, 9);
}

TEST(ChooseProfile, SummariesCountTheirLaunches) {
  const auto profile = choose_profile(read_fixture("summary_2024.csv").value(), "saxpy");
  ASSERT_TRUE(profile.ok());
  EXPECT_EQ(profile.value().launches, 2);  // 2 at 1.2 ms took longer than 14 at 5.5 us
}

TEST(ChooseProfile, PlainNamesHaveNoParametersOrTemplateArguments) {
  EXPECT_EQ(plain_kernel_name("void ns::gemm<float, (int)4>(const T1 *, int)"), "ns::gemm");
  EXPECT_EQ(plain_kernel_name("a::(anonymous namespace)::k<A<int>>(int)"), "a::(anonymous namespace)::k");
  EXPECT_EQ(plain_kernel_name("<unnamed>::k(int)"), "<unnamed>::k");
  EXPECT_EQ(plain_kernel_name("plain"), "plain");
}

}  // namespace choose_profile_test
