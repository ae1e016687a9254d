#include "mind/open/spec.h"

#include <gtest/gtest.h>

namespace whet {
namespace spec_test {

TEST(MindSpec, EachKindIsRead) {
  EXPECT_EQ(parse_mind_spec("none")->kind, MindKind::none);
  EXPECT_EQ(parse_mind_spec("anthropic:claude-x").value(),
            (MindSpec{MindKind::anthropic, "claude-x", "https://api.anthropic.com", ""}));
  EXPECT_EQ(parse_mind_spec("openai:org/model:7b@https://host.example:8443/v1/").value(),
            (MindSpec{MindKind::openai, "org/model:7b", "https://host.example:8443/v1", ""}));
  EXPECT_EQ(parse_mind_spec("openai:gpt-x")->address, "https://api.openai.com/v1");
  EXPECT_EQ(parse_mind_spec("anthropic:m@http://[::1]:80")->address, "http://[::1]:80");
  EXPECT_EQ(parse_mind_spec("exec: agent -p 'a@b: c'")->command, "agent -p 'a@b: c'");
}

TEST(MindSpec, TheNameHasNoAddressAndNoArguments) {
  EXPECT_EQ(parse_mind_spec("openai:m@https://host.example/v1")->name(), "openai:m");
  EXPECT_EQ(parse_mind_spec("exec:KEY=secret /usr/bin/agent --key secret")->name(), "exec:agent");
  EXPECT_EQ(parse_mind_spec("exec:A=1")->name(), "exec:command");
  EXPECT_EQ(MindSpec{}.name(), "none");
}

TEST(MindSpec, ErrorsSayWhatToWrite) {
  for (const char* text : {"", "claude-x", "antropic:claude-x", "anthropic", "anthropic:", "openai:@https://a.example",
                           "openai:two words", "exec:", "exec:  ", "none:x", "openai:m\n"}) {
    const auto spec = parse_mind_spec(text);
    ASSERT_FALSE(spec.ok()) << text;
    EXPECT_EQ(spec.error().mend, "write anthropic:MODEL, openai:MODEL@URL, exec:COMMAND or none") << text;
  }
}

TEST(MindSpec, AnAddressMustBeOne) {
  for (const char* address : {"", "host.example", "ftp://host.example", "https://", "https:///v1", "https://h ost/v1",
                              "https://host.example:0", "https://host.example:99999", "https://host:x/v1",
                              "https://host.example/v1?a=b", "https://host.example/v1#x", "https://host\r\nx: y/"})
    EXPECT_FALSE(parse_mind_spec(std::string("openai:m@") + address).ok()) << address;
  const auto with_password = parse_mind_spec("openai:m@https://user:secret@host.example/v1");
  ASSERT_FALSE(with_password.ok());
  EXPECT_EQ(describe(with_password.error()).find("secret"), std::string::npos);
}

TEST(MindSpec, PlainHttpIsForThisMachineUnlessItIsAllowed) {
  for (const char* host : {"localhost", "LOCALHOST:11434", "127.0.0.1:8000", "127.1.2.3", "[::1]:80"})
    EXPECT_TRUE(parse_mind_spec(std::string("openai:m@http://") + host + "/v1").ok()) << host;
  for (const char* host :
       {"host.example", "127.0.0.1.host.example", "localhost.host.example", "192.168.0.2", "[::2]"}) {
    const std::string text = std::string("openai:m@http://") + host + "/v1";
    ASSERT_FALSE(parse_mind_spec(text).ok()) << host;
    EXPECT_NE(parse_mind_spec(text).error().mend.find("WHET_MIND_HTTP=anywhere"), std::string::npos);
    EXPECT_TRUE(parse_mind_spec(text, true).ok()) << host;
  }
}

}  // namespace spec_test
}  // namespace whet
