#include "cudart/memory/memory.h"

#include "cudart_fixture.h"

namespace whet::cudart::test {
namespace memory_test {

class CudartMemoryTest : public RuntimeTest {
 protected:
  Memory& memory() { return runtime_->memory(); }
};

TEST_F(CudartMemoryTest, RowsGoWhereTheirPitchesSay) {
  std::vector<char> in(6 * 3), out(4 * 3, '.');
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<char>('a' + i);
  char* const data = static_cast<char*>(*memory().allocate(16 * 3));
  ASSERT_TRUE(memory().copy(data + 1, in.data(), {.width = 3, .height = 3, .to_pitch = 16, .from_pitch = 6}).ok());
  ASSERT_TRUE(memory().copy(out.data(), data + 1, {.width = 3, .height = 3, .to_pitch = 4, .from_pitch = 16}).ok());
  EXPECT_EQ(std::string(out.begin(), out.end()), "abc.ghi.mno.");
}

TEST_F(CudartMemoryTest, TheLastRowMayEndWithTheAllocation) {
  char bytes[40] = {};
  void* const data = *memory().allocate(16 + 8);
  EXPECT_TRUE(memory().copy(data, bytes, {.width = 8, .height = 2, .to_pitch = 16, .from_pitch = 8}).ok());
  EXPECT_FALSE(memory().copy(data, bytes, {.width = 9, .height = 2, .to_pitch = 16, .from_pitch = 9}).ok());
}

TEST_F(CudartMemoryTest, TheDirectionFollowsThePointersAndMustBeWhatWasSaid) {
  char host = 0;
  void* const data = *memory().allocate(8);
  EXPECT_EQ(*memory().direction(data, &host, cudaMemcpyDefault), Direction::to_device);
  EXPECT_EQ(*memory().direction(&host, data, cudaMemcpyDefault), Direction::to_host);
  EXPECT_EQ(*memory().direction(data, data, cudaMemcpyDefault), Direction::on_device);
  EXPECT_EQ(*memory().direction(&host, &host, cudaMemcpyDefault), Direction::on_host);
  EXPECT_FALSE(memory().direction(&host, data, cudaMemcpyHostToDevice).ok());
  EXPECT_FALSE(memory().direction(data, &host, cudaMemcpyDeviceToHost).ok());
  EXPECT_FALSE(memory().direction(data, &host, cudaMemcpyDeviceToDevice).ok());
}

TEST_F(CudartMemoryTest, FreedMemoryIsNeitherCopiedNorFreedAgain) {
  char host = 0;
  void* const data = *memory().allocate(8);
  ASSERT_TRUE(memory().free(data).ok());
  EXPECT_FALSE(memory().free(data).ok());
  EXPECT_FALSE(memory().copy(&host, data, {.width = 1}).ok());
  EXPECT_FALSE(memory().fill(data, 0, 1, {.width = 1}).ok());
}

TEST_F(CudartMemoryTest, FillsRepeatTheirElement) {
  uint16_t values[3] = {};
  void* const data = *memory().allocate(6);
  ASSERT_TRUE(memory().fill(data, 0x1234, 2, {.width = 6}).ok());
  ASSERT_TRUE(memory().copy(values, data, {.width = 6}).ok());
  EXPECT_EQ(values[2], 0x1234);
}

TEST_F(CudartMemoryTest, PointersSayWhatTheyAre) {
  char host = 0;
  EXPECT_EQ(memory().attributes(&host).type, cudaMemoryTypeUnregistered);
  EXPECT_EQ(memory().attributes(*memory().allocate(8)).type, cudaMemoryTypeDevice);
  char* const pinned = static_cast<char*>(*memory().allocate_pinned(8));
  EXPECT_EQ(memory().attributes(pinned + 7).type, cudaMemoryTypeHost);
  EXPECT_EQ(memory().attributes(pinned + 8).type, cudaMemoryTypeUnregistered);
  void* const managed = *memory().allocate_managed(8);
  EXPECT_EQ(memory().attributes(managed).type, cudaMemoryTypeManaged);
  EXPECT_EQ(memory().attributes(managed).hostPointer, managed);
}

TEST_F(CudartMemoryTest, PinnedMemoryIsFreedByItsOwnCall) {
  void* const pinned = *memory().allocate_pinned(8);
  void* const data = *memory().allocate(8);
  EXPECT_FALSE(memory().free_pinned(data).ok());
  EXPECT_TRUE(memory().free_pinned(pinned).ok());
  EXPECT_FALSE(memory().free_pinned(pinned).ok());
}

TEST_F(CudartMemoryTest, AHugeAllocationIsRefused) {
  EXPECT_FALSE(memory().allocate(1ull << 45).ok());
  EXPECT_FALSE(memory().allocate_pinned(~0ull - 10).ok());
}

}  // namespace memory_test
}  // namespace whet::cudart::test
