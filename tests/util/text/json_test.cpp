#include "util/text/json.h"

#include <gtest/gtest.h>

#include <limits>

namespace whet {
namespace json_test {

TEST(Json, KeepsMembersInTheOrderTheyWereSet) {
  Json json;
  json["zebra"] = 1;
  json["apple"] = "x";
  json["zebra"] = 2;
  EXPECT_EQ(json.dump(-1), R"({"zebra":2,"apple":"x"})");
}

TEST(Json, WritesEveryKindOfValue) {
  Json json;
  json["null"] = Json();
  json["flag"] = true;
  json["whole"] = 42;
  json["real"] = 2.5;
  json["list"] = json_array(std::vector<int>{1, 2}, [](int i) { return Json(i * 10); });
  json["none"] = std::optional<double>();
  json["some"] = std::optional<int>(7);
  EXPECT_EQ(json.dump(-1), R"({"null":null,"flag":true,"whole":42,"real":2.5,"list":[10,20],"none":null,"some":7})");
}

TEST(Json, NumbersThatAreNotFiniteBecomeNull) {
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).dump(-1), "null");
  EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).dump(-1), "null");
}

TEST(Json, WhatIsWrittenReadsBackTheSame) {
  const std::string text = R"({"b":[1,2.5,"x",null,true,{"c":-3}],"a":{}})";
  const auto json = Json::parse(text);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->dump(-1), text);
}

TEST(Json, WholeNumbersBeyondInt64DoNotTurnNegative) {
  const auto json = Json::parse("[9223372036854775807, 18446744073709551615]");
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json->as_array())[0].dump(-1), "9223372036854775807");
  EXPECT_EQ((*json->as_array())[1].as_number(), 18446744073709551615.0);
}

TEST(Json, FindsMembersOfObjectsOnly) {
  const auto json = Json::parse(R"({"a":{"b":1}})");
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->find("a")->find("b")->as_number(), 1);
  EXPECT_EQ(json->find("x"), nullptr);
  EXPECT_EQ(Json(3).find("x"), nullptr);
}

TEST(Json, TextThatIsNotJsonIsRefusedWithItsPlace) {
  const auto json = Json::parse("{\n  \"a\": 1,\n  b\n}");
  ASSERT_FALSE(json.ok());
  EXPECT_EQ(json.error().what, "this is not JSON");
  EXPECT_EQ(json.error().where, "line 3, column 3");
  EXPECT_FALSE(Json::parse("").ok());
  EXPECT_FALSE(Json::parse("[1,]").ok());
  EXPECT_FALSE(Json::parse("1 2").ok());
  EXPECT_FALSE(Json::parse("1e999").ok());
}

TEST(Json, DeepNestingIsRefusedInsteadOfOverflowing) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_FALSE(Json::parse(deep).ok());
  const std::string fine = std::string(400, '[') + std::string(400, ']');
  EXPECT_TRUE(Json::parse(fine).ok());
}

TEST(Json, TextThatIsNotUtf8IsStillWritten) {
  EXPECT_EQ(Json("a\xff").dump(-1), "\"a\xef\xbf\xbd\"");
}

}  // namespace json_test
}  // namespace whet
