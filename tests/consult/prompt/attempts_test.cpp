// What was tried is told as resolved, pending and avoid.
#include "consult/prompt/attempts.h"

#include <gtest/gtest.h>

namespace whet::consult {
namespace attempts_test {

TEST(CompactMemory, SortsByWhatBecameOfThem) {
  const std::vector<Attempt> attempts = {{"tiles", {"memory.tiling_smem"}, "correct", "", 1.4},
                                         {"wide loads", {}, "correct", "", 1.0},
                                         {"no barrier", {}, "wrong", "out[3] is 4\nmore lines", {}},
                                         {"small blocks", {}, "correct", "", 0.6},
                                         {"a spin lock", {}, "failed", "it hung", {}}};
  const CompactMemory memory = compact(attempts, {"memory.tiling_smem", "compute.loop_unroll"}, Redaction());
  EXPECT_EQ(memory.resolved,
            std::vector<std::string>{"tiles [memory.tiling_smem]: correct, 1.400x of the original's speed"});
  EXPECT_EQ(memory.pending, (std::vector<std::string>{"wide loads: correct, 1.000x of the original's speed",
                                                      "compute.loop_unroll: planned, not tried yet"}));
  EXPECT_EQ(memory.avoid, (std::vector<std::string>{"a spin lock: failed (it hung)",
                                                    "small blocks: correct, 0.600x of the original's speed",
                                                    "no barrier: wrong (out[3] is 4)"}));
}

TEST(CompactMemory, KeepsTheNewestAndCountsTheRest) {
  std::vector<Attempt> attempts;
  for (int i = 0; i < 20; ++i) attempts.push_back({"try " + std::to_string(i), {}, "wrong", "", {}});
  const CompactMemory memory = compact(attempts, {}, Redaction(), 5);
  ASSERT_EQ(memory.avoid.size(), 5u);
  EXPECT_EQ(memory.avoid.front(), "try 19: wrong");
  EXPECT_NE(memory.text().find("15 more entries are left out"), std::string::npos);
}

TEST(CompactMemory, MaskedLessonsAreNotTold) {
  store::Lesson shown, masked;
  shown.tried = "a", masked.tried = "b";
  masked.masked = true;
  EXPECT_EQ(attempts_of({shown, masked}).size(), 1u);
  EXPECT_EQ(CompactMemory().text(), "Nothing was tried yet.\n");
}

}  // namespace attempts_test
}  // namespace whet::consult
