#include "profile/ncu/ncu_names.h"

#include <gtest/gtest.h>

namespace ncu_names_test {

using namespace whet;

Error names_error(const std::string& text) {
  const auto names = NcuNames::parse(text, "names.toml");
  EXPECT_FALSE(names.ok());
  return names.ok() ? Error{} : names.error();
}

TEST(NcuNames, TheBuiltInTableLoads) {
  const auto names = NcuNames::load(Knowledge());
  ASSERT_TRUE(names.ok()) << names.error().what << " " << names.error().where;
  EXPECT_EQ(names.value().find("dram__bytes_read.sum")->quantity, NcuQuantity::bytes);
  EXPECT_EQ(names.value().find("no__such.metric"), nullptr);
}

TEST(NcuNames, OneShownNameMayStandForTwoQuantities) {
  const auto names = NcuNames::load(Knowledge());
  const auto metrics = names.value().shown_as("Memory Throughput");
  ASSERT_EQ(metrics.size(), 2u);
  EXPECT_NE(metrics[0]->quantity, metrics[1]->quantity);
}

TEST(NcuNames, EveryStandInIsAMetricOfTheTableWithTheSameQuantity) {
  const auto names = NcuNames::load(Knowledge());
  for (const auto& [name, metric] : names.value().all()) {
    for (const std::string& other : metric.same) {
      const NcuMetricName* found = names.value().find(other);
      ASSERT_NE(found, nullptr) << other;
      EXPECT_EQ(found->quantity, metric.quantity) << name;
    }
  }
}

TEST(NcuNames, ErrorsNameFileAndLine) {
  const std::string good = "[[metric]]\nname = \"a__b.sum\"\ncounts = \"bytes\"\nshown = [\"A\"]\n";
  EXPECT_EQ(names_error("[[metric]]\nname = \"a__b.sum\"\ncounts = \"parsecs\"\n").where, "names.toml:3");
  EXPECT_EQ(names_error(good + good).where, "names.toml:5");
  EXPECT_EQ(names_error("parsecs = [\"a__b.sum\"]\n").where, "names.toml:1");
  EXPECT_EQ(names_error("bytes = [\n\"a__b.sum\",\n\"plain\"]\n").where, "names.toml:3");
  EXPECT_EQ(names_error("bytes = 3\n").where, "names.toml:1");
  EXPECT_EQ(names_error(good + "colour = \"red\"\n").kind, ErrorKind::bad_input);
}

TEST(NcuNames, AShownNameForTwoMetricsOfOneQuantityIsRefused) {
  const Error error = names_error(
      "[[metric]]\nname = \"a__b.sum\"\ncounts = \"bytes\"\nshown = [\"A\"]\n"
      "[[metric]]\nname = \"a__c.sum\"\ncounts = \"bytes\"\nshown = [\"A\"]\n");
  EXPECT_NE(error.what.find("already stands for `a__b.sum`"), std::string::npos);
  EXPECT_EQ(error.where, "names.toml:5");
}

}  // namespace ncu_names_test
