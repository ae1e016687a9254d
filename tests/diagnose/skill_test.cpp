#include "diagnose/skill.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {
namespace skill_test {

constexpr const char* k_skill = R"(# A title

A summary.

## Signal

A fact.

## Causes

- One.

## Fixes

1. Mend it.

## Anti-patterns

- Not so.

## Worked example

```toml problem
dims = { n = 1 }
```
```cuda before
## no heading
```
```cuda after
```
| figure | before | after |
| --- | --- | --- |
| time | 2 us | 1 us |
)";

Result<Skill> load(const std::string& text, const std::string& name = "one") {
  test::TemporaryDirectory directory;
  DiskFileSystem files;
  EXPECT_TRUE(files.make_directories(directory.path("skills")));
  EXPECT_TRUE(files.write(directory.path("skills/one.md"), text));
  return load_skill(Knowledge(directory.path()), name);
}

std::string without(const std::string& part) {
  std::string text = k_skill;
  EXPECT_NE(text.find(part), std::string::npos) << part;
  return text.erase(text.find(part), part.size());
}

TEST(Skills, AllOfKnowledgeLoads) {
  const Knowledge knowledge;
  const auto names = skill_names(knowledge);
  EXPECT_GE(names.size(), 19u);
  for (const std::string& name : names) {
    const auto skill = load_skill(knowledge, name);
    EXPECT_TRUE(skill) << name << ": " << (skill ? "" : describe(skill.error()));
  }
}

TEST(Skills, TitleSummaryAndSectionsAreRead) {
  const auto skill = load(k_skill);
  ASSERT_TRUE(skill) << describe(skill.error());
  EXPECT_EQ(skill->title, "A title");
  EXPECT_EQ(skill->summary, "A summary.");
  EXPECT_EQ(skill->section("Fixes"), "1. Mend it.");
  EXPECT_EQ(skill->sections.size(), 5u);
}

TEST(Skills, MissingSectionIsNamedWithItsFile) {
  const auto skill = load(without("## Fixes\n"));
  ASSERT_FALSE(skill);
  EXPECT_EQ(skill.error().where, "knowledge/skills/one.md");
  EXPECT_NE(skill.error().what.find("`Fixes`"), std::string::npos);
}

TEST(Skills, EmptySectionIsAMissingOne) {
  EXPECT_FALSE(load(without("- Not so.\n")));
}

TEST(Skills, KernelsAndFiguresAreRequired) {
  for (const char* part : {"```cuda before\n", "```cuda after\n", "```toml problem\n", "| time | 2 us | 1 us |\n"}) {
    EXPECT_FALSE(load(without(part))) << part;
  }
}

TEST(Skills, UnknownNameListsNearOnes) {
  const auto skill = load(k_skill, "on");
  ASSERT_FALSE(skill);
  EXPECT_NE(skill.error().mend.find("one"), std::string::npos);
}

}  // namespace skill_test
}  // namespace whet
