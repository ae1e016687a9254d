#include "mind/key/secret_key.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "util/text/json.h"

namespace whet {
namespace secret_key_test {

template <typename T>
concept Printable = requires(std::ostream& out, const T& value) { out << value; };

static_assert(!Printable<SecretKey>);
static_assert(!std::is_convertible_v<SecretKey, std::string>);
static_assert(!std::is_convertible_v<SecretKey, std::string_view>);
static_assert(!std::is_constructible_v<std::string, SecretKey>);
static_assert(!std::is_constructible_v<Json, SecretKey>);

TEST(SecretKey, IsReadWithoutTheSpaceAroundIt) {
  EXPECT_EQ(SecretKey::from_text("  sk-secret-1\n", "here")->reveal(), "sk-secret-1");
  EXPECT_TRUE(SecretKey().is_empty());
  EXPECT_EQ(SecretKey().reveal(), "");
}

TEST(SecretKey, WhatCannotStandInAHeaderIsRefusedWithoutRepeatingIt) {
  for (const std::string text : {"", " \n", "two words", "line\r\nx-evil: 1", "caf\xC3\xA9-key", "tab\there"}) {
    const auto key = SecretKey::from_text(text, "the file");
    ASSERT_FALSE(key.ok()) << text;
    EXPECT_EQ(key.error().where, "the file");
    EXPECT_EQ(describe(key.error()).find("evil"), std::string::npos);
  }
}

TEST(SecretKey, ItIsScrubbedFromTextsWholeAndInLongerParts) {
  const SecretKey key = SecretKey::from_text("sk-abcdefghijklmnop", "here").value();
  EXPECT_EQ(key.scrubbed("key sk-abcdefghijklmnop is wrong"), "key (key) is wrong");
  EXPECT_EQ(key.scrubbed("sk-abcdefghijklmnopsk-abcdefghijklmnop"), "(key)(key)");
  EXPECT_EQ(key.scrubbed("given: sk-abcde***mnop"), "given: (key)***mnop");
  EXPECT_EQ(key.scrubbed("fghijklmnop!"), "(key)!");
  EXPECT_EQ(key.scrubbed("abcdefg and others"), "abcdefg and others");
  EXPECT_EQ(SecretKey().scrubbed("nothing to hide"), "nothing to hide");
}

TEST(SecretKey, AShortKeyIsScrubbedWholeOnly) {
  const SecretKey key = SecretKey::from_text("abc", "here").value();
  EXPECT_EQ(key.scrubbed("ab abc"), "ab (key)");
}

}  // namespace secret_key_test
}  // namespace whet
