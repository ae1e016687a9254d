#include "diagnose/function_lines.h"

#include <gtest/gtest.h>

namespace whet {
namespace function_lines_test {

TEST(FunctionLines, PreciseFunctionsAreFoundByWholeWord) {
  for (const char* line : {"y = expf(x);", "y = sin (x) * 2;", "out[i] = std::pow(a, b);", "return tanhf(v);"})
    EXPECT_TRUE(calls_precise_function(line)) << line;
  for (const char* line : {"y = __expf(x);", "int exp = 3;", "experiment(x);", "y = fast_sin(x);", "expf", "",
                           "y = sinful(x);", "y = exp2f(x);"})
    EXPECT_FALSE(calls_precise_function(line)) << line;
}

TEST(FunctionLines, ShareIsThatOfTheLines) {
  CountedLines counted;
  const auto add = [&](uint32_t line, double share, double checked) {
    LineCounts each;
    each.file = "k.cu";
    each.line = line;
    each.share = share;
    each.checked_divisions = checked;
    counted.lines.push_back(each);
  };
  add(1, 0.5, 0);
  add(2, 0.2, 0);
  add(3, 0.1, 7);
  add(9, 0.1, 0);  // past the end of the file
  const SourceText source = [](const std::string&) { return "y = expf(x);\ny = x + 1;\ny = x / z;\n"; };
  EXPECT_NEAR(function_share(counted, source), 0.6, 1e-12);
}

}  // namespace function_lines_test
}  // namespace whet
