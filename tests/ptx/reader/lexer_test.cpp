#include "ptx/reader/lexer.h"

#include <gtest/gtest.h>

#include <string>

namespace whet::ptx {

namespace lexer_test {

// "word|number|..." with the texts after a colon.
std::string tokens(std::string_view text) {
  constexpr const char* k_kinds[] = {"w", "d", "n", "s", "p", "?", "e"};
  Lexer lexer(text);
  std::string result;
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next())
    result += std::string(k_kinds[static_cast<int>(token.kind)]) + ":" + std::string(token.text) + " ";
  return result;
}

uint32_t line_of_last(std::string_view text) {
  Lexer lexer(text);
  uint32_t line = 0;
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) line = token.line;
  return line;
}

TEST(Lexer, SplitsAnInstruction) {
  EXPECT_EQ(tokens("@%p1 ld.v2.f32 {%f1, _}, [%rd1+-8];"),
            "p:@ w:%p1 w:ld d:.v2 d:.f32 p:{ w:%f1 p:, w:_ p:} p:, p:[ w:%rd1 p:+ p:- n:8 p:] p:; ");
}

TEST(Lexer, KeepsAModifierWithColonsTogether) {
  EXPECT_EQ(tokens("x.shared::cta.L2::128B.mbarrier::complete_tx::bytes"),
            "w:x d:.shared::cta d:.L2::128B d:.mbarrier::complete_tx::bytes ");
}

TEST(Lexer, EndsALabelAtItsColon) {
  EXPECT_EQ(tokens("$L__BB0_1: ts:.branchtargets"), "w:$L__BB0_1 p:: w:ts p:: d:.branchtargets ");
}

TEST(Lexer, KnowsNumbersOfEveryForm) {
  EXPECT_EQ(tokens("9.0 0x1fU 0f3F800000 1.5e-3 017 1 .b8 .1d"),
            "n:9.0 n:0x1fU n:0f3F800000 n:1.5e-3 n:017 n:1 d:.b8 d:.1d ");
}

TEST(Lexer, DoesNotTakeHexadecimalForAnExponent) {
  EXPECT_EQ(tokens("0x1e-8"), "n:0x1e p:- n:8 ");
}

TEST(Lexer, PassesOverComments) {
  EXPECT_EQ(tokens("a // b\nc /* d\n e */ f /* open"), "w:a w:c w:f ");
}

TEST(Lexer, CountsLinesInCommentsToo) {
  EXPECT_EQ(line_of_last("a // b\n/* c\n\n*/ d"), 4u);
}

TEST(Lexer, ReadsStringsWithEscapes) {
  EXPECT_EQ(tokens("\"a\\\"b\" c"), "s:\"a\\\"b\" w:c ");
}

TEST(Lexer, MarksWhatStartsNothing) {
  EXPECT_EQ(tokens("\"open\n#\x01"), "?:\" w:open ?:# ?:\x01 ");
}

TEST(Lexer, TellsAPercentSignFromARegister) {
  EXPECT_EQ(tokens("7%3 %3 %r3"), "n:7 p:% n:3 p:% n:3 w:%r3 ");
}

}  // namespace lexer_test

}  // namespace whet::ptx
