#include "ptx/link/link.h"

#include <gtest/gtest.h>

#include "ptx/reader/parser.h"

namespace whet::ptx {
namespace link_test {

std::string head(const std::string& version = "9.0", const std::string& target = "sm_90") {
  return ".version " + version + "\n.target " + target + "\n.address_size 64\n";
}

struct Linked {
  std::string text;
  Module module;
};

Linked linked(const std::vector<std::string>& texts) {
  const auto text = link(texts);
  EXPECT_TRUE(text.ok()) << describe(text.error());
  auto module = parse(*text, "linked");
  EXPECT_TRUE(module.ok()) << describe(module.error()) << *text;
  return {*text, std::move(*module)};
}

size_t count_of(const std::string& text, const std::string& what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(Link, AFunctionAndAVariableAreFoundInTheOtherFile) {
  const auto [text, module] =
      linked({head() + ".extern .global .u32 x;\n.extern .func f(.param .b32 a);\n"
                       ".visible .entry k() { .reg .b32 %r<2>; call f, (1); ld.global.u32 %r1, [x]; ret; }",
              head() + ".visible .global .u32 x = 7;\n.visible .func f(.param .b32 a) { ret; }"});
  EXPECT_FALSE(module.function("f")->is_declaration);
  EXPECT_FALSE(module.variable("x")->is_extern);
  EXPECT_EQ(module.variable("x")->initial[0], 7);
  EXPECT_EQ(text.find(".extern"), std::string::npos) << text;
}

TEST(Link, NamesOfAFileAloneStayItsOwn) {
  const auto [text, module] = linked({head() + ".global .u32 x = 1;\n.func f() { .reg .b32 %r<2>; ld.global.u32 %r1, "
                                               "[x]; ret; }\n.visible .entry k() { call f; ret; }",
                                      head() + ".global .u32 x = 2;\n.func f() { .reg .b32 %r<2>; ld.global.u32 %r1, "
                                               "[x]; ret; }\n.visible .entry l() { call f; ret; }"});
  EXPECT_EQ(module.variable("x")->initial[0], 1);
  EXPECT_EQ(module.variable("x__of_1")->initial[0], 2);
  EXPECT_NE(module.function("f__of_1"), nullptr);
  EXPECT_EQ(count_of(text, "[x__of_1]"), 1u);
  EXPECT_EQ(count_of(text, "call f__of_1"), 1u);
}

TEST(Link, ALocalNameGivesWayToOneThatOthersKnow) {
  const auto [text, module] = linked({head() + ".global .u32 x = 1;", head() + ".visible .global .u32 x = 2;"});
  EXPECT_EQ(module.variable("x")->initial[0], 2);
  EXPECT_EQ(module.variable("x__of_0")->initial[0], 1);
}

TEST(Link, OfWeakDefinitionsOneIsKeptAndAStrongOneWins) {
  const std::string weak = head() + ".weak .func f() { ret; }\n.weak .global .u32 x = 1;\n";
  EXPECT_EQ(count_of(linked({weak, weak}).text, ".func"), 1u);
  const auto [text, module] = linked({weak, head() + ".visible .global .u32 x = 5;"});
  EXPECT_EQ(module.variable("x")->initial[0], 5);
}

TEST(Link, TwoStrongDefinitionsAreAnError) {
  const std::string text = head() + ".visible .global .u32 x;";
  const auto both = link({text, text});
  ASSERT_FALSE(both.ok());
  EXPECT_NE(both.error().what.find("`x` is defined in two files"), std::string::npos);
}

TEST(Link, LinesKeepTheirFilesAndInlinedFunctionsTheirNames) {
  const auto part = [](const std::string& kernel, const std::string& file) {
    return head() + ".visible .entry " + kernel +
           "() {\n.loc 1 5 1\nret;\n.loc 2 7 1, function_name $L__info_string0, " +
           "inlined_at 1 6 2\nret;\n}\n.file 1 \"" + file + ".cu\"\n.file 2 \"" + file +
           ".h\"\n.section .debug_str\n{\n$L__info_string0:\n.b8 97,0\n}\n";
  };
  const auto [text, module] = linked({part("a", "one"), part("b", "two")});
  EXPECT_EQ(source_text(module, module.function("a")->body[0]), "one.cu:5");
  EXPECT_EQ(source_text(module, module.function("b")->body[0]), "two.cu:5");
  EXPECT_NE(text.find(".loc 4 7 1, function_name $L__info_string0__of_1, inlined_at 3 6 2"), std::string::npos) << text;
  EXPECT_EQ(count_of(text, ".section"), 1u);
}

TEST(Link, VirtualTablesMayNameFunctionsOfOtherFiles) {
  const auto [text, module] = linked(
      {head() + ".extern .func f();\n.visible .global .u64 t[1] = {f};\n", head() + ".visible .func f() { ret; }\n"});
  EXPECT_EQ(module.variable("t")->relocations[0].symbol, "f");
  EXPECT_LT(text.find(".func f"), text.find(".global"));
}

TEST(Link, DynamicSharedMemoryIsOneForAllAndTheHighestVersionIsTaken) {
  const std::string shared = ".extern .shared .align 16 .b8 s[];\n";
  const auto [text, module] = linked({head("8.0", "sm_80") + shared, head("9.0", "sm_90") + shared});
  EXPECT_EQ(count_of(text, ".shared"), 1u);
  EXPECT_EQ(module.version_major, 9);
  EXPECT_EQ(module.target, "sm_90");
  EXPECT_EQ(linked({head("9.0", "sm_100") + shared, head("8.0", "sm_90") + shared}).module.target, "sm_100");
}

TEST(Link, DamagedTextIsAnErrorThatNamesTheFile) {
  for (const char* damaged :
       {".visible .func f(", ".global .u32 x = {1", ".section .debug_str", ".visible .entry k()"}) {
    const auto both = link({head(), head() + damaged});
    ASSERT_FALSE(both.ok()) << damaged;
    EXPECT_NE(both.error().where.find("file 2 of the linked device code"), std::string::npos);
  }
}

TEST(Link, ATextThatEndsInADirectiveIsLinkedAsFarAsItGoes) {
  for (const char* const cut :
       {".version", ".target", ".file 1", ".file 1 \"a\",", ".address_size", ".version 9.0 .target sm_90,"})
    EXPECT_TRUE(link({head(), cut}).ok()) << cut;
}

}  // namespace link_test
}  // namespace whet::ptx
