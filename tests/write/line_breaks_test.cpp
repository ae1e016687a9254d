// Long lines of written kernels are broken where a reader would, and variables that nothing uses disappear.
#include "write/text/line_breaks.h"

#include <gtest/gtest.h>

#include "write/text/unused_variables.h"

namespace whet::write {

TEST(LineBreaks, ShortLinesStay) {
  const std::string code = "int x = 1;  // one\n\n#pragma unroll\n";
  EXPECT_EQ(with_short_lines(code), code);
}

TEST(LineBreaks, TheOutermostPlaceIsBrokenFirst) {
  const std::string name(40, 'a');
  EXPECT_EQ(with_short_lines("  call(f(" + name + ", 1), g(" + name + ", 2), h(" + name + ", 3));\n"),
            "  call(f(" + name + ", 1), g(" + name + ", 2),\n      h(" + name + ", 3));\n");
}

TEST(LineBreaks, ArgumentsOfTemplatesStayTogether) {
  const std::string name(60, 'a');
  EXPECT_EQ(with_short_lines("write<1, 2 * 3>(" + name + ", " + name + ");\n"),
            "write<1, 2 * 3>(" + name + ",\n    " + name + ");\n");
}

TEST(LineBreaks, TextOfStringsIsNoPlace) {
  const std::string text(130, ',');
  const std::string code = "asm(\"" + text + " && \");\n";
  EXPECT_EQ(with_short_lines(code), code);
}

TEST(LineBreaks, CommentsComeBeforeLongLines) {
  const std::string name(100, 'a');
  EXPECT_EQ(with_short_lines("  int " + name + " = 0;  // of a block\n"), "  // of a block\n  int " + name + " = 0;\n");
}

TEST(LineBreaks, TheStatementOfAnIfHasItsOwnLine) {
  const std::string name(60, 'a');
  EXPECT_EQ(with_short_lines("if (" + name + ") b = " + name + ";\n"), "if (" + name + ")\n  b = " + name + ";\n");
}

TEST(UnusedVariables, DisappearWithThoseThatOnlyTheyUse) {
  EXPECT_EQ(without_unused_variables("void f() {\n  const int a = 1, b = 2;\n  const int c = a;\n  use(b);\n}\n"),
            "void f() {\n  const int b = 2;\n  use(b);\n}\n");
}

TEST(UnusedVariables, OfOneFunctionMayBeUsedInAnother) {
  const std::string used = "void g() {\n  const int a = 1;\n  use(a);\n}\n";
  EXPECT_EQ(without_unused_variables("void f() {\n  const int a = 1;\n}\n" + used), "void f() {\n}\n" + used);
}

TEST(UnusedVariables, StayWhereTheirValueDoesMore) {
  const std::string code = "void f() {\n  const int a = atomicAdd(p, 1);\n}\n";
  EXPECT_EQ(without_unused_variables(code), code);
}

}  // namespace whet::write
