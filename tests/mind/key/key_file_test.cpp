#include "mind/key/key_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "support/support.h"

namespace whet {
namespace key_file_test {

class KeyFile : public testing::Test {
 protected:
  std::string with(const std::string& content, mode_t permissions) {
    const std::string path = folder_.path("key");
    std::ofstream(path) << content;
    ::chmod(path.c_str(), permissions);
    return path;
  }
  test::TemporaryDirectory folder_;
  uid_t self_ = ::geteuid();
};

TEST_F(KeyFile, IsReadWhenOnlyItsOwnerCan) {
  EXPECT_EQ(read_key_file(with("sk-in-a-file\n", 0600), self_)->reveal(), "sk-in-a-file");
  EXPECT_EQ(read_key_file(with("sk-in-a-file\n", 0400), self_)->reveal(), "sk-in-a-file");
}

TEST_F(KeyFile, OtherPermissionsAreRefusedWithTheCommandThatMendsThem) {
  for (const mode_t permissions : {0644, 0640, 0604, 0660, 0602, 0700, 04600}) {
    const auto key = read_key_file(with("sk-in-a-file", permissions), self_);
    ASSERT_FALSE(key.ok()) << std::oct << permissions;
    EXPECT_EQ(key.error().mend, "chmod 600 " + folder_.path("key"));
    EXPECT_EQ(describe(key.error()).find("sk-in"), std::string::npos);
  }
}

TEST_F(KeyFile, AnotherUsersFileIsRefused) {
  const auto key = read_key_file(with("sk-in-a-file", 0600), self_ + 1);
  ASSERT_FALSE(key.ok());
  EXPECT_EQ(key.error().what, "the key file belongs to another user");
}

TEST_F(KeyFile, WhatIsNoFileOrHoldsNoKeyIsRefused) {
  EXPECT_FALSE(read_key_file(folder_.path("none"), self_).ok());
  EXPECT_FALSE(read_key_file(folder_.path(), self_).ok());
  EXPECT_FALSE(read_key_file(with("", 0600), self_).ok());
  EXPECT_FALSE(read_key_file(with("two words", 0600), self_).ok());
  EXPECT_FALSE(read_key_file(with(std::string(100'000, 'a'), 0600), self_).ok());
  const std::string pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(read_key_file(pipe, self_).error().what, "the key file is no regular file");
}

}  // namespace key_file_test
}  // namespace whet
