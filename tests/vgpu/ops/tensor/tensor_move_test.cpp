#include <algorithm>
#include <cstring>
#include <random>

#include "tensor_kernel.h"

namespace whet::vgpu {
namespace tensor_move_test {

constexpr int k_shared_bytes = 2048;

std::string random_bytes(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

template <typename T>
T at(const std::string& bytes, size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

// A row's address in shared memory for each lane: all different, in random order.
std::vector<uint32_t> row_places(unsigned seed) {
  std::vector<uint32_t> places;
  for (uint32_t i = 0; i < k_shared_bytes / 16; ++i) places.push_back(i * 16);
  std::shuffle(places.begin(), places.end(), std::mt19937(seed));
  places.resize(k_lanes);
  return places;
}

std::string bytes_of(const std::vector<uint32_t>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * 4};
}

std::string copy_to_shared(bool back) {
  std::string text;
  for (int i = 0; i < k_shared_bytes / 128; ++i) {
    text += back ? fmt::format("ld.shared.b32 %w, [%s+{}];\nst.global.b32 [%g+{}], %w;\n", i * 128, i * 128)
                 : fmt::format("ld.global.b32 %w, [%g+{}];\nst.shared.b32 [%s+{}], %w;\n", i * 128, i * 128);
  }
  return text;
}

// Buffer 0 is shared memory before and after, 1 the rows' addresses, 2 the registers, four words per lane.
std::string move_kernel(const std::string& instruction) {
  const std::string declarations = fmt::format(
      ".shared .align 16 .b8 tile[{}];\n.reg .b32 %w, %s, %o, %a, %r<4>;\n.reg .b64 %g, %x;", k_shared_bytes);
  std::string body =
      "mul.wide.u32 %x, %lane, 4;\nadd.s64 %g, %p0, %x;\nmov.u32 %s, tile;\nmad.lo.u32 %s, %lane, 4, %s;\n" +
      copy_to_shared(false) +
      "add.s64 %x, %p1, %x;\nld.global.b32 %o, [%x];\nmov.u32 %a, tile;\nadd.u32 %a, %a, %o;\n" +
      "mul.wide.u32 %x, %lane, 16;\nadd.s64 %x, %p2, %x;\nld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%x];\nbar.sync 0;\n" +
      instruction + "\nbar.sync 0;\nst.global.v4.b32 [%x], {%r0, %r1, %r2, %r3};\n" + copy_to_shared(true);
  return tensor_kernel(3, declarations, body);
}

// The half of matrix i at (row, column), by the address of lane 8 * i + row.
uint16_t half_in(const std::string& shared, const std::vector<uint32_t>& places, int matrix, int row, int column) {
  return at<uint16_t>(shared, (places[matrix * 8 + row] + column * 2) / 2);
}

void check_load(int count, bool transposed) {
  const auto places = row_places(static_cast<unsigned>(count));
  const std::string shared = random_bytes(k_shared_bytes, 5);
  const auto run = expect_run(move_kernel(fmt::format("ldmatrix.sync.aligned.m8n8.x{}{}.shared.b16 {}, [%a];", count,
                                                      transposed ? ".trans" : "", registers("r", count))),
                              {shared, bytes_of(places), std::string(512, '\x5a')});
  ASSERT_EQ(run.buffers.size(), 3u);
  for (int lane = 0; lane < k_lanes; ++lane) {
    for (int matrix = 0; matrix < 4; ++matrix) {
      const uint32_t got = at<uint32_t>(run.buffers[2], static_cast<size_t>(lane * 4 + matrix));
      const int row = lane / 4, column = lane % 4 * 2;
      const auto half = [&](int i) -> uint32_t {
        return transposed ? half_in(shared, places, matrix, column + i, row)
                          : half_in(shared, places, matrix, row, column + i);
      };
      EXPECT_EQ(got, matrix < count ? half(0) | half(1) << 16 : 0x5a5a5a5au) << "lane " << lane << " of " << matrix;
    }
  }
}

TEST(MatrixMove, LdmatrixGivesEachLaneTwoElementsOfARow) {
  for (int count : {1, 2, 4}) check_load(count, false);
}

TEST(MatrixMove, LdmatrixTransposedGivesTwoElementsOfAColumn) {
  for (int count : {1, 2, 4}) check_load(count, true);
}

void check_store(int count, bool transposed) {
  const auto places = row_places(static_cast<unsigned>(count) + 9);
  const std::string shared = random_bytes(k_shared_bytes, 6), values = random_bytes(512, 7);
  const auto run = expect_run(move_kernel(fmt::format("stmatrix.sync.aligned.m8n8.x{}{}.shared.b16 [%a], {};", count,
                                                      transposed ? ".trans" : "", registers("r", count))),
                              {shared, bytes_of(places), values});
  ASSERT_EQ(run.buffers.size(), 3u);
  std::string want = shared;
  for (int lane = 0; lane < k_lanes; ++lane) {
    for (int matrix = 0; matrix < count; ++matrix) {
      for (int i = 0; i < 2; ++i) {
        const int row = lane / 4, column = lane % 4 * 2 + i;
        const uint32_t at_row = places[matrix * 8 + (transposed ? column : row)];
        const size_t from = static_cast<size_t>(lane * 16 + matrix * 4 + i * 2);
        want.replace(at_row + static_cast<size_t>(transposed ? row : column) * 2, 2, values.substr(from, 2));
      }
    }
  }
  EXPECT_EQ(run.buffers[0], want);
}

TEST(MatrixMove, StmatrixUndoesLdmatrix) {
  for (int count : {1, 2, 4}) {
    check_store(count, false);
    check_store(count, true);
  }
}

TEST(MatrixMove, MovmatrixTransposes) {
  const std::string values = random_bytes(512, 8);
  const auto run = expect_run(move_kernel("movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r0;"),
                              {random_bytes(k_shared_bytes, 1), bytes_of(row_places(1)), values});
  ASSERT_EQ(run.buffers.size(), 3u);
  const auto half = [&](const std::string& bytes, int reg, int row, int column) {
    return at<uint16_t>(bytes, static_cast<size_t>((row * 4 + column / 2) * 8 + reg * 2 + column % 2));
  };
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      EXPECT_EQ(half(run.buffers[2], 1, row, column), half(values, 0, column, row));
    }
  }
}

AccessCount counts_of(const std::string& instruction, uint32_t row_step) {
  std::vector<uint32_t> places;
  for (uint32_t i = 0; i < k_lanes; ++i) places.push_back(i * row_step % k_shared_bytes);
  const auto run =
      expect_run(move_kernel(instruction), {std::string(k_shared_bytes, 'x'), bytes_of(places), std::string(512, 'y')});
  AccessCount sum;
  for (const AccessCount& count : run.result.counts.accesses) {
    if (count.bytes == 512 && count.lanes == 32 && count.wavefronts > 0) sum.add(count);
  }
  return sum;
}

TEST(MatrixMove, RowsSideBySideNeedAWavefrontForEachMatrix) {
  EXPECT_EQ(counts_of("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%a];", 16).wavefronts, 4u);
}

TEST(MatrixMove, RowsAHundredAndTwentyEightBytesApartConflict) {
  EXPECT_EQ(counts_of("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%a];", 128).wavefronts, 32u);
}

TEST(MatrixMove, FormsOfByteMatricesAreNamed) {
  const auto run =
      run_tensor_kernel(move_kernel("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, %r1}, [%a];"), {"", "", ""});
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().what.find("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8"), std::string::npos);
  EXPECT_NE(run.error().what.find("only matrices of 8 x 8"), std::string::npos);
}

}  // namespace tensor_move_test
}  // namespace whet::vgpu
