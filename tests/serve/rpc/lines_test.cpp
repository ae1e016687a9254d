// Lines out of pieces, cut anywhere.
#include "serve/rpc/lines.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

namespace whet::serve {
namespace lines_test {

std::vector<std::string> all_lines(LineSplitter& lines) {
  std::vector<std::string> all;
  while (const auto line = lines.next()) all.push_back(line->is_too_long ? "(too long)" : line->text);
  return all;
}

TEST(LineSplitter, FindsTheSameLinesHoweverTheTextIsCut) {
  const std::string text = "one\r\n\nthree and more\nrest";
  for (size_t piece = 1; piece <= text.size(); ++piece) {
    LineSplitter lines(100);
    std::vector<std::string> found;
    for (size_t at = 0; at < text.size(); at += piece) {
      lines.add(std::string_view(text).substr(at, piece));
      for (std::string& line : all_lines(lines)) found.push_back(std::move(line));
    }
    EXPECT_EQ(found, (std::vector<std::string>{"one", "", "three and more"})) << piece;
  }
}

TEST(LineSplitter, DropsALongLineOnceAndGoesOn) {
  const std::string text = "12345678901234567890\nshort\n";
  for (size_t piece = 1; piece <= text.size(); ++piece) {
    LineSplitter lines(10);
    std::vector<std::string> found;
    for (size_t at = 0; at < text.size(); at += piece) {
      lines.add(std::string_view(text).substr(at, piece));
      for (std::string& line : all_lines(lines)) found.push_back(std::move(line));
    }
    EXPECT_EQ(found, (std::vector<std::string>{"(too long)", "short"})) << piece;
  }
}

TEST(LineReader, EndsWithItsStream) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "a\nb", 3), 3);
  ::close(ends[1]);
  LineReader reader(ends[0], 100);
  EXPECT_EQ(reader.next()->text, "a");
  EXPECT_FALSE(reader.next());
  ::close(ends[0]);
}

}  // namespace lines_test
}  // namespace whet::serve
