#include "diagnose/fact_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "profile/measured/metric_need.h"
#include "support/source_folder.h"

namespace whet {
namespace fact_metrics_test {

std::set<std::string> asked_for(const std::vector<std::string>& facts) {
  const auto names = metrics_of_facts(facts);
  return {names.begin(), names.end()};
}

// The names of metrics in the code that makes facts, as it is written.
std::set<std::string> written_names() {
  std::set<std::string> names;
  for (const char* file : {"run_facts.cpp", "run_numbers.cpp", "gain.cpp"}) {
    std::ifstream stream(test::source_folder() + "/src/diagnose/" + file);
    std::stringstream text;
    text << stream.rdbuf();
    const std::string source = text.str();
    const std::regex metric("\"([a-z0-9]+__[a-z0-9_]+(\\.[a-z0-9_.]+)?)\"");
    for (std::sregex_iterator at(source.begin(), source.end(), metric), end; at != end; ++at) names.insert((*at)[1]);
  }
  std::erase_if(names, [](const std::string& name) { return name.ends_with("_"); });  // a part of a name
  return names;
}

// A metric that a fact reads on some path must be collected, or the fact would be absent on a real GPU alone.
TEST(FactMetrics, EveryMetricThatAFactCanReadIsAskedFor) {
  const std::set<std::string> asked = asked_for(all_run_facts()), written = written_names();
  ASSERT_GT(written.size(), 20u);
  for (const std::string& name : written) EXPECT_TRUE(asked.contains(name)) << name;
}

TEST(FactMetrics, AFactAsksForItsOwnMetricsAlone) {
  EXPECT_EQ(metrics_of_facts({"grid.blocks"}), std::vector<std::string>{"launch__grid_size"});
  EXPECT_EQ(metrics_of_facts({"dram.bytes"}),
            (std::vector<std::string>{"dram__bytes_read.sum", "dram__bytes_write.sum"}));
  EXPECT_TRUE(metrics_of_facts({"kernel.registers"}).empty()) << "a fact of the code";
}

TEST(FactMetrics, AlternativesAreAskedForToo) {
  const auto asked = asked_for({"load.excess"});
  EXPECT_TRUE(asked.contains("whet__global_load_sectors_ideal.sum"));
  EXPECT_TRUE(asked.contains("smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio"));
}

TEST(FactMetrics, TheRulesNeedMoreThanNothingAndNoUnknownNames) {
  const LoadedRules loaded = load_rules(Knowledge(), "rules/run/");
  ASSERT_TRUE(loaded.errors.empty());
  const auto facts = facts_of_rules(loaded.rules);
  EXPECT_NE(std::find(facts.begin(), facts.end(), "load.excess"), facts.end());
  const auto asked = asked_for(facts), all = asked_for(all_run_facts());
  EXPECT_TRUE(asked.contains("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"));
  EXPECT_TRUE(std::includes(all.begin(), all.end(), asked.begin(), asked.end()));
}

}  // namespace fact_metrics_test
}  // namespace whet
