#include "search/recorded/recorded_space.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "search/recorded/kernel_tuner_cache.h"
#include "search/recorded/results_t4.h"

namespace whet::search {
namespace recorded_space_test {

constexpr std::string_view k_cache = R"({
"device_name": "A100", "kernel_name": "conv", "problem_size": [4096, 4096],
"tune_params_keys": ["bx", "pad", "kind"],
"tune_params": {"bx": [16, 32, 32], "pad": [false, true], "kind": ["a,b", "c"]},
"objective": "time",
"cache": {
"16,False,c": {"bx": 16, "pad": false, "kind": "c", "time": 2.5, "times": [2.4, 2.6], "compile_time": 480.0},
"32,True,c": {"time": 1.25},
"16,True,c": {"bx": 16, "pad": true, "kind": "c", "time": "CompilationFailedConfig"},
"32,False,c": {"bx": 32, "pad": false, "kind": "c", "time": 1e20},
"32,False,a,b": {"bx": 32, "pad": false, "kind": "a,b", "__error__": "InvalidConfig"}}
})";

RecordedSpace read(std::string_view text) {
  auto recorded = read_recorded(text);
  EXPECT_TRUE(recorded.ok()) << recorded.error().what << recorded.error().where;
  return *recorded;
}

TEST(KernelTunerCache, IsReadWithItsFailures) {
  const RecordedSpace recorded = read(k_cache);
  EXPECT_EQ(recorded.kernel, "conv");
  EXPECT_EQ(recorded.device, "A100");
  EXPECT_EQ(recorded.problem_size, (std::vector<int64_t>{4096, 4096}));
  ASSERT_EQ(recorded.space.size(), 5u);
  EXPECT_EQ(recorded.space.describe(recorded.space.at(1)), "bx=32 pad=true kind=c");
  EXPECT_DOUBLE_EQ(recorded.outcomes[0].seconds, 2.5e-3);
  EXPECT_DOUBLE_EQ(recorded.costs[0].compile, 0.48);
  EXPECT_DOUBLE_EQ(recorded.outcomes[1].seconds, 1.25e-3);
  EXPECT_EQ(recorded.outcomes[2].failure, Failure::compile);
  EXPECT_EQ(recorded.outcomes[3].failure, Failure::launch);
  EXPECT_EQ(recorded.outcomes[4].failure, Failure::constraint);
  EXPECT_EQ(recorded.sorted_times(), (std::vector<double>{1.25e-3, 2.5e-3}));
}

TEST(KernelTunerCache, IsReadAsFarAsACrashLetIt) {
  const size_t third = k_cache.find("\"16,True");
  for (const size_t length : {third, third - 2, third + 20}) {
    const RecordedSpace recorded = read(k_cache.substr(0, length));
    EXPECT_EQ(recorded.space.size(), 2u) << length;
  }
}

TEST(KernelTunerCache, SurvivesBeingWrittenAndRead) {
  RecordedSpace before = read(k_cache);
  before.outcomes[3] = Outcome::failed(Failure::wrong);
  before.origin = "modelled";
  const RecordedSpace after = read(write_kernel_tuner_cache(before));
  EXPECT_EQ(after.kernel, before.kernel);
  EXPECT_EQ(after.origin, "modelled");
  EXPECT_EQ(after.outcomes, before.outcomes);
  EXPECT_EQ(after.costs[0].compile, before.costs[0].compile);
  for (size_t i = 0; i < before.outcomes.size(); ++i)
    EXPECT_EQ(after.space.describe(after.space.at(i)), before.space.describe(before.space.at(i)));
}

TEST(KernelTunerCache, NamesTheEntryThatIsWrong) {
  std::string text(k_cache);
  text.replace(text.find("\"bx\": 16, \"pad\": false"), 8, "\"bx\": 17");
  const auto recorded = read_recorded(text);
  ASSERT_FALSE(recorded.ok());
  EXPECT_EQ(recorded.error().where, "cache entry \"16,False,c\"");
  EXPECT_NE(recorded.error().what.find("`bx`"), std::string::npos);
}

