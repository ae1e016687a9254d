// Arguments against a schema, and what is said about those that do not fit.
#include "serve/mcp/schema.h"

#include <gtest/gtest.h>

namespace whet::serve {
namespace schema_test {

const Json& schema() {
  static const Json made =
      Json::parse(R"({"type":"object","required":["file"],"additionalProperties":false,"properties":{
    "file":{"type":"string"},"count":{"type":"integer"},"quick":{"type":"boolean"},
    "cache":{"type":"string","enum":["cold","hot"]},"names":{"type":"array","items":{"type":"string"}}}})")
          .value();
  return made;
}

std::string said(const char* value) {
  return misfit(schema(), Json::parse(value).value()).value_or("fits");
}

TEST(Schema, ValuesThatFit) {
  EXPECT_EQ(said(R"({"file":"a"})"), "fits");
  EXPECT_EQ(said(R"({"file":"a","count":3,"quick":true,"cache":"hot","names":["x","y"]})"), "fits");
}

TEST(Schema, SaysWhatDoesNotFit) {
  EXPECT_EQ(said("{}"), "`file` is missing in arguments");
  EXPECT_EQ(said(R"({"file":1})"), "`file` must be of type string");
  EXPECT_EQ(said(R"({"file":"a","count":1.5})"), "`count` must be of type integer");
  EXPECT_EQ(said(R"({"file":"a","quick":"yes"})"), "`quick` must be of type boolean");
  EXPECT_EQ(said(R"({"file":"a","cache":"warm"})"), "`cache` must be one of cold, hot");
  EXPECT_EQ(said(R"({"file":"a","names":["x",3]})"), "an item of `names` must be of type string");
  EXPECT_EQ(said(R"({"file":"a","fiel":"b"})"),
            "`fiel` is not known in arguments; it takes file, count, quick, cache, names");
  EXPECT_EQ(said("[]"), "arguments must be of type object");
}

}  // namespace schema_test
}  // namespace whet::serve
