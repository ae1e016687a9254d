#include "util/text/record.h"

#include <gtest/gtest.h>

namespace whet {

namespace {

enum class Shade : uint8_t { light, dark };
std::string_view name_of(Shade shade) {
  return shade == Shade::light ? "light" : "dark";
}

struct Point {
  int x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

struct Drawing {
  std::string title = "untitled";
  uint64_t secret = 0;
  uint8_t layer = 0;
  bool closed = false;
  Shade shade = Shade::light;
  std::vector<Point> points;
  std::optional<Point> centre;
  std::map<std::string, int64_t> sizes;
  struct {
    std::string note;
  } more;
};

}  // namespace

template <>
inline constexpr Shade k_last_value<Shade> = Shade::dark;

template <>
struct Record<Point> {
  static constexpr auto fields = std::tuple(required("x", &Point::x), required("y", &Point::y));
};

template <>
struct Record<Drawing> {
  static constexpr auto fields = std::tuple(
      defaulted("title", &Drawing::title), required<DigitsCodec>("secret", &Drawing::secret),
      required("layer", &Drawing::layer), defaulted("closed", &Drawing::closed), required("shade", &Drawing::shade),
      required("points", &Drawing::points), sparse("centre", &Drawing::centre), sparse("sizes", &Drawing::sizes),
      sparse("note", [](auto& drawing) -> auto& { return drawing.more.note; }));
  static std::string refused(const Drawing& drawing) { return drawing.layer > 9 ? "layer" : ""; }
};

namespace {

Drawing drawing() {
  Drawing made;
  made.title = "a";
  made.secret = 0xffffffffffffffffu;
  made.layer = 3;
  made.shade = Shade::dark;
  made.points = {{1, 2.5}, {-4, 0}};
  made.centre = Point{7, 8};
  made.sizes = {{"n", 5}};
  made.more.note = "b";
  return made;
}

Json with(const std::string& name, Json value) {
  Json json = record_json(drawing());
  json[name] = std::move(value);
  return json;
}

std::string error_of(const Json& json) {
  const auto read = read_record<Drawing>(json, "a test");
  return read ? "" : read.error().what;
}

TEST(RecordTest, WhatIsWrittenIsReadAgain) {
  const Json json = record_json(drawing());
  const auto read = read_record<Drawing>(json, "a test");
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(read->secret, drawing().secret);
  EXPECT_EQ(read->points, drawing().points);
  EXPECT_EQ(read->centre, drawing().centre);
  EXPECT_EQ(read->sizes, drawing().sizes);
  EXPECT_EQ(read->shade, Shade::dark);
  EXPECT_EQ(read->more.note, "b");
  EXPECT_EQ(record_json(*read).dump(), json.dump());
}

TEST(RecordTest, MembersKeepTheirOrderAndSparseOnesAreLeftOut) {
  EXPECT_EQ(record_json(Drawing{}).dump(-1),
            R"({"title":"untitled","secret":"0","layer":0,"closed":false,"shade":"light","points":[]})");
}

TEST(RecordTest, AbsentIsTheDefaultUnlessItIsRequired) {
  auto json = Json::parse(R"({"secret":"1","layer":1,"shade":"dark","points":[]})");
  ASSERT_TRUE(json);
  const auto read = read_record<Drawing>(*json, "a test");
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(read->title, "untitled");
  EXPECT_FALSE(read->centre);
  EXPECT_EQ(error_of(Json::object()), "`secret` is missing or of the wrong type");
}

TEST(RecordTest, AnErrorNamesTheMemberByItsPath) {
  auto points = Json::parse(R"([{"x":1,"y":2},{"x":"one","y":2}])");
  ASSERT_TRUE(points);
  EXPECT_EQ(error_of(with("points", *points)), "`points[1].x` is missing or of the wrong type");
  EXPECT_EQ(error_of(with("centre", Json(Json::Object{{"x", 1}}))), "`centre.y` is missing or of the wrong type");
  EXPECT_EQ(error_of(with("sizes", Json(Json::Object{{"n", "five"}}))), "`sizes.n` is missing or of the wrong type");
  EXPECT_EQ(error_of(with("shade", "grey")), "`shade` is missing or of the wrong type");
  EXPECT_EQ(error_of(with("secret", "12x")), "`secret` is missing or of the wrong type");
  EXPECT_EQ(error_of(with("title", 3)), "`title` is missing or of the wrong type") << "there, and no text";
}

TEST(RecordTest, NumbersMustFitTheirType) {
  EXPECT_EQ(error_of(with("layer", 256)), "`layer` is missing or of the wrong type");
  EXPECT_EQ(error_of(with("layer", -1)), "`layer` is missing or of the wrong type");
  EXPECT_EQ(error_of(with("layer", 1.5)), "`layer` is missing or of the wrong type");
  EXPECT_EQ(error_of(with("layer", 10)), "`layer` is missing or of the wrong type") << "the record refuses it";
}

}  // namespace
}  // namespace whet
