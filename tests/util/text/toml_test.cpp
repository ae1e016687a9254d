#include "util/text/toml.h"

#include <gtest/gtest.h>

namespace whet {
namespace toml_test {

TomlValue parsed(std::string_view text) {
  auto document = parse_toml(text, "a.toml");
  EXPECT_TRUE(document.ok());
  return document ? *document : TomlValue{};
}

TEST(Toml, ReadsEveryKindOfValue) {
  const TomlValue root = parsed("text = \"x\"\nwhole = 3\nreal = 2.5\nflag = true\nlist = [1, 2]\n[table]\nkey = 1\n");
  EXPECT_EQ(*root.find("text")->as_string(), "x");
  EXPECT_EQ(root.find("whole")->as_integer(), 3);
  EXPECT_EQ(root.find("whole")->as_number(), 3.0);
  EXPECT_EQ(root.find("real")->as_number(), 2.5);
  EXPECT_EQ(root.find("real")->as_integer(), std::nullopt);
  EXPECT_TRUE(*root.find("flag")->as_bool());
  EXPECT_EQ(root.find("list")->as_array()->size(), 2u);
  EXPECT_EQ(root.find("table")->find("key")->as_integer(), 1);
  EXPECT_EQ(root.find("absent"), nullptr);
}

TEST(Toml, ValuesRememberTheirLine) {
  const TomlValue root = parsed("a = 1\n\n[b]\nc = [\n  1,\n  2,\n]\n");
  EXPECT_EQ(root.find("a")->line, 1);
  EXPECT_EQ(root.find("b")->line, 3);
  EXPECT_EQ((*root.find("b")->find("c")->as_array())[1].line, 6);
}

TEST(Toml, MembersComeInTheOrderOfTheFile) {
  const TomlValue root = parsed("zebra = 1\napple = 2\ndims = { rows = 1, cols = 2, batch = 3 }\n");
  std::vector<std::string> names, dims;
  for (const auto& [name, value] : *root.as_table()) names.push_back(name);
  for (const auto& [name, value] : *root.find("dims")->as_table()) dims.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"zebra", "apple", "dims"}));
  EXPECT_EQ(dims, (std::vector<std::string>{"rows", "cols", "batch"}));
}

TEST(Toml, BrokenTextIsRefusedWithFileAndLine) {
  const auto document = parse_toml("a = 1\nb = = 2\n", "a.toml");
  ASSERT_FALSE(document.ok());
  EXPECT_EQ(document.error().where, "a.toml:2");
  EXPECT_EQ(document.error().kind, ErrorKind::bad_input);
}

TEST(Toml, AHeaderWithoutANameIsRefusedWithItsLine) {
  for (const char* header : {"[@]", "[[ = ]]", "[\x01]", "[[.a]]"}) {
    const auto document = parse_toml("a = [\n  1,\n]\n" + std::string(header) + "\nb = 2\n", "a.toml");
    ASSERT_FALSE(document.ok()) << header;
    EXPECT_EQ(document.error().where, "a.toml:4") << header;
    EXPECT_TRUE(document.error().what.starts_with("this is not valid TOML")) << header;
  }
}

TEST(Toml, LettersOutsideAsciiAreRefusedOutsideOfText) {
  EXPECT_EQ(parse_toml("a = \u03d7\n", "a.toml").error().where, "a.toml:1");
  EXPECT_EQ(parse_toml("b = 1\n\u00e9 = 2\n", "a.toml").error().where, "a.toml:2");
  EXPECT_EQ(*parsed("a = \"\u03d7\"  # \u00e9\n").find("a")->as_string(), "\u03d7");
}

TEST(Toml, ARequiredTextThatIsMissingOrWrongIsNamedWithItsLine) {
  const TomlValue root = parsed("id = \"x\"\n\nname = 3\n");
  EXPECT_EQ(*required_string(root, "id", "a.toml"), "x");
  const auto wrong = required_string(root, "name", "a.toml");
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().where, "a.toml:3");
  const auto absent = required_string(root, "gone", "a.toml");
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().mend, "add gone = \"...\"");
}

TEST(Toml, AnOptionalTextIsEmptyWhenAbsentAndRefusedWhenWrong) {
  const TomlValue root = parsed("name = 3\n");
  EXPECT_EQ(*optional_string(root, "gone", "a.toml"), "");
  EXPECT_FALSE(optional_string(root, "name", "a.toml").ok());
}

TEST(Toml, AListOfTextsHoldsTextsOnly) {
  const TomlValue root = parsed("good = [\"a\", \"b\"]\nmixed = [\"a\", 1]\nscalar = \"a\"\n");
  EXPECT_EQ(*optional_strings(root, "good", "a.toml"), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(optional_strings(root, "gone", "a.toml")->empty());
  EXPECT_EQ(optional_strings(root, "mixed", "a.toml").error().where, "a.toml:2");
  EXPECT_EQ(optional_strings(root, "scalar", "a.toml").error().where, "a.toml:3");
}

TEST(Toml, AMisspeltKeyIsRefusedWithItsLine) {
  const TomlValue root = parsed("id = 1\nnmae = 2\n");
  EXPECT_TRUE(check_keys(root, {"id", "nmae"}, "a.toml").ok());
  const auto checked = check_keys(root, {"id", "name"}, "a.toml");
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().what, "unknown key `nmae`");
  EXPECT_EQ(checked.error().where, "a.toml:2");
}

TEST(Toml, KeysOfSomethingThatIsNoTableAreRefused) {
  const TomlValue root = parsed("id = 1\n");
  EXPECT_FALSE(check_keys(*root.find("id"), {"x"}, "a.toml").ok());
}

}  // namespace toml_test
}  // namespace whet
