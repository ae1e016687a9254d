// The kernel that counts digests, on the virtual GPU, against the function it must agree with.
#include "device/cuda/gpu_digest.h"

#include <gtest/gtest.h>

#include "device/virtual/virtual_device.h"
#include "problem/data/data.h"
#include "util/hash.h"

namespace whet {

namespace gpu_digest_test {

std::string some_bytes(size_t count) {
  std::string bytes;
  for (size_t i = 0; i < count; ++i) bytes += static_cast<char>(random_bits(7, i));
  return bytes;
}

template <typename Value>
std::string bytes_of_value(Value value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// As a GPU gives it.
uint64_t sum_on(VirtualDevice& device, const std::string& content, uint64_t parts, uint64_t key) {
  Build build;
  build.ptx = digest_ptx();
  build.architecture = device.facts().architecture;
  const uint64_t address = device.allocate(content.size(), "content").value();
  const uint64_t sum = device.allocate(8, "sum").value();
  EXPECT_TRUE(device.write(address, content).ok() && device.fill(sum, 0, 8).ok());
  auto module = device.load(build);
  EXPECT_TRUE(module.ok()) << describe(module.error());
  const Launch launch{*module,
                      "whet_digest",
                      {{2}, {32}},
                      {bytes_of_value(address), bytes_of_value(parts), bytes_of_value(key), bytes_of_value(sum)}};
  const auto done = device.launch(launch);
  EXPECT_TRUE(done.ok()) << describe(done.error());
  uint64_t value = 0;
  std::memcpy(&value, device.read(sum, 8).value().data(), 8);
  return value;
}

TEST(GpuDigest, AgreesWithTheProcessor) {
  const Knowledge knowledge;
  auto device = VirtualDevice::open("h200", {}, knowledge).value();
  for (const uint64_t parts : {1, 2, 37}) {
    const std::string content = some_bytes(parts * k_digest_part_bytes);
    for (const uint64_t key : {uint64_t{0}, uint64_t{0x0123456789abcdef}, ~uint64_t{0}})
      EXPECT_EQ(digest_of_sum(sum_on(*device, content, parts, key), content.size(), key), quick_digest(content, key));
  }
}

TEST(GpuDigest, SeesOneBitAndTwoPartsExchanged) {
  const Knowledge knowledge;
  auto device = VirtualDevice::open("h200", {}, knowledge).value();
  std::string content = some_bytes(4 * k_digest_part_bytes);
  const uint64_t before = sum_on(*device, content, 4, 5);
  std::swap_ranges(content.begin(), content.begin() + k_digest_part_bytes, content.begin() + k_digest_part_bytes);
  EXPECT_NE(sum_on(*device, content, 4, 5), before);
  std::swap_ranges(content.begin(), content.begin() + k_digest_part_bytes, content.begin() + k_digest_part_bytes);
  EXPECT_EQ(sum_on(*device, content, 4, 5), before);
  content[3000] ^= 1;
  EXPECT_NE(sum_on(*device, content, 4, 5), before);
}

}  // namespace gpu_digest_test
}  // namespace whet
