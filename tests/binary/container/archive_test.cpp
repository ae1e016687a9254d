#include "binary/container/archive.h"

#include <gtest/gtest.h>

#include "damage.h"

namespace whet {
namespace archive_test {

// One member as `ar` writes it.
std::string member(const std::string& name, const std::string& content) {
  std::string header = name;
  header.resize(48, ' ');
  header += std::to_string(content.size());
  header.resize(58, ' ');
  return header + "`\n" + content + (content.size() % 2 ? "\n" : "");
}

std::string sample() {
  return "!<arch>\n" + member("/", "symbols") + member("//", "a_rather_long_member_name.o/\n") +
         member("short.o/", "abc") + member("/0", "defg");
}

TEST(RunLedger, ReadsMembersWithShortAndLongNames) {
  const std::string file = sample();
  const auto members = read_archive(as_bytes(file));
  ASSERT_TRUE(members.ok()) << members.error().what;
  ASSERT_EQ(members->size(), 2u);
  EXPECT_EQ((*members)[0].name, "short.o");
  EXPECT_EQ(as_text((*members)[0].content), "abc");
  EXPECT_EQ((*members)[1].name, "a_rather_long_member_name.o");
  EXPECT_EQ(as_text((*members)[1].content), "defg");
}

TEST(RunLedger, RefusesAMemberThatReachesPastTheEnd) {
  const auto members = read_archive(as_bytes("!<arch>\n" + member("x.o/", "abc").substr(0, 61)));
  ASSERT_FALSE(members.ok());
  EXPECT_EQ(members.error().what, "the archive is damaged at byte 8");
}

TEST(RunLedger, SurvivesDamage) {
  const test::Reader read = [](ByteView bytes) -> std::optional<Error> {
    const auto members = read_archive(bytes);
    return members ? std::nullopt : std::optional(members.error());
  };
  test::survive_truncation(read, sample());
  test::survive_bit_flips(read, sample());
  test::survive_random_bytes(read, sample(), 8);
}

}  // namespace archive_test
}  // namespace whet
