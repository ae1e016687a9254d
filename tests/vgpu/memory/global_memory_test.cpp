#include "vgpu/memory/global_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace whet::vgpu {
namespace global_memory_test {

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

TEST(GlobalMemory, ScatteredAllocationsLieGigabytesApartAndBySeed) {
  GlobalMemory memory(1_GiB, 3), same(1_GiB, 3), other(1_GiB, 4);
  for (GlobalMemory* each : {&memory, &same, &other}) each->scatter(true);
  uint64_t least = ~0ull;
  std::vector<uint64_t> places;
  for (int i = 0; i < 20; ++i) {
    const uint64_t place = *memory.allocate(1000, "a");
    EXPECT_EQ(place, *same.allocate(1000, "a"));
    EXPECT_NE(place, *other.allocate(1000, "a"));
    EXPECT_EQ(place % 512, 0u);
    EXPECT_LT(place - k_global_base, k_global_bytes);
    for (const uint64_t known : places) least = std::min(least, place > known ? place - known : known - place);
    places.push_back(place);
  }
  EXPECT_GE(least, 512u + 1000u);
  EXPECT_GT(*std::max_element(places.begin(), places.end()) - *std::min_element(places.begin(), places.end()), 64_GiB);
}

TEST(GlobalMemory, TheHeapOfKernelsIsLimitedAndLasts) {
  GlobalMemory memory(1_GiB);
  memory.limit_heap(1000);
  const auto first = memory.allocate_on_heap(400), second = memory.allocate_on_heap(400);
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(memory.allocate_on_heap(400));
  EXPECT_FALSE(memory.allocate_on_heap(~0ull));
  EXPECT_GT(memory.heap_bytes(), 800u);
  memory.free_on_heap(*first);
  EXPECT_TRUE(memory.allocate_on_heap(400));
  memory.free_on_heap(*memory.allocate(8, "not of the heap"));
  memory.free_on_heap(*second);
  EXPECT_LT(memory.heap_bytes(), 500u);
}

TEST(GlobalMemory, AllocationsAreAlignedApartAndPoisoned) {
  GlobalMemory memory(1_GiB);
  uint64_t end = k_global_base - 512;
  for (uint64_t bytes : {1, 511, 512, 513, 100'000}) {
    const uint64_t base = *memory.allocate(bytes, "");
    EXPECT_EQ(base % 512, 0u);
    EXPECT_GE(base, end + 512);
    end = base + bytes;
    std::vector<uint8_t> held(bytes, 1);
    ASSERT_TRUE(memory.read(base, held.data(), bytes));
    if (bytes > 100) {
      EXPECT_LT(std::count(held.begin(), held.end(), 0), static_cast<long>(bytes / 32));
    }
  }
}

std::vector<uint32_t> words_at(GlobalMemory& memory, uint64_t address, size_t count) {
  std::vector<uint32_t> words(count);
  EXPECT_TRUE(memory.read(address, words.data(), 4 * count));
  return words;
}

TEST(GlobalMemory, PoisonComesFromTheSeedAndDiffersBetweenAllocations) {
  for (const uint64_t bytes : {uint64_t{64} << 10, uint64_t{9} << 20}) {  // filled directly, and mapped from a file
    GlobalMemory one(1_GiB, 5), same(1_GiB, 5), other(1_GiB, 6);
    const uint64_t first = *one.allocate(bytes, "a"), second = *one.allocate(bytes, "b");
    const uint64_t alike = *same.allocate(bytes, "a"), unlike = *other.allocate(bytes, "a");
    const size_t count = bytes / 4;
    EXPECT_EQ(words_at(one, first, count), words_at(same, alike, count));
    EXPECT_NE(words_at(one, first, count), words_at(other, unlike, count));
    EXPECT_NE(words_at(one, first, count), words_at(one, second, count));
  }
}

TEST(GlobalMemory, AWriteToAPoisonedPageStaysInItsAllocation) {
  GlobalMemory memory(1_GiB);
  const uint64_t bytes = 16 << 20;
  const uint64_t first = *memory.allocate(bytes, "a");
  const std::vector<uint32_t> before = words_at(memory, first, bytes / 4);
  ASSERT_TRUE(memory.fill(first, 0, bytes));
  const uint64_t second = *memory.allocate(bytes, "b");
  const std::vector<uint32_t> fresh = words_at(memory, second, bytes / 4);
  EXPECT_LT(std::count(fresh.begin(), fresh.end(), 0u), 10);
  EXPECT_LT(std::count(before.begin(), before.end(), 0u), 10);
}

TEST(GlobalMemory, APageIsMappedWhereALiveAllocationHasBytes) {
  constexpr uint64_t k_page = 2 << 20;
  GlobalMemory memory(1_GiB);
  const uint64_t base = *memory.allocate(1000, "a");
  EXPECT_TRUE(memory.is_mapped(base + 1000));
  EXPECT_TRUE(memory.is_mapped(base / k_page * k_page));
  EXPECT_FALSE(memory.is_mapped(base / k_page * k_page + k_page));
  EXPECT_FALSE(memory.is_mapped(0));
  const uint64_t next = *memory.allocate(5 * k_page, "b");
  EXPECT_TRUE(memory.is_mapped(next + 5 * k_page + 8));
  ASSERT_TRUE(memory.free(base).ok());
  EXPECT_TRUE(memory.is_mapped(base)) << "the other allocation begins on the same page";
  ASSERT_TRUE(memory.free(next).ok());
  EXPECT_FALSE(memory.is_mapped(base));
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

}  // namespace global_memory_test
}  // namespace whet::vgpu
