// What is wrong with a text is said with its line.
#include <gtest/gtest.h>

#include <chrono>

#include "ptx_text.h"

namespace whet::ptx {

namespace parser_error_test {

using test::error_of;
using test::k_head;
using test::kernel_text;

void expect_error(const std::string& text, const std::string& what, int line) {
  const Error error = error_of(text);
  EXPECT_NE(error.what.find(what), std::string::npos) << error.what;
  EXPECT_EQ(error.where, "test.ptx:" + std::to_string(line)) << error.what;
  EXPECT_FALSE(error.mend.empty());
  EXPECT_EQ(error.kind, ErrorKind::bad_input);
}

TEST(ParserErrors, TextThatIsNoPtx) {
  expect_error("", "no .version", 1);
  expect_error("int main() {}", "expected a declaration, found `int`", 1);
  expect_error(std::string("\x7f") + "ELF\x02", "expected a declaration, found `?`", 1);
}

TEST(ParserErrors, UnknownNames) {
  expect_error(kernel_text(".reg .b32 %r<2>;\nmov.u32 %r2, 1;"), "unknown register `%r2`", 6);
  expect_error(kernel_text("\nmov.u32 %r01, 1;"), "unknown register `%r01`", 6);
  expect_error(kernel_text("@%p1 ret;"), "unknown register `%p1`", 5);
  expect_error(kernel_text("\n\nbra NOWHERE;"), "unknown label `NOWHERE`", 7);
  expect_error(kernel_text("ts: .branchtargets A;\n.reg .b32 r;\nbrx.idx r, ts;"), "unknown label `A`", 7);
  expect_error(kernel_text(".reg .b64 r;\nmov.u64 r, nothing;"), "unknown name `nothing`", 6);
  expect_error(kernel_text(".reg .b32 r;\nld.global.u32 r, [nothing];"), "unknown name `nothing`", 6);
  expect_error(std::string(k_head) + ".global .u64 x = y;", "unknown name `y`", 4);
  expect_error(std::string(k_head) + ".alias g, f;", "unknown function `f`", 4);
}

TEST(ParserErrors, NamesOfAnInnerScopeAreUnknownOutside) {
  expect_error(kernel_text("{ .reg .pred p; }\n@p ret;"), "unknown register `p`", 6);
  expect_error(kernel_text("{ L: }\nbra L;"), "unknown label `L`", 6);
}

TEST(ParserErrors, NamesGivenTwice) {
  expect_error(kernel_text("L:\nL: ret;"), "`L` stands twice", 6);
  expect_error(std::string(k_head) + ".global .b32 x;\n.global .b32 x;", "`x` is declared twice", 5);
  expect_error(std::string(k_head) + ".func f() {}\n.func f() {}", "`f` has two bodies", 5);
}

TEST(ParserErrors, MissingPunctuation) {
  expect_error(kernel_text(".reg .b32 %r<3>;\nmov.u32 %r1, %r2\nret;"), "expected `,` or `;`, found `ret`", 7);
  expect_error(std::string(k_head) + ".entry k() {\nret;", "body of `k` is left open", 4);
  expect_error(kernel_text(".reg .b64 %rd<3>;\nld.u32 %rd1, [%rd2;"), "expected `]`", 6);
  expect_error(kernel_text(".reg .b32 r; mov.u32 r, ;"), "expected a number, found `;`", 5);
}

TEST(ParserErrors, NumbersThatDoNotFit) {
  expect_error(kernel_text(".reg .b32 %r<4000000000>;"), "4000000000 registers", 5);
  expect_error(kernel_text(".reg .b32 r; mov.u32 r, 99999999999999999999;"), "is no number", 5);
  expect_error(kernel_text(".reg .b32 r; mov.u32 r, 0f3F80;"), "is no number", 5);
  expect_error(kernel_text(".reg .b32 r; mov.u32 r, 08;"), "is no number", 5);
  expect_error(kernel_text(".reg .b32 r; mov.u32 r, 1/0;"), "divided by zero", 5);
  expect_error(std::string(k_head) + ".global .b8 x[1099511627776][1099511627776];", "2^40 bytes", 4);
  expect_error(std::string(k_head) + ".global .align 3 .b8 x;", "alignment of 3", 4);
  expect_error(std::string(k_head) + ".global .b8 x[2] = {1, 2, 3};", "is larger than", 4);
  expect_error(std::string(k_head) + ".file 4000000000 \"x\"", "number 4000000000", 4);
}

TEST(ParserErrors, NestingIsBounded) {
  const std::string deep(100'000, '{'), round(100'000, '('), minus(100'000, '-');
  expect_error(kernel_text(deep), "nested too deeply", 5);
  expect_error(kernel_text(".reg .b32 r; mov.u32 r, " + round), "nested too deeply", 5);
  expect_error(kernel_text(".reg .b32 r; mov.u32 r, " + minus), "nested too deeply", 5);
  expect_error(kernel_text(".reg .b32 r; mov.u32 r, " + deep), "nested too deeply", 5);
  expect_error(std::string(k_head) + ".global .b8 x[2] = " + deep, "nested deeper", 4);
}

TEST(ParserErrors, LongTokensAreCut) {
  EXPECT_LT(error_of(std::string(100'000, 'x')).what.size(), 200u);
}

TEST(ParserErrors, ComeQuickly) {
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "{ .reg .b32 %r<1000000>; mov.u32 %r999999, %r5; } ";
  const auto start = std::chrono::steady_clock::now();
  test::parsed(kernel_text(many));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

}  // namespace parser_error_test

}  // namespace whet::ptx
