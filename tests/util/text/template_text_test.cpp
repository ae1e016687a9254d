#include "util/text/template_text.h"

#include <gtest/gtest.h>

namespace whet {
namespace template_text_test {

std::optional<double> loads(std::string_view name) {
  if (name == "hot.loads") return 3.14159;
  if (name == "whole") return 32;
  return std::nullopt;
}

std::string filled(std::string_view text) {
  const auto sentence = TemplateText::parse(text);
  EXPECT_TRUE(sentence.ok()) << text;
  return sentence ? sentence->fill(loads) : "";
}

TEST(TemplateText, FillsNumbersInTheirFormats) {
  EXPECT_EQ(filled("{hot.loads:.1f} of {whole:.0f}"), "3.1 of 32");
  EXPECT_EQ(filled("{hot.loads:.3f}"), "3.142");
  EXPECT_EQ(filled("{hot.loads:.2e}"), "3.14e+00");
}

TEST(TemplateText, APlainPlaceholderShowsWholeNumbersWithoutDecimals) {
  EXPECT_EQ(filled("{whole} and {hot.loads}"), "32 and 3.14159");
}

TEST(TemplateText, DoubledBracesAreBraces) {
  EXPECT_EQ(filled("{{x}} {whole}"), "{x} 32");
}

TEST(TemplateText, AnAbsentNumberReadsUnknown) {
  EXPECT_EQ(filled("{gone:.1f} loads"), "unknown loads");
}

TEST(TemplateText, TextWithoutPlaceholdersStaysAsItIs) {
  EXPECT_EQ(filled("100 % done"), "100 % done");
}

TEST(TemplateText, ListsItsPlaceholdersOnce) {
  const auto sentence = TemplateText::parse("{b} {a:.1f} {b:.0f}");
  ASSERT_TRUE(sentence.ok());
  EXPECT_EQ(sentence->placeholders(), (std::vector<std::string>{"b", "a"}));
}

TEST(TemplateText, AnUnknownPlaceholderIsRefusedWithTheNearest) {
  const auto sentence = TemplateText::parse("{hot.lods:.1f}");
  ASSERT_TRUE(sentence.ok());
  const auto checked = sentence->check_placeholders({"hot.loads", "whole"}, "rules/a.toml:3");
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().where, "rules/a.toml:3");
  EXPECT_EQ(checked.error().mend, "did you mean hot.loads?");
  EXPECT_TRUE(TemplateText::parse("{whole}")->check_placeholders({"whole"}).ok());
}

TEST(TemplateText, BrokenPlaceholdersAreRefusedWithTheirColumn) {
  for (const char* text :
       {"{", "a {b", "}", "{}", "{a b}", "{a:d}", "{a:.1}x{", "{a:.f}", "{a:>{w}}", "{:.1f}", "{a:.1f:}"}) {
    const auto sentence = TemplateText::parse(text, "x.toml:1");
    ASSERT_FALSE(sentence.ok()) << text;
    EXPECT_TRUE(sentence.error().where.starts_with("x.toml:1, column ")) << text;
    EXPECT_FALSE(sentence.error().mend.empty()) << text;
  }
}

}  // namespace template_text_test
}  // namespace whet
