#include "optimize/score/settings.h"

#include <gtest/gtest.h>

namespace whet {
namespace settings_test {

TEST(OptimizeSettings, AreReadBackAsTheyWereWritten) {
  OptimizeSettings settings;
  settings.device = "cuda:1";
  settings.dims = {{"rows", 4096}, {"cols", 1}};
  settings.seed = 0xfedcba9876543210;  // more than a double holds
  settings.strategy = "local";
  settings.batch = 3;
  settings.most_candidates = 17;
  settings.most_seconds = 1.5;
  settings.patience = 2;
  settings.enough_share = 0.9;
  settings.declared = true;
  settings.margin = 0.02;
  settings.starts = {{{"TILE", 32}, {"ROWS", 8}}, {{"TILE", 64}}};
  settings.written_starts = {"written: rows kThreads=128"};
  settings.minds = {{"exec:agent --fast", "openai:m@http://localhost/v1"}, 7, 100'000, 0.5, true, true};
  settings.minds.prices = {{"m", "3,15"}};
  settings.learns = false;
  settings.learned_methods = {{"memory.vectorized_access", "DRAM", 2, 1.5, 2.5, 3, 2}};
  const auto text = to_json(settings).dump(-1);
  const auto json = Json::parse(text);
  ASSERT_TRUE(json);
  const auto again = settings_from(*json);
  ASSERT_TRUE(again) << describe(again.error());
  EXPECT_EQ(*again, settings);
}

TEST(OptimizeSettings, WhatAnOlderVersionDidNotWriteIsAsUsual) {
  const auto settings = settings_from(Json::Object{{"batch", 5}});
  ASSERT_TRUE(settings);
  OptimizeSettings usual;
  usual.batch = 5;
  EXPECT_EQ(*settings, usual);
}

TEST(OptimizeSettings, WhatIsNoSettingsIsRefused) {
  const auto settings = settings_from(Json(3));
  ASSERT_FALSE(settings);
  EXPECT_NE(settings.error().what.find("damaged"), std::string::npos);
}

}  // namespace settings_test
}  // namespace whet
