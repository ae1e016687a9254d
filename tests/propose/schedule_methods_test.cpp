#include "propose/schedule_methods.h"

#include <gtest/gtest.h>

namespace whet {
namespace schedule_methods_test {

write::WrittenKernel kernel(const std::string& schedule, std::vector<write::WrittenConstant> constants = {}) {
  write::WrittenKernel made;
  made.schedule = schedule;
  made.constants = std::move(constants);
  return made;
}

constexpr const char* k_schedules[] = {"map",
                                       "rows",
                                       "columns",
                                       "split",
                                       "tiles",
                                       "stencil",
                                       "histogram",
                                       "scatter",
                                       "scan",
                                       "product",
                                       "thin",
                                       "tensor",
                                       "warpgroup",
                                       "bulk",
                                       "attention",
                                       "plain_attention",
                                       "pairwise",
                                       "chain",
                                       "chain_apart",
                                       "tensor_chain",
                                       "products_apart",
                                       "warpgroup_attention"};

// A name that the knowledge has no file for would never be planned.
TEST(ScheduleMethods, AreThoseOfTheKnowledge) {
  const MethodCatalog catalog = load_methods(Knowledge{});
  for (const char* schedule : k_schedules) {
    const auto made = kernel(schedule, {{"kVector", 4, ""},
                                        {"kInFlight", 2, ""},
                                        {"kStages", 3, ""},
                                        {"kPerThread", 2, ""},
                                        {"kHeld", 1, ""},
                                        {"kBins", 256, ""},
                                        {"kReplicas", 4, ""}});
    for (const std::string& method : methods_of(made)) EXPECT_TRUE(catalog.find(method)) << method;
  }
}

TEST(ScheduleMethods, FollowFromScheduleAndNumbers) {
  EXPECT_EQ(methods_of(kernel("map", {{"kVector", 1, ""}})), std::set<std::string>{});
  EXPECT_EQ(methods_of(kernel("rows+stencil", {{"kVector2", 4, ""}})),
            (std::set<std::string>{"compute.reduction", "compute.thread_coarsening", "latency.warp_shuffle_sync",
                                   "memory.coalesced_access", "memory.vectorized_access"}));
}

// What such a kernel leaves in scratch memory is no part of a sum.
TEST(ScheduleMethods, ProductsOneAfterTheOtherSplitNoTerms) {
  write::WrittenKernel apart = kernel("products_apart", {{"kStageChunks", 1024, ""}});
  apart.launches.resize(2);
  apart.scratch.resize(1);
  EXPECT_TRUE(methods_of(apart).contains("compute.tensor_core"));
  EXPECT_FALSE(methods_of(apart).contains("latency.split_k_parallel_reduce"));
  apart.schedule = "product";
  EXPECT_TRUE(methods_of(apart).contains("latency.split_k_parallel_reduce"));
}

TEST(ScheduleMethods, CountMoreTheEarlierThePlanHasThem) {
  Plan plan;
  const MethodCatalog catalog = load_methods(Knowledge{});
  for (const char* id : {"memory.tma_copy", "memory.ldmatrix_stmatrix"})
    plan.methods.push_back({*catalog.find(id), {}, {}, false});
  EXPECT_DOUBLE_EQ(share_of_plan(kernel("bulk"), plan), 2.0 / 3);
  EXPECT_DOUBLE_EQ(share_of_plan(kernel("tensor"), plan), 1.0 / 3);
  EXPECT_DOUBLE_EQ(share_of_plan(kernel("bulk"), Plan{}), 0);
}

}  // namespace schedule_methods_test
}  // namespace whet
