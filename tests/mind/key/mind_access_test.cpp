#include "mind/key/mind_access.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "support/support.h"
#include "util/system/process.h"

namespace whet {
namespace mind_access_test {

using Variables = std::map<std::string, std::string>;

class FakeEnvironment : public EnvironmentVariables {
 public:
  explicit FakeEnvironment(Variables variables) : variables_(std::move(variables)) {}
  std::optional<std::string> get(const std::string& name) const override {
    const auto found = variables_.find(name);
    return found == variables_.end() ? std::nullopt : std::optional(found->second);
  }
  void erase(const std::string& name) override { variables_.erase(name); }
  size_t size() const { return variables_.size(); }

 private:
  Variables variables_;
};

std::string key_text(const MindAccess& access, KeyUse use) {
  const auto key = access.key_for(use);
  return key ? std::string(key->reveal()) : "error: " + key.error().what;
}

TEST(MindAccess, ACompanysKeyIsForItsOwnServersAlone) {
  FakeEnvironment environment({{"ANTHROPIC_API_KEY", "key-a"}, {"OPENAI_API_KEY", "key-o"}});
  const MindAccess access = take_mind_access(environment);
  EXPECT_EQ(key_text(access, KeyUse::anthropic), "key-a");
  EXPECT_EQ(key_text(access, KeyUse::openai), "key-o");
  EXPECT_EQ(key_text(access, KeyUse::other), "");
}

TEST(MindAccess, WhetsOwnVariableServesAnyServerAndComesFirst) {
  FakeEnvironment environment({{"ANTHROPIC_API_KEY", "key-a"}, {"WHET_MIND_KEY", "key-w"}});
  const MindAccess access = take_mind_access(environment);
  EXPECT_EQ(key_text(access, KeyUse::anthropic), "key-w");
  EXPECT_EQ(key_text(access, KeyUse::other), "key-w");
}

TEST(MindAccess, AVariableCanBeNamed) {
  FakeEnvironment environment({{"MY_KEY", "key-m"}, {"WHET_MIND_KEY_VARIABLE", "MY_KEY"}});
  const MindAccess access = take_mind_access(environment);
  EXPECT_EQ(key_text(access, KeyUse::other), "key-m");
  EXPECT_FALSE(environment.get("MY_KEY").has_value());
  EXPECT_EQ(access.key_variables.back(), "MY_KEY");
  FakeEnvironment without(Variables{{"WHET_MIND_KEY_VARIABLE", "MY_KEY"}});
  EXPECT_NE(key_text(take_mind_access(without), KeyUse::other).find("`MY_KEY`, which is not set"), std::string::npos);
  FakeEnvironment company({{"OPENAI_API_KEY", "key-o"}, {"WHET_MIND_KEY_VARIABLE", "OPENAI_API_KEY"}});
  EXPECT_EQ(key_text(take_mind_access(company), KeyUse::other), "key-o");
}

TEST(MindAccess, TheKeysAreRemovedFromTheEnvironment) {
  FakeEnvironment environment(
      {{"ANTHROPIC_API_KEY", "a"}, {"OPENAI_API_KEY", "o"}, {"WHET_MIND_KEY", "w"}, {"PATH", "p"}});
  (void)take_mind_access(environment);
  EXPECT_EQ(environment.size(), 1u);
}

TEST(MindAccess, AnEmptyVariableIsNoKeyAndAWrongOneIsAnErrorWhenItIsAskedFor) {
  FakeEnvironment environment({{"ANTHROPIC_API_KEY", ""}, {"OPENAI_API_KEY", "two words"}});
  const MindAccess access = take_mind_access(environment);
  EXPECT_EQ(key_text(access, KeyUse::anthropic), "");
  EXPECT_EQ(access.key_for(KeyUse::openai).error().where, "the environment variable OPENAI_API_KEY");
}

TEST(MindAccess, AKeyFileIsReadWhenTheKeyIsAskedFor) {
  const test::TemporaryDirectory folder;
  FakeEnvironment environment({{"WHET_MIND_KEY_FILE", folder.path("key")}, {"OPENAI_API_KEY", "key-o"}});
  const MindAccess access = take_mind_access(environment);
  EXPECT_FALSE(access.key_for(KeyUse::openai).ok());
  std::ofstream(folder.path("key")) << "key-f";
  ::chmod(folder.path("key").c_str(), 0600);
  EXPECT_EQ(key_text(access, KeyUse::openai), "key-f");
}

TEST(MindAccess, CertificatesOfOnesOwnAreNamed) {
  FakeEnvironment named(Variables{{"WHET_MIND_CA", "/ca.pem"}}), none(Variables{});
  EXPECT_EQ(take_mind_access(named).ca_file, "/ca.pem");
  EXPECT_EQ(take_mind_access(none).ca_file, "");
}

TEST(MindAccess, PlainHttpIsAllowedByOneWordOnly) {
  FakeEnvironment yes(Variables{{"WHET_MIND_HTTP", "anywhere"}}), no(Variables{{"WHET_MIND_HTTP", "1"}});
  EXPECT_TRUE(take_mind_access(yes).allows_plain_http);
  EXPECT_FALSE(take_mind_access(no).allows_plain_http);
}

TEST(MindAccess, NoChildOfTheProcessInheritsAKey) {
  ::setenv("ANTHROPIC_API_KEY", "sk-not-for-children", 1);
  ::setenv("WHET_MIND_KEY", "sk-nor-this-one", 1);
  const MindAccess access = take_mind_access(system_environment());
  EXPECT_EQ(key_text(access, KeyUse::anthropic), "sk-nor-this-one");
  const auto child = SystemProcessRunner().run({{"env"}});
  ASSERT_TRUE(child.ok());
  EXPECT_EQ(child->out.find("sk-no"), std::string::npos);
  EXPECT_NE(child->out.find("PATH="), std::string::npos);
}

// What a process was started with stays readable in /proc/PID/environ, which `ps e` prints.
TEST(MindAccess, TheKeyLeavesTheProcessList) {
  constexpr const char* k_marker = "WHET_TEST_SHOWS_ENVIRONMENT";
  if (std::getenv(k_marker)) {
    (void)take_mind_access(system_environment());
    std::ifstream file("/proc/self/environ", std::ios::binary);
    const std::string all((std::istreambuf_iterator<char>(file)), {});
    EXPECT_NE(all.find(k_marker), std::string::npos);
    EXPECT_EQ(all.find("sk-in-the-list"), std::string::npos);
    return;
  }
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  ProcessCommand command{{self, "--gtest_filter=MindAccess.TheKeyLeavesTheProcessList"}};
  command.environment = {{k_marker, "1"}, {"OPENAI_API_KEY", "sk-in-the-list"}};
  const auto child = SystemProcessRunner().run(command);
  ASSERT_TRUE(child.ok());
  EXPECT_EQ(child->exit_code, 0) << child->out;
}

}  // namespace mind_access_test
}  // namespace whet
