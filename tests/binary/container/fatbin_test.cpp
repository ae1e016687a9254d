#include "binary/container/fatbin.h"

#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include "binary/cubin/cubin.h"
#include "damage.h"
#include "elf_builder.h"
#include "fatbin_builder.h"
#include "nvcc.h"

namespace whet {
namespace fatbin_test {

using test::entry;
using test::fatbin;
using test::k_flag_lz4;
using test::k_flag_zstd;

const std::string k_text = ".version 9.0\n.target sm_90a\n" + std::string(500, '/');

std::string lz4(const std::string& text) {
  std::string packed(static_cast<size_t>(LZ4_compressBound(static_cast<int>(text.size()))), '\0');
  packed.resize(static_cast<size_t>(LZ4_compress_default(text.data(), packed.data(), static_cast<int>(text.size()),
                                                         static_cast<int>(packed.size()))));
  return packed;
}

std::string zstd(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

TEST(Fatbin, UnpacksEveryCompression) {
  const std::string file = fatbin(entry(1, 90, 0, k_text) + entry(1, 80, k_flag_lz4, lz4(k_text), k_text.size()) +
                                  entry(1, 75, k_flag_zstd, zstd(k_text), k_text.size()));
  const auto read = read_fatbin(as_bytes(file));
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read->bytes, file.size());
  ASSERT_EQ(read->entries.size(), 3u);
  for (const FatbinEntry& entry : read->entries) {
    EXPECT_EQ(entry.kind, FatbinKind::ptx);
    const auto content = unpack(entry);
    ASSERT_TRUE(content.ok()) << content.error().what;
    EXPECT_EQ(*content, k_text);
  }
  EXPECT_EQ(read->entries[1].architecture.sm, 80);
}

TEST(Fatbin, UnpacksAnArrayOfZerosThatPacksToAlmostNothing) {
  const std::string zeros(64 << 20, '\0');
  const std::string file = fatbin(entry(2, 90, k_flag_zstd, zstd(zeros), zeros.size()));
  const auto read = read_fatbin(as_bytes(file));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(unpack(read->entries.at(0)).value().size(), zeros.size());
}

TEST(Fatbin, LeavesAloneWhatComesBehindIt) {
  const std::string one = fatbin(entry(1, 90, 0, k_text));
  const auto read = read_fatbin(as_bytes(one + "something else"));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->bytes, one.size());
}

Error unpack_error(const std::string& entry) {
  const std::string file = fatbin(entry);
  const auto read = read_fatbin(as_bytes(file));
  EXPECT_TRUE(read.ok());
  return unpack(read->entries.at(0)).error();
}

TEST(Fatbin, RefusesWhatItCannotUnpack) {
  EXPECT_EQ(unpack_error(entry(1, 90, k_flag_zstd, "nothing like zstd", 100)).what,
            "the fatbin is damaged: an entry is not sound zstd data");
  EXPECT_EQ(unpack_error(entry(1, 90, k_flag_lz4, "\xff\xff\xff\xff", 100)).what,
            "the fatbin is damaged: an entry is not sound LZ4 data");
  EXPECT_EQ(unpack_error(entry(1, 90, 0x1000, "abc")).what,
            "a fatbin entry is compressed as CUDA did before 2015, which whet does not read");
}

TEST(Fatbin, RefusesToUnpackMoreThanAnyImageIs) {
  EXPECT_EQ(unpack_error(entry(1, 90, k_flag_zstd, std::string(40, 'x'), uint64_t{1} << 40)).what,
            "the fatbin is damaged: an entry of 40 bytes claims to unpack to 1099511627776");
  EXPECT_EQ(unpack_error(entry(1, 90, k_flag_lz4, "x", 100'000'000)).what,
            "the fatbin is damaged: an entry of 1 bytes claims to unpack to 100000000");
}

TEST(Fatbin, RefusesOtherVersionsAndBadSizes) {
  std::string file = fatbin(entry(1, 90, 0, k_text));
  EXPECT_EQ(read_fatbin(as_bytes("not a fatbin at all")).error().what, "this is not a fatbin");
  file[4] = 2;
  EXPECT_EQ(read_fatbin(as_bytes(file)).error().what, "this is a fatbin of version 2, this whet reads version 1");
  file[4] = 1;
  EXPECT_FALSE(read_fatbin(as_bytes(file.substr(0, file.size() - 1))).ok());
  EXPECT_FALSE(is_fatbin(as_bytes(file.substr(0, file.size() - 1))));
  EXPECT_TRUE(is_fatbin(as_bytes(file)));
}

class FatbinOf : public testing::TestWithParam<std::string> {};

TEST_P(FatbinOf, HoldsWhatNvccPutThere) {
  REQUIRE_NVCC();
  const std::string file =
      test::compile_cuda("__global__ void k(float* p) { p[0] = 1; }",
                         {"-fatbin", "--compress-mode=" + GetParam(), "-gencode", "arch=compute_80,code=sm_80",
                          "-gencode", "arch=compute_90,code=[sm_90,compute_90]"},
                         "kernel.fatbin")
          .content;
  const auto read = read_fatbin(as_bytes(file));
  ASSERT_TRUE(read.ok()) << read.error().what;
  ASSERT_EQ(read->entries.size(), 3u);
  for (const FatbinEntry& entry : read->entries) {
    const auto content = unpack(entry);
    ASSERT_TRUE(content.ok()) << content.error().what;
    if (entry.kind == FatbinKind::ptx) {
      EXPECT_NE(content->find(".visible .entry _Z1kPf"), std::string::npos);
    } else {
      const auto cubin = read_cubin(as_bytes(*content));
      ASSERT_TRUE(cubin.ok()) << cubin.error().what;
      EXPECT_EQ(cubin->architecture.sm, entry.architecture.sm);
      EXPECT_EQ(cubin->functions.at(0).name, "_Z1kPf");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Compression, FatbinOf, testing::Values("none", "speed", "balance", "size"),
                         [](const auto& info) { return info.param; });

}  // namespace fatbin_test
}  // namespace whet
