#include "vgpu/global_memory.h"

#include <gtest/gtest.h>

#include <array>

namespace whet::vgpu {
namespace {

constexpr uint64_t operator""_GiB(unsigned long long gib) {
  return gib << 30;
}

std::string refusal(const Result<void>& result) {
  return result ? "done" : result.error().what;
}

TEST(GlobalMemory, TheSameCallsGiveTheSameAddresses) {
  GlobalMemory first(1_GiB), second(1_GiB);
  for (uint64_t bytes : {100, 0, 1, 4096, 77}) EXPECT_EQ(*first.allocate(bytes, "a"), *second.allocate(bytes, "a"));
  const uint64_t start = *GlobalMemory(1_GiB).allocate(8, "a");
  first.clear();
  EXPECT_EQ(*first.allocate(8, "a"), start);
}

TEST(GlobalMemory, AllocationsAreAlignedApartAndZero) {
  GlobalMemory memory(1_GiB);
  uint64_t end = k_global_base - 512;
  for (uint64_t bytes : {1, 511, 512, 513, 100'000}) {
    const uint64_t base = *memory.allocate(bytes, "");
    EXPECT_EQ(base % 512, 0u);
    EXPECT_GE(base, end + 512);
    end = base + bytes;
    std::vector<uint8_t> held(bytes, 1);
    ASSERT_TRUE(memory.read(base, held.data(), bytes));
    EXPECT_EQ(held, std::vector<uint8_t>(bytes, 0));
  }
}

TEST(GlobalMemory, AnAllocationCanBeMisaligned) {
  GlobalMemory memory(1_GiB);
  const uint64_t base = *memory.allocate(64, "odd", 4);
  EXPECT_EQ(base % 512, 4u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.find(base)->host) % 16, 4u) << "the host's bytes are aligned alike";
}

TEST(GlobalMemory, ALargeAllocationCostsNothingUntilTouched) {
  GlobalMemory memory(141_GiB);
  const uint64_t base = *memory.allocate(100_GiB, "big");
  const uint32_t value = 7;
  ASSERT_TRUE(memory.write(base + 99_GiB, &value, 4));
  uint32_t back = 0;
  ASSERT_TRUE(memory.read(base + 99_GiB, &back, 4));
  EXPECT_EQ(back, 7u);
}

TEST(GlobalMemory, MoreThanTheCapacityIsRefusedWithTheAmounts) {
  GlobalMemory memory(80_GiB);
  ASSERT_TRUE(memory.allocate(60_GiB, "most"));
  const auto result = memory.allocate(30_GiB, "rest");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(result.error().what, "30.0 GiB of device memory wanted, 20.0 GiB of 80.0 GiB free");
  EXPECT_FALSE(memory.allocate(~0ull, "all"));
  EXPECT_FALSE(GlobalMemory(~0ull).allocate(~0ull - 3, "all", 8));
}

TEST(GlobalMemory, FreeingGivesTheCapacityBackButNotTheAddress) {
  GlobalMemory memory(1_GiB);
  const uint64_t first = *memory.allocate(1_GiB, "a");
  ASSERT_TRUE(memory.free(first));
  EXPECT_EQ(memory.used_bytes(), 0u);
  const uint64_t second = *memory.allocate(1_GiB, "b");
  EXPECT_GT(second, first);
  EXPECT_TRUE(memory.find(first)->freed);
  EXPECT_EQ(refusal(memory.free(first)), "`a` is freed twice");
  EXPECT_EQ(refusal(memory.fill(first, 0, 1)), "`a` is used after it was freed");
  EXPECT_FALSE(memory.free(second + 1));
  EXPECT_FALSE(memory.free(3));
}

TEST(GlobalMemory, AnAddressFindsTheAllocationThatHoldsItOrTheOneBelow) {
  GlobalMemory memory(1_GiB);
  const uint64_t a = *memory.allocate(1000, "a"), b = *memory.allocate(1000, "b");
  EXPECT_EQ(memory.find(a - 1), nullptr);
  EXPECT_EQ(memory.find(a)->name, "a");
  EXPECT_EQ(memory.find(a + 999)->name, "a");
  EXPECT_EQ(memory.find(b - 1)->name, "a");
  EXPECT_EQ(memory.find(b)->name, "b");
  EXPECT_EQ(memory.find(~0ull)->name, "b");
}

TEST(GlobalMemory, ANameFindsTheNewestThatIsAlive) {
  GlobalMemory memory(1_GiB);
  const uint64_t first = *memory.allocate(8, "x"), second = *memory.allocate(8, "x");
  EXPECT_EQ(memory.named("x")->base, second);
  ASSERT_TRUE(memory.free(second));
  EXPECT_EQ(memory.named("x")->base, first);
  EXPECT_EQ(memory.named("y"), nullptr);
}

TEST(GlobalMemory, CopiesMustLieInOneAllocation) {
  GlobalMemory memory(1_GiB);
  const uint64_t base = *memory.allocate(16, "in");
  std::array<uint8_t, 32> bytes{};
  EXPECT_TRUE(memory.write(base, bytes.data(), 16));
  EXPECT_TRUE(memory.write(base + 16, bytes.data(), 0));
  EXPECT_EQ(refusal(memory.write(base + 8, bytes.data(), 9)),
            "9 bytes at 0x200000000008 are not in device memory: `in` is 16 bytes from 0x200000000000 on");
  EXPECT_FALSE(memory.read(base + 4, bytes.data(), ~0ull - 1));
  EXPECT_EQ(refusal(memory.read(64, bytes.data(), 4)), "4 bytes at 0x40 are not in device memory");
}

TEST(GlobalMemory, TrackedAllocationsKnowWhichBytesWereWritten) {
  GlobalMemory memory(1_GiB);
  const uint64_t plain = *memory.allocate(8, "plain");
  memory.track_initialised(true);
  const uint64_t tracked = *memory.allocate(8, "tracked");
  ASSERT_TRUE(memory.fill(tracked + 2, 0xff, 3));
  EXPECT_TRUE(memory.find(plain)->initialised.empty());
  EXPECT_EQ(memory.find(tracked)->initialised, (std::vector<uint8_t>{0, 0, 1, 1, 1, 0, 0, 0}));
}

TEST(GlobalMemory, SharedHostMemoryIsReachedAtItsOwnAddress) {
  GlobalMemory memory(1_GiB);
  std::array<char, 8> host{};
  const auto address = reinterpret_cast<uint64_t>(host.data());
  ASSERT_TRUE(memory.share(host.data(), host.size(), "host"));
  EXPECT_EQ(memory.used_bytes(), 0u);
  ASSERT_TRUE(memory.write(address + 2, "ab", 2));
  EXPECT_EQ(host[3], 'b');
  const uint64_t own = *memory.allocate(8, "own");
  EXPECT_EQ(memory.find(own)->name, "own");
  EXPECT_EQ(memory.find(address + 7)->name, "host");
  EXPECT_FALSE(memory.share(host.data() + 4, 8, "again"));
  ASSERT_TRUE(memory.free(address));
  EXPECT_FALSE(memory.write(address, "a", 1));
  EXPECT_TRUE(memory.share(host.data() + 4, 4, "again"));
}

TEST(GlobalMemory, AllocationsKeepClearOfSharedHostMemory) {
  GlobalMemory memory(1_GiB);
  void* const place = reinterpret_cast<void*>(k_global_base + 2048);
  ASSERT_TRUE(memory.share(place, 4096, "host"));
  for (uint64_t bytes : {512, 512, 4096}) {
    const uint64_t base = *memory.allocate(bytes, "own");
    EXPECT_TRUE(base + bytes + 512 <= k_global_base + 2048 || base >= k_global_base + 2048 + 4096 + 512) << base;
  }
}

}  // namespace
}  // namespace whet::vgpu
