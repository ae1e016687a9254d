#include "diagnose/method.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "diagnose/fact_expression.h"
#include "diagnose/run_facts.h"
#include "support/support.h"

namespace whet {
namespace method_test {

constexpr const char* k_method = R"(id = "memory.one"
axis = "memory"
name = "One"
priority = 1
what = "Write it."
trigger = "load.excess > 1.5"
strength = "0.5"
acts_on = "bound.memory"
gain = "load.excess"
because = "a reason"
expects = [["load.excess", "down"]]
no_signature = "addresses"
skill = "one"

[resources]
registers = "same"
shared = "up"
occupancy = "same"
text = "a tile"
)";

std::string edited(const std::string& from, const std::string& to) {
  std::string text = k_method;
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return text.replace(text.find(from), from.size(), to);
}

using Files = std::vector<std::pair<std::string, std::string>>;

MethodCatalog load(const Files& files) {
  test::TemporaryDirectory directory;
  DiskFileSystem disk;
  EXPECT_TRUE(disk.make_directories(directory.path("methods")));
  EXPECT_TRUE(disk.make_directories(directory.path("skills")));
  EXPECT_TRUE(disk.write(directory.path("skills/one.md"), "# One\n"));
  for (const auto& [name, text] : files) EXPECT_TRUE(disk.write(directory.path("methods/" + name + ".toml"), text));
  return load_methods(Knowledge(directory.path()));
}

// Loads the method beside a healthy one, which must load whatever is wrong with the other.
Error only_error(const std::string& text) {
  std::string healthy = edited("memory.one", "memory.healthy");
  const MethodCatalog catalog = load({{"memory.healthy", healthy}, {"memory.one", text}});
  EXPECT_EQ(catalog.methods.size(), 1u);
  EXPECT_TRUE(catalog.find("memory.healthy"));
  EXPECT_EQ(catalog.errors.size(), 1u);
  return catalog.errors.empty() ? Error{} : catalog.errors[0];
}

TEST(Methods, AllOfKnowledgeLoads) {
  const MethodCatalog catalog = load_methods(Knowledge());
  for (const Error& error : catalog.errors) ADD_FAILURE() << describe(error);
  EXPECT_GE(catalog.methods.size(), 50u);
}

TEST(Methods, FieldsAreRead) {
  const MethodCatalog catalog = load({{"memory.one", k_method}});
  ASSERT_TRUE(catalog.errors.empty()) << describe(catalog.errors[0]);
  const Method& method = catalog.methods[0];
  EXPECT_EQ(method.axis, Axis::memory);
  EXPECT_EQ(method.resources.shared, Shift::up);
  EXPECT_EQ(method.expects[0].fact, "load.excess");
  EXPECT_EQ(method.expects[0].change, Shift::down);
}

TEST(Methods, UnknownFactIsAnErrorWithItsLine) {
  const Error error = only_error(edited("load.excess > 1.5", "load.exces > 1.5"));
  EXPECT_EQ(error.where, "knowledge/methods/memory.one.toml:6");
  EXPECT_NE(error.mend.find("load.excess"), std::string::npos);
}

TEST(Methods, UnknownFactInWhatIsExpectedIsAnError) {
  EXPECT_EQ(only_error(edited("[[\"load.excess\", ", "[[\"load.exces\", ")).where,
            "knowledge/methods/memory.one.toml:11");
}

TEST(Methods, ExpressionThatDoesNotParseIsAnErrorWithItsLine) {
  EXPECT_TRUE(only_error(edited("\"load.excess\"\nbecause", "\"load.excess +\"\nbecause"))
                  .where.starts_with("knowledge/methods/memory.one.toml:9"));
}

TEST(Methods, UnknownMethodInConflictsOrAfterIsAnError) {
  for (const char* key : {"conflicts", "after"}) {
    const Error error = only_error(std::string(key) + " = [\"memory.helthy\"]\n" + k_method);
    EXPECT_NE(error.mend.find("memory.healthy"), std::string::npos) << key;
  }
}

TEST(Methods, MethodWhoseNeighbourIsBrokenStillLoads) {
  const MethodCatalog catalog =
      load({{"memory.one", std::string("conflicts = [\"memory.two\"]\n") + k_method}, {"memory.two", "id = 5\n"}});
  EXPECT_TRUE(catalog.find("memory.one"));
  EXPECT_EQ(catalog.errors.size(), 1u);
}

TEST(Methods, UnknownSignatureIsAnError) {
  only_error(edited("no_signature = \"addresses\"", "signature = \"memory.none\""));
}

TEST(Methods, SignatureOrTheReasonForNoneIsRequired) {
  only_error(edited("no_signature = \"addresses\"\n", ""));
}

TEST(Methods, UnknownSkillIsAnErrorThatNamesNearOnes) {
  EXPECT_NE(only_error(edited("skill = \"one\"", "skill = \"on\"")).mend.find("one"), std::string::npos);
}

TEST(Methods, FileThatDescribesAnotherMethodIsAnError) {
  only_error(edited("memory.one", "memory.healthy"));
}

TEST(Methods, AxisThatTheNameDoesNotSayIsAnError) {
  only_error(edited("axis = \"memory\"", "axis = \"compute\""));
}

TEST(Methods, UnknownKeyIsAnError) {
  only_error(std::string("prio = 1\n") + k_method);
}

TEST(Methods, CircleOfAfterDropsItsMethodsOnly) {
  const auto follows = [](const char* id, const char* other) {
    return std::string("after = [\"") + other + "\"]\n" + edited("memory.one", id);
  };
  const MethodCatalog catalog = load({{"memory.a", follows("memory.a", "memory.b")},
                                      {"memory.b", follows("memory.b", "memory.c")},
                                      {"memory.c", follows("memory.c", "memory.a")},
                                      {"memory.d", follows("memory.d", "memory.a")},
                                      {"memory.one", k_method}});
  EXPECT_EQ(catalog.errors.size(), 3u);
  EXPECT_EQ(catalog.methods.size(), 2u);
  EXPECT_TRUE(catalog.find("memory.d"));
}

TEST(Methods, FactsOfRunsAndOfMachineCodeDoNotCollide) {
  std::set<std::string_view> names;
  for (const FactRow& row : fact_table()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
  for (const RunFactRow& row : run_fact_table()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

}  // namespace method_test
}  // namespace whet
