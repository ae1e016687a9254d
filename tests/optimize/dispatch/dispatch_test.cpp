// Sizes that prefer different variants: when a table is worth it, what it says, and that its header says the same.
#include "optimize/dispatch/dispatch_header.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <fmt/format.h>

#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {
namespace dispatch_test {

DispatchCase case_of(Sizes dims, double weight = 1, bool held_out = false) {
  std::string name;
  for (const auto& [dim, size] : dims) name += fmt::format("{}{}={}", name.empty() ? "" : ",", dim, size);
  return {{name, weight, held_out}, std::move(dims)};
}

DispatchVariant variant(int64_t block) {
  return {fmt::format("BLOCK={}", block), {{"BLOCK", block}}};
}

// Small sizes like 64 threads, large ones 512.
DispatchInput by_one_size() {
  DispatchInput input;
  input.cases = {case_of({{"n", 1000}}), case_of({{"n", 4000}}), case_of({{"n", 1'000'000}})};
  input.variants = {variant(64), variant(256), variant(512)};
  input.devices = {{90, {{2e-6, 4e-6, 100e-6}, {3e-6, 6e-6, 80e-6}, {4e-6, 8e-6, 50e-6}}}};
  return input;
}

// No one dimension tells them apart: wide and tall ones take the first, square ones the second.
DispatchInput by_two_sizes() {
  DispatchInput input;
  input.cases = {case_of({{"cols", 64}, {"rows", 64}}), case_of({{"cols", 4096}, {"rows", 64}}),
                 case_of({{"cols", 64}, {"rows", 4096}}), case_of({{"cols", 4096}, {"rows", 4096}})};
  input.variants = {{"flat \"one\"", {}}, {"square\nand \\", {}}};
  input.devices = {{90, {{4e-6, 3e-6, 3e-6, 8e-6}, {2e-6, 6e-6, 6e-6, 4e-6}}}};
  return input;
}

Dispatch made(const DispatchInput& input, double margin = 0.03) {
  auto dispatch = make_dispatch(input, margin);
  EXPECT_TRUE(dispatch) << (dispatch ? "" : describe(dispatch.error()));
  return dispatch ? std::move(*dispatch) : Dispatch{};
}

TEST(Dispatch, OneVariantServesAllWhereNoOtherIsFasterAnywhere) {
  DispatchInput input = by_one_size();
  input.devices[0].seconds[2] = {1e-6, 3e-6, 50e-6};
  const Dispatch dispatch = made(input);
  EXPECT_FALSE(dispatch.worthwhile());
  EXPECT_EQ(choose(dispatch, 90, {{"n", 5}}), 2u);
}

TEST(Dispatch, AGainWithinTheMarginIsNotWorthATable) {
  DispatchInput input = by_one_size();
  input.devices[0].seconds = {{1.00e-6, 1e-6, 1e-6}, {1.02e-6, 1.02e-6, 0.99e-6}, {2e-6, 2e-6, 2e-6}};
  EXPECT_FALSE(made(input).worthwhile());
  EXPECT_TRUE(made(input, 0.001).worthwhile());
}

TEST(Dispatch, AMainCaseIsWorthATableOfItsOwn) {
  DispatchInput input = by_one_size();
  input.fallback = 0;
  for (int64_t n = 2'000'000; n < 6'000'000; n += 1'000'000) input.cases.push_back(case_of({{"n", n}}));
  input.devices[0].seconds = {{1.1, 1, 1, 1, 1, 1, 1}, {1, 2, 2, 2, 2, 2, 2}, {2, 2, 2, 2, 2, 2, 2}};
  EXPECT_TRUE(made(input).worthwhile()) << "the whole gains 1.4 %, the first case 10 %";
  input.cases[0].scored.weight = 0.4;
  EXPECT_FALSE(made(input).worthwhile());
}

// Of three that take 2.00, 1.96 and 1.99 us at a size, the first serves it: 2 % is noise.
TEST(Dispatch, OfVariantsThatAreEquallyFastTheFirstIsTaken) {
  DispatchInput input;
  input.cases = {case_of({{"n", 1000}}), case_of({{"n", 1'000'000}})};
  input.variants = {variant(512), variant(64), variant(128), variant(256)};
  input.devices = {{90, {{3e-6, 50e-6}, {2.00e-6, 90e-6}, {1.96e-6, 80e-6}, {1.99e-6, 70e-6}}}};
  input.fallback = 0;
  EXPECT_EQ(choose(made(input), 90, {{"n", 1000}}), 1u);
  input.devices[0].seconds[3][0] = 1.5e-6;
  EXPECT_EQ(choose(made(input), 90, {{"n", 1000}}), 3u);
}

TEST(Dispatch, OneDimensionThatSeparatesGivesThresholds) {
  const Dispatch dispatch = made(by_one_size());
  const DispatchTable& table = dispatch.devices.front();
  ASSERT_EQ(table.rule.kind, DispatchRule::Kind::thresholds);
  EXPECT_EQ(table.rule.dim, "n");
  ASSERT_EQ(table.rule.ranges.size(), 2u);
  EXPECT_EQ(table.rule.ranges[0].up_to, 63245);  // sqrt(4000 * 1e6)
  EXPECT_EQ(table.fallback, 0u) << "(2 * 4 * 100) is less than (3 * 6 * 80) and (4 * 8 * 50)";
  EXPECT_NEAR(table.gain, std::cbrt(2.0), 1e-9);
  EXPECT_EQ(choose(table, {{"n", 63245}}), 0u);
  EXPECT_EQ(choose(table, {{"n", 63246}}), 2u);
}

TEST(Dispatch, OtherwiseTheNearestCaseDecides) {
  const Dispatch dispatch = made(by_two_sizes());
  const DispatchTable& table = dispatch.devices.front();
  ASSERT_EQ(table.rule.kind, DispatchRule::Kind::nearest);
  EXPECT_EQ(table.chosen, (std::vector<size_t>{1, 0, 0, 1}));
  EXPECT_EQ(choose(table, {{"cols", 2000}, {"rows", 100}}), 0u);
  EXPECT_EQ(choose(table, {{"cols", 2000}, {"rows", 9000}}), 1u);
}

TEST(Dispatch, WeightsDecideWhatTheBestSingleVariantIs) {
  DispatchInput input = by_one_size();
  input.cases[2].scored.weight = 10;
  EXPECT_EQ(made(input).devices.front().fallback, 2u);
}

TEST(Dispatch, ATableThatLosesAtAHeldOutCaseIsRefused) {
  DispatchInput input = by_one_size();
  input.cases.push_back(case_of({{"n", 200'000}}, 1, true));
  input.devices[0].seconds[0].push_back(20e-6);
  input.devices[0].seconds[1].push_back(20e-6);
  input.devices[0].seconds[2].push_back(30e-6);
  const Dispatch dispatch = made(input);
  EXPECT_FALSE(dispatch.worthwhile());
  EXPECT_NE(dispatch.devices.front().reason.find("slower at case n=200000"), std::string::npos)
      << dispatch.devices.front().reason;
}

TEST(Dispatch, AVariantIsNotChosenWhereItWasNotTimed) {
  DispatchInput input = by_one_size();
  input.devices[0].seconds[2] = {0, 0, 50e-6};
  const Dispatch dispatch = made(input);
  EXPECT_EQ(dispatch.devices.front().chosen, (std::vector<size_t>{0, 0, 2}));
  input.devices[0].seconds = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
  EXPECT_FALSE(make_dispatch(input, 0.03)) << "nothing to fall back to";
}

TEST(Dispatch, DevicesHaveTablesOfTheirOwnAndOthersFallBack) {
  DispatchInput input = by_one_size();
  input.devices.push_back({80, {{9e-6, 9e-6, 200e-6}, {5e-6, 8e-6, 100e-6}, {9e-6, 9e-6, 200e-6}}});
  const Dispatch dispatch = made(input);
  EXPECT_EQ(choose(dispatch, 80, {{"n", 1000}}), 1u);
  EXPECT_EQ(choose(dispatch, 90, {{"n", 1000}}), 0u);
  EXPECT_EQ(choose(dispatch, 120, {{"n", 1'000'000}}), dispatch.fallback);
  EXPECT_EQ(dispatch.fallback, 1u) << "nowhere the worst";
}

TEST(Dispatch, TimesThatDoNotFitAreRefused) {
  DispatchInput input = by_one_size();
  input.devices[0].seconds[1].pop_back();
  EXPECT_FALSE(make_dispatch(input, 0.03));
  input = by_one_size();
  input.cases[1].dims = {{"m", 4}};
  EXPECT_FALSE(make_dispatch(input, 0.03));
}

class DispatchHeader : public testing::Test {
 protected:
  // What a program prints that asks the header about each size on each device, with all warnings as errors.
  std::string answers(const DispatchInput& input, const Dispatch& dispatch, const std::vector<Sizes>& sizes) {
    std::string calls;
    for (const int architecture : {80, 90, 120}) {
      for (const Sizes& each : sizes) {
        std::string values;
        for (const auto& [dim, size] : each) values += fmt::format("{}{}", values.empty() ? "" : ", ", size);
        calls += fmt::format("  std::printf(\"%d \", static_cast<int>(t_1__dispatch::select({}, {{{}}})));\n",
                             architecture, values);
      }
    }
    const std::string folder = testing::TempDir() + "whet_dispatch_header/";
    EXPECT_TRUE(files_.make_directories(folder));
    EXPECT_TRUE(files_.write(folder + "dispatch.h", dispatch_header(input, dispatch, {"t<1>", "modelled"})));
    EXPECT_TRUE(files_.write(folder + "main.cpp",
                             "#include <cstdio>\n#include \"dispatch.h\"\n#include \"dispatch.h\"\n"
                             "int main() {\n" +
                                 calls + extra_ + "}\n"));
    const auto built = processes_.run(
        {{"c++", "-std=c++14", "-Wall", "-Wextra", "-Werror", "-o", folder + "main", folder + "main.cpp"}});
    if (!built || built->exit_code != 0) return built ? built->err : describe(built.error());
    const auto ran = processes_.run({{folder + "main"}});
    return ran ? ran->out : describe(ran.error());
  }
  std::string expected(const Dispatch& dispatch, const std::vector<Sizes>& sizes) {
    std::string text;
    for (const int architecture : {80, 90, 120}) {
      for (const Sizes& each : sizes)
        text += fmt::format("{} ", position(dispatch, choose(dispatch, architecture, each)));
    }
    return text;
  }
  // Among the variants that the header names.
  static size_t position(const Dispatch& dispatch, size_t variant) {
    std::set<size_t> used = {dispatch.fallback};
    for (const DispatchTable& table : dispatch.devices) {
      used.insert(table.fallback);
      used.insert(table.chosen.begin(), table.chosen.end());
    }
    return static_cast<size_t>(std::distance(used.begin(), used.find(variant)));
  }
  void SetUp() override {
    if (!processes_.find_program("c++")) GTEST_SKIP() << "there is no C++ compiler here";
  }

  DiskFileSystem files_;
  SystemProcessRunner processes_;
  std::string extra_;
};

TEST_F(DispatchHeader, SelectsByThresholdAsTheTableDoes) {
  DispatchInput input = by_one_size();
  input.devices.push_back({80, {{9e-6, 9e-6, 200e-6}, {5e-6, 8e-6, 100e-6}, {9e-6, 9e-6, 200e-6}}});
  const Dispatch dispatch = made(input);
  const std::vector<Sizes> sizes = {{{"n", 0}}, {{"n", 63245}}, {{"n", 63246}}, {{"n", 1LL << 40}}};
  extra_ = "  std::printf(\"%lld\", t_1__dispatch::values_of(t_1__dispatch::Variant::v2).BLOCK);\n";
  EXPECT_EQ(answers(input, dispatch, sizes), expected(dispatch, sizes) + "512");
}

TEST_F(DispatchHeader, SelectsByTheNearestCaseAsTheTableDoes) {
  const DispatchInput input = by_two_sizes();
  const Dispatch dispatch = made(input);
  std::vector<Sizes> sizes;
  for (const int64_t cols : {0, 1, 64, 300, 600, 5000}) {
    for (const int64_t rows : {0, 1, 64, 300, 600, 5000}) sizes.push_back({{"cols", cols}, {"rows", rows}});
  }
  EXPECT_EQ(answers(input, dispatch, sizes), expected(dispatch, sizes));
}

TEST_F(DispatchHeader, SaysWhatItGainsAndWhereItFallsBack) {
  const DispatchInput input = by_one_size();
  const std::string text = dispatch_header(input, made(input), {"t", "measured"});
  EXPECT_NE(text.find("from measured times"), std::string::npos);
  EXPECT_NE(text.find("sm_90: 1.260x over the best single variant, BLOCK=64; by n."), std::string::npos) << text;
  EXPECT_NE(text.find("n=1000: falls back to BLOCK=64"), std::string::npos) << text;
  EXPECT_NE(text.find("n=1000000: BLOCK=512, 2.000x"), std::string::npos) << text;
  EXPECT_EQ(text.find("BLOCK=256"), std::string::npos) << "nothing uses it";
}

}  // namespace dispatch_test
}  // namespace whet