TEST(T4, KeepsEveryKindOfFailure) {
  RecordedSpace before = read(k_cache);
  before.outcomes[2] = Outcome::failed(Failure::timeout);
  before.outcomes[3] = Outcome::failed(Failure::wrong);
  const std::string text = write_t4(before);
  EXPECT_NE(text.find("\"compilation_time\": 480.0"), std::string::npos);
  EXPECT_NE(text.find("\"compilation\": 480.0"), std::string::npos);
  EXPECT_NE(text.find("\"invalidity\": \"correctness\""), std::string::npos);
  const RecordedSpace after = read(text);
  EXPECT_EQ(after.outcomes, before.outcomes);
  EXPECT_EQ(after.kernel, "conv");
  EXPECT_EQ(after.space.describe(after.space.at(0)), "bx=16 pad=false kind=c");
}

TEST(T4, TakesTheMeanOfTheRuntimesWithoutAMeasurement) {
  const RecordedSpace recorded = read(R"({"results": [{"configuration": {"a": 1}, "times": {"runtimes": [1, 3]},
    "invalidity": "correct", "correctness": 1}]})");
  EXPECT_DOUBLE_EQ(recorded.outcomes[0].seconds, 2e-3);
}

TEST(RecordedSpace, BadFilesAreErrors) {
  for (const char* text :
       {"", "[]", "{}", R"({"cache": {}})", R"({"results": []})", R"({"results": [{}]})",
        R"({"results": [{"configuration": {"a": []}, "invalidity": "correct"}]})",
        R"({"results": [{"configuration": {"a": 1}, "invalidity": "maybe"}]})",
        R"({"tune_params_keys": ["a"], "cache": {}})",
        R"({"tune_params_keys": ["a"], "tune_params": {"a": [1]}, "cache": {"1": {"time": "InvalidConfig"}}})",
        R"({"tune_params_keys": ["a"], "tune_params": {"a": [1]}, "cache": {"1": {"time": NaN}}})"}) {
    const auto recorded = read_recorded(text);
    ASSERT_FALSE(recorded.ok()) << text;
    EXPECT_EQ(recorded.error().kind, ErrorKind::bad_input);
  }
}

// A time that no kernel takes is none: it would not survive being written and read again.
TEST(RecordedSpaceTest, RefusesATimeThatNoKernelTakes) {
  for (const std::string_view time : {"0", "-1", "1e-323", "3e-322", "1e20", "1e300"}) {
    const std::string cache = fmt::format(
        R"({{"tune_params_keys": ["a"], "tune_params": {{"a": [1, 2]}}, "cache": {{"1": {{"a": 1, "time": {}}}}}}})",
        time);
    EXPECT_FALSE(read_recorded(cache).ok()) << time;
    const std::string t4 = fmt::format(
        R"({{"results": [{{"configuration": {{"a": 1}}, "times": {{"runtimes": [{0}, {0}]}}, "invalidity": "correct"}}]}})",
        time);
    EXPECT_FALSE(read_recorded(t4).ok()) << time;
  }
}

// A cache keeps tunables and measurements side by side: one name for both would mix them.
TEST(RecordedSpaceTest, RefusesATunableNamedAsAMeasurement) {
  for (const std::string_view name :
       {"time", "compile_time", "verification_time", "benchmark_time", "__error__", "whet_failure"}) {
    const std::string t4 = fmt::format(
        R"({{"results": [{{"configuration": {{"{}": 1}}, "times": {{"runtimes": [3]}}, "invalidity": "correct"}}]}})",
        name);
    const auto recorded = read_recorded(t4);
    ASSERT_FALSE(recorded.ok()) << name;
    EXPECT_NE(recorded.error().what.find(name), std::string::npos);
  }
}

}  // namespace recorded_space_test
}  // namespace whet::search
