// R13: whet reads regular files within limits, whatever a candidate or a problem names.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/support.h"
#include "util/system/files.h"

namespace whet {
namespace regular_file_test {

class R13RegularFiles : public testing::Test {
 protected:
  // What is said of a file that must not be read.
  std::string refusal(const std::string& path) {
    const auto content = files_.read(path);
    EXPECT_FALSE(content) << path;
    EXPECT_TRUE(!content && content.error().kind == ErrorKind::bad_input);
    return content ? "" : content.error().what;
  }

  DiskFileSystem files_;
  const test::TemporaryDirectory place_;
};

TEST_F(R13RegularFiles, DevicesWithoutEndAreRefused) {
  for (const char* device : {"/dev/zero", "/dev/urandom", "/dev/null"})
    EXPECT_NE(refusal(device).find("is a device, no file"), std::string::npos) << device;
}

TEST_F(R13RegularFiles, PipesThatNobodyWritesToAreRefusedAtOnce) {
  ASSERT_EQ(::mkfifo(place_.path("pipe").c_str(), 0600), 0);
  EXPECT_NE(refusal(place_.path("pipe")).find("is a pipe, no file"), std::string::npos);
}

TEST_F(R13RegularFiles, NeitherDoLinksHideThem) {
  std::filesystem::create_symlink("/dev/zero", place_.path("link.cu"));
  EXPECT_NE(refusal(place_.path("link.cu")).find("is a device"), std::string::npos);
  std::filesystem::create_symlink(place_.path("loop"), place_.path("loop"));
  EXPECT_NE(refusal(place_.path("loop")), "");
}

TEST_F(R13RegularFiles, DirectoriesAndMissingFilesAreNamed) {
  EXPECT_NE(refusal(place_.path()).find("is a directory"), std::string::npos);
  EXPECT_NE(refusal(place_.path("none")).find("there is no file"), std::string::npos);
}

TEST_F(R13RegularFiles, TextsHaveALimitAndLargerOnesAreNotEvenOpened) {
  const std::string huge = place_.path("huge.cu");
  std::ofstream(huge) << "x";
  ASSERT_EQ(::truncate(huge.c_str(), 1ll << 40), 0);  // holds nothing, claims a terabyte
  const auto text = read_text(files_, huge);
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().what.find("larger than 64.0 MiB"), std::string::npos) << text.error().what;
  EXPECT_NE(refusal(huge).find("larger than 16.0 GiB"), std::string::npos);
}

TEST_F(R13RegularFiles, OrdinaryOnesAndThoseOfProcAreReadWhole) {
  std::ofstream(place_.path("a.cu")) << "__global__";
  EXPECT_EQ(read_text(files_, place_.path("a.cu")).value(), "__global__");
  EXPECT_FALSE(files_.read("/proc/self/status").value().empty()) << "regular, and says it is empty";
}

}  // namespace regular_file_test
}  // namespace whet
