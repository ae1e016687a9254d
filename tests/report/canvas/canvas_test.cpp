#include <gtest/gtest.h>

#include "report/canvas/markdown_canvas.h"
#include "report/canvas/text_canvas.h"

namespace whet {
namespace canvas_test {

TEST(TextCanvas, AlignsColumnsAndTrimsTheEnd) {
  TextCanvas canvas({80, false});
  canvas.table({{"name", "count"}, {{"FFMA", "64"}, {"LDS", "8"}}, {false, true}});
  EXPECT_EQ(canvas.take(), "    name  count\n    FFMA     64\n    LDS       8\n");
}

TEST(TextCanvas, WrapsAtTheWidthUnderTheLabel) {
  TextCanvas canvas({30, false});
  canvas.fact("occupancy", {"limited by registers and shared memory"});
  EXPECT_EQ(canvas.take(), "  occupancy  limited by\n             registers and\n             shared memory\n");
}

TEST(TextCanvas, ColoursOnlyWhenAsked) {
  TextCanvas plain({80, false}), coloured({80, true});
  for (TextCanvas* canvas : {&plain, &coloured}) canvas->line({{"faster", Tone::good}});
  EXPECT_EQ(plain.take(), "  faster\n");
  EXPECT_EQ(coloured.take(), "  \x1b[32mfaster\x1b[0m\n");
}

TEST(TextCanvas, ControlCharactersOfANameDoNotReachTheTerminal) {
  TextCanvas canvas({80, false});
  canvas.heading("k\x1b[31m\a()", 1, "");
  EXPECT_EQ(canvas.take(), "k?[31m?()\n");
}

TEST(TextCanvas, CountsCodePointsNotBytes) {
  EXPECT_EQ(display_width("a → b"), 5u);
}

TEST(TextCanvas, AsideGoesToTheRightEdge) {
  TextCanvas canvas({20, false});
  canvas.heading("gemm", 1, "45 ms");
  EXPECT_EQ(canvas.take(), "gemm           45 ms\n");
}

TEST(MarkdownCanvas, EscapesWhatWouldFormat) {
  MarkdownCanvas canvas;
  canvas.heading("f(float const*)", 2, "");
  EXPECT_EQ(canvas.take(), "## f(float const\\*)\n");
}

TEST(MarkdownCanvas, TableHasARuleAndAlignment) {
  MarkdownCanvas canvas;
  canvas.table({{"a", "b"}, {{"x", "1"}}, {false, true}});
  EXPECT_EQ(canvas.take(), "| a | b |\n| --- | ---: |\n| x | 1 |\n");
}

}  // namespace canvas_test
}  // namespace whet
