#include "cudart/memory/pools.h"

#include <gtest/gtest.h>

namespace whet::cudart {
namespace pools_test {

void* address(uintptr_t number) {
  return reinterpret_cast<void*>(number);
}

cudaMemPool_t handle(Pool* pool) {
  return reinterpret_cast<cudaMemPool_t>(pool);
}

TEST(Pools, CountWhatIsUsedAndItsHighest) {
  Pools pools;
  pools.note(address(1), 1000, pools.standard());
  pools.note(address(2), 500, pools.standard());
  pools.forget(address(1));
  EXPECT_EQ(pools.standard()->used, 500u);
  EXPECT_EQ(pools.standard()->used_high, 1500u);
  pools.forget(address(3));  // came from no pool
  EXPECT_EQ(pools.standard()->used, 500u);
}

TEST(Pools, KeepWhatTheirThresholdSaysUntilTheyAreTrimmed) {
  Pools pools;
  Pool& pool = *pools.standard();
  pool.threshold = 8 << 20;
  pools.note(address(1), 20 << 20, &pool);
  pools.forget(address(1));
  EXPECT_EQ(pool.used, 0u);
  EXPECT_EQ(pool.reserved, 8u << 20);
  EXPECT_EQ(pool.reserved_high, 20u << 20);
  pool.trim(0);
  EXPECT_EQ(pool.reserved, 0u);
}

TEST(Pools, APoolOfOnesOwnIsKnownUntilItIsDestroyed) {
  Pools pools;
  Pool* const own = pools.create();
  EXPECT_EQ(pools.find(handle(own)), own);
  pools.make_current(own);
  pools.note(address(1), 10, pools.current());
  EXPECT_EQ(own->used, 10u);
  EXPECT_TRUE(pools.destroy(handle(own)));
  EXPECT_EQ(pools.current(), pools.standard());
  EXPECT_EQ(pools.find(handle(own)), nullptr);
  pools.forget(address(1));  // its pool is gone
  EXPECT_FALSE(pools.destroy(handle(pools.standard())));
}

TEST(Pools, AResetForgetsEverything) {
  Pools pools;
  pools.make_current(pools.create());
  pools.note(address(1), 10, pools.standard());
  pools.reset();
  EXPECT_EQ(pools.current(), pools.standard());
  EXPECT_EQ(pools.standard()->used_high, 0u);
}

}  // namespace pools_test
}  // namespace whet::cudart
