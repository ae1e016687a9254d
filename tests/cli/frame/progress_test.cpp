// N20: the line moves every second, whatever the work does.
#include "cli/frame/progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace whet {
namespace progress_test {

using namespace std::chrono_literals;

class Terminal {
 public:
  Terminal() : file_(std::tmpfile()) {}
  ~Terminal() { std::fclose(file_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  std::FILE* file() const { return file_; }
  std::string text() const {
    std::fflush(file_);
    const long end = std::ftell(file_);
    std::string text(static_cast<size_t>(end), ' ');
    std::rewind(file_);
    text.resize(std::fread(text.data(), 1, text.size(), file_));
    std::fseek(file_, 0, SEEK_END);
    return text;
  }
  // Lines drawn so far.
  long lines() const {
    const std::string all = text();
    return std::count(all.begin(), all.end(), '\r');
  }

 private:
  std::FILE* file_;
};

TEST(ProgressLine, MovesWithoutAnybodyCallingIt) {
  Terminal terminal;
  const SystemClock clock;
  ProgressLine line(clock, terminal.file(), 5ms);
  line.begin("check softmax");
  for (int i = 0; i < 400 && terminal.lines() < 4; ++i) std::this_thread::sleep_for(5ms);
  EXPECT_GE(terminal.lines(), 4);
  EXPECT_NE(terminal.text().find("  check softmax  0 s"), std::string::npos);
}

TEST(ProgressLine, IsGoneWhileOthersWrite) {
  Terminal terminal;
  const SystemClock clock;
  {
    ProgressLine line(clock, terminal.file(), 2ms);
    line.begin("check");
    line.clear();
    const long before = terminal.lines();
    std::this_thread::sleep_for(30ms);
    EXPECT_EQ(terminal.lines(), before);
    EXPECT_TRUE(terminal.text().ends_with("\r\033[K"));
  }
  EXPECT_TRUE(terminal.text().ends_with("\r\033[K"));
}

TEST(ProgressLine, WritesNothingWithoutATerminal) {
  const SystemClock clock;
  ProgressLine line(clock, nullptr, 1ms);
  line.begin("check");
  line.show("3 of 8");
  line.clear();
}

TEST(ProgressLine, IsNoLongerThanTheTerminal) {
  Terminal terminal;
  const SystemClock clock;
  ProgressLine line(clock, terminal.file(), 1000ms);
  line.begin(std::string(300, 'x'));
  const std::string text = terminal.text();
  EXPECT_LE(text.size(), std::string("\r\033[K").size() + 80) << text;
  EXPECT_TRUE(text.ends_with("  0 s")) << text;
}

}  // namespace progress_test
}  // namespace whet
