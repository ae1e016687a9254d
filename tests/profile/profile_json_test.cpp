#include "profile/profile_json.h"

#include <gtest/gtest.h>

namespace whet {
namespace profile_json_test {

Profile sample() {
  Profile profile;
  profile.kernel = "scale(float*, int)";
  profile.collector = "virtual GPU";
  profile.device = "virtual:h200";
  profile.sm = 90;
  profile.shape = LaunchShape{{4, 2, 1}, {128, 1, 1}, 512};
  profile.metrics.set("dram__bytes_read.sum", 4096, Origin::counted);
  profile.metrics.set("gpu__time_duration.sum", 2500.5, Origin::modelled);
  TimeShares shares;
  shares.set(Resource::dram, 0.75);
  shares.launch = 0.1;
  profile.shares = shares;
  profile.unseen = {"power is not seen"};
  profile.advice = {{Advice::Kind::wrn, "Occupancy", "Launch", "too low", 12.5, true}};
  profile.launches = 3;
  return profile;
}

TEST(ProfileJson, IsReadBackAsItWas) {
  const Profile profile = sample();
  const auto text = Json::parse(to_json(profile).dump());
  ASSERT_TRUE(text.ok());
  const auto read = profile_from_json(*text, "p.json");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(to_json(*read).dump(), to_json(profile).dump());
  EXPECT_EQ(read->shape->grid.y, 2u);
  EXPECT_EQ(read->metrics.all().at("dram__bytes_read.sum").origin, Origin::counted);
  EXPECT_EQ(read->shares->share(Resource::dram), 0.75);
  EXPECT_EQ(read->launches, 3);
  ASSERT_EQ(read->advice.size(), 1u);
  EXPECT_EQ(read->advice.front().speedup_percent, 12.5);
  EXPECT_TRUE(read->advice.front().is_local);
}

TEST(ProfileJson, WhatIsWrongIsNamed) {
  const auto error_of = [](const std::string& member, Json value) {
    Json json = to_json(sample());
    json[member] = std::move(value);
    const auto read = profile_from_json(json, "p.json");
    return read.ok() ? std::string("read") : read.error().what;
  };
  EXPECT_NE(error_of("format", 99).find("another format"), std::string::npos);
  EXPECT_NE(error_of("news", 1).find("`news`"), std::string::npos);
  EXPECT_NE(error_of("kernel", 3).find("`kernel`"), std::string::npos);
  EXPECT_NE(error_of("grid", Json::Array{1, 0, 1}).find("`grid`"), std::string::npos);
  EXPECT_NE(error_of("metrics", "none").find("`metrics`"), std::string::npos);
  EXPECT_NE(error_of("sm", 1e300).find("`sm`"), std::string::npos);
  EXPECT_NE(error_of("advice", Json::Array{Json("x")}).find("advice[0]"), std::string::npos);
  EXPECT_FALSE(profile_from_json(Json("text"), "p.json").ok());
}

}  // namespace profile_json_test
}  // namespace whet
