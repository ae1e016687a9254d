#include "source/text/token.h"

#include <gtest/gtest.h>

namespace whet {
namespace token_test {

std::vector<std::string> texts(std::string_view source) {
  std::vector<std::string> result;
  for (const Token& token : tokenize(source)) result.emplace_back(token.text);
  return result;
}

using Texts = std::vector<std::string>;

TEST(Tokens, WordsNumbersAndPunctuation) {
  EXPECT_EQ(texts("a_1+=b->c::d;"), (Texts{"a_1", "+=", "b", "->", "c", "::", "d", ";"}));
}

TEST(Tokens, AngleBracketsNeverJoin) {
  EXPECT_EQ(texts("f<<<g,b>>>(v<v<int>>())"), (Texts{"f", "<", "<", "<", "g",   ",", "b", ">", ">", ">", "(",
                                                     "v", "<", "v", "<", "int", ">", ">", "(", ")", ")"}));
}

TEST(Tokens, NumbersKeepExponentsSeparatorsAndSuffixes) {
  EXPECT_EQ(texts("1'000'000ull 1e-5f .5 0x1.8p+3 1.f 0b1'01"),
            (Texts{"1'000'000ull", "1e-5f", ".5", "0x1.8p+3", "1.f", "0b1'01"}));
}

TEST(Tokens, CommentsAndStringsHideEachOther) {
  EXPECT_EQ(texts("\"/*\" /* \" */ '\"' // \"x\n\"//\""), (Texts{"\"/*\"", "/* \" */", "'\"'", "// \"x", "\"//\""}));
}

TEST(Tokens, EscapesDoNotEndALiteral) {
  EXPECT_EQ(texts(R"("a\"b" '\'' '\\' x)"), (Texts{R"("a\"b")", R"('\'')", R"('\\')", "x"}));
}

TEST(Tokens, RawStringsRunToTheirDelimiter) {
  const std::string raw = "R\"x(a)\" // } \n)y\")x\"";
  EXPECT_EQ(texts(raw + " + u8" + raw), (Texts{raw, "+", "u8" + raw}));
}

TEST(Tokens, AnRBeforeAQuoteIsOnlyRawAsAPrefix) {
  EXPECT_EQ(texts("FOR\"a)\" b"), (Texts{"FOR", "\"a)\"", "b"}));
}

TEST(Tokens, LiteralsTakeTheirPrefixAndSuffix) {
  EXPECT_EQ(texts("L'a' U\"b\"_s"), (Texts{"L'a'", "U\"b\"_s"}));
}

TEST(Tokens, ADirectiveIsOneTokenWithItsContinuations) {
  const auto tokens = tokenize("int a;\n  #define F(x) \\\n  ((x) + 1) // {\nint b;");
  ASSERT_EQ(tokens.size(), 7u);
  EXPECT_EQ(tokens[3].kind, TokenKind::directive);
  EXPECT_EQ(tokens[3].text, "#define F(x) \\\n  ((x) + 1) // {");
  EXPECT_EQ(tokens[4].line, 4);
}

TEST(Tokens, ADirectiveSpansABlockCommentAndAContinuedLineComment) {
  EXPECT_EQ(texts("#define A /* one\n two */ 1\nx"), (Texts{"#define A /* one\n two */ 1", "x"}));
  EXPECT_EQ(texts("// one \\\n two\nx"), (Texts{"// one \\\n two", "x"}));
}

TEST(Tokens, AnApostropheInAnErrorDirectiveEndsWithItsLine) {
  EXPECT_EQ(texts("#error don't\nx"), (Texts{"#error don't", "x"}));
}

TEST(Tokens, AHashInsideALineIsNoDirective) {
  EXPECT_EQ(tokenize("a # b")[1].kind, TokenKind::punctuation);
  EXPECT_EQ(tokenize("/* c */ # define A")[1].kind, TokenKind::directive);
}

TEST(Tokens, CarriageReturnsAndContinuationsAreWhiteSpace) {
  EXPECT_EQ(texts("a \\\r\n b\r\nc"), (Texts{"a", "b", "c"}));
  EXPECT_EQ(texts("#define A \\\r\n 1\r\nc")[1], "c");
}

TEST(Tokens, WhatIsLeftOpenEndsWithItsLineOrTheText) {
  EXPECT_EQ(texts("\"abc\nd"), (Texts{"\"abc", "d"}));
  EXPECT_EQ(texts("/* abc\nd"), (Texts{"/* abc\nd"}));
  EXPECT_EQ(texts("R\"(abc\nd"), (Texts{"R\"(abc\nd"}));
  EXPECT_EQ(texts("\"\\"), (Texts{"\"\\"}));
}

TEST(Tokens, LineColumnAndOffsetAreThoseOfTheSource) {
  const std::string source = "a\n\t b /*\n*/ c";
  const auto tokens = tokenize(source);
  EXPECT_EQ(tokens[1].line, 2);
  EXPECT_EQ(tokens[1].column, 3);
  EXPECT_EQ(tokens[3].line, 3);
  EXPECT_EQ(tokens[3].column, 4);
  EXPECT_EQ(source.substr(tokens[3].offset, 1), "c");
}

TEST(Tokens, ADirectiveOpensIntoItsOwnTokens) {
  const auto tokens = tokenize("#  define N(a) \\\n /* x */ a##1\n");
  const Directive line = directive(tokens[0]);
  EXPECT_EQ(line.name, "define");
  ASSERT_EQ(line.tokens.size(), 7u);
  EXPECT_EQ(line.tokens[0].text, "N");
  EXPECT_EQ(line.tokens[5].text, "##");
  EXPECT_EQ(line.tokens[6].line, 2);
}

TEST(Token, R17DigraphsAreWhatTheyStandFor) {
  const auto tokens = tokenize("void f() <% a<:1:> = 0; %>");
  EXPECT_TRUE(tokens[4].is("{"));
  EXPECT_TRUE(tokens[6].is("["));
  EXPECT_TRUE(tokens[8].is("]"));
  EXPECT_TRUE(tokens.back().is("}"));
  EXPECT_EQ(tokens[4].text, "<%");
  EXPECT_EQ(tokens[4].end(), tokens[4].offset + 2);
}

TEST(Token, R17AnAngleBeforeAScopeIsNoDigraph) {
  const auto tokens = tokenize("vector<::a::B> v; x<:::b:>");
  EXPECT_EQ(tokens[1].text, "<");
  EXPECT_EQ(tokens[2].text, "::");
}

TEST(Token, R17ADirectiveMayBeginWithADigraph) {
  const auto tokens = tokenize("%:define N 4\nint x;");
  ASSERT_EQ(tokens[0].kind, TokenKind::directive);
  EXPECT_EQ(directive(tokens[0]).name, "define");
  EXPECT_EQ(directive(tokens[0]).tokens[1].text, "4");
}

}  // namespace token_test
}  // namespace whet
