// cp.async.bulk in all directions, reductions, st.async and red.async, and the mbarriers they report to.
#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "vgpu/cluster_run.h"
#include "vgpu/numbers/half.h"

namespace whet::vgpu {
namespace bulk_test {

constexpr const char* k_sync = "barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;\n";
constexpr const char* k_shared =
    ".shared .align 128 .b8 box[1024];\n.shared .align 8 .b64 bar;\nmov.u32 %r10, box;\nmov.u32 %r11, bar;\n"
    "setp.eq.u32 %c0, %lane, 0;\n";
constexpr const char* k_init = "@%c0 mbarrier.init.shared::cta.b64 [%r11], 1;\nfence.mbarrier_init.release.cluster;\n";

std::string wait(const std::string& barrier, int parity) {
  static int number = 0;
  const std::string label = "W" + std::to_string(++number);
  return fmt::format("{}: mbarrier.try_wait.parity.shared::cta.b64 %c7, [{}], {};\n@!%c7 bra {};\n", label, barrier,
                     parity, label);
}

// Word `tid` of the box goes to word ctaid * 32 + tid of a buffer.
std::string store_box(int buffer) {
  return fmt::format(
      "mad.lo.u32 %r50, %lane, 4, %r10;\nld.shared.u32 %r51, [%r50];\nmov.u32 %r52, %ctaid.x;\n"
      "mad.lo.u32 %r52, %r52, 32, %lane;\nmul.wide.u32 %q14, %r52, 4;\nadd.u64 %q14, %p{}, %q14;\n"
      "st.global.u32 [%q14], %r51;\n",
      buffer);
}

std::vector<uint32_t> counting(size_t count, uint32_t first = 1) {
  std::vector<uint32_t> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

std::string load_kernel(const std::string& waiting) {
  return cluster_kernel(2, "",
                        std::string(k_shared) + "mad.lo.u32 %r50, %lane, 4, %r10;\nst.shared.u32 [%r50], 0;\n" +
                            k_init +
                            "bar.sync 0;\n@%c0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], 128;\n"
                            "@%c0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r10], [%p0], "
                            "128, [%r11];\n" +
                            waiting + store_box(1));
}

TEST(Bulk, LoadsWhatIsWaitedFor) {
  const auto run = expect_clusters(load_kernel(wait("%r11", 0)), {words(counting(32)), std::string(128, '\0')},
                                   {.checks = k_all_checks});
  EXPECT_EQ(words_of(run.buffers.at(1)), counting(32));
}

TEST(Bulk, AForgottenWaitReadsOldDataAndIsFound) {
  const std::string ptx = load_kernel("bar.sync 0;\n");
  const auto run = expect_clusters(ptx, {words(counting(32)), std::string(128, '\0')}, {});
  EXPECT_EQ(words_of(run.buffers.at(1)), std::vector<uint32_t>(32, 0));
  const auto kinds = faults_of(ptx, {words(counting(32)), std::string(128, '\0')}, {.checks = {.sync = true}});
  EXPECT_EQ(kinds, std::vector<FaultKind>{FaultKind::async_not_waited});
}

TEST(Bulk, CountsTheBytesThatPassL2) {
  const auto run = expect_clusters(load_kernel(wait("%r11", 0)), {words(counting(32)), std::string(128, '\0')}, {});
  uint64_t sectors = 0;
  for (const AccessCount& count : run.result.counts.accesses) sectors += count.l2_reads;
  EXPECT_EQ(sectors, 4u);
  EXPECT_EQ(run.result.counts.dram_read_bytes, 128u);
}

TEST(Bulk, SizesAndAddressesThatAreNoMultipleOfSixteenAreFaults) {
  const auto faults = [&](const std::string& operands) {
    const std::string ptx = cluster_kernel(
        1, "",
        std::string(k_shared) + "add.u64 %q0, %p0, 8;\nadd.u32 %r12, %r10, 8;\n" +
            "@%c0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes " + operands + ";\n");
    return faults_of(ptx, {std::string(256, 'x')}, {});
  };
  using Kinds = std::vector<FaultKind>;
  EXPECT_EQ(faults("[%r10], [%p0], 24, [%r11]"), Kinds{FaultKind::misaligned});
  EXPECT_EQ(faults("[%r10], [%q0], 32, [%r11]"), Kinds{FaultKind::misaligned});
  EXPECT_EQ(faults("[%r12], [%p0], 32, [%r11]"), Kinds{FaultKind::misaligned});
  EXPECT_EQ(faults("[%r10], [%p0], 272, [%r11]"), Kinds{FaultKind::out_of_bounds});
  EXPECT_EQ(faults("[%r10], [%p0+256], 16, [%r11]"), Kinds{FaultKind::out_of_bounds});
  EXPECT_EQ(faults("[%r10+1024], [%p0], 64, [%r11]"), Kinds{FaultKind::out_of_bounds});
  EXPECT_EQ(faults("[%r10], [%p0], 64, [%r11+4096]"), Kinds{FaultKind::out_of_bounds});
}

// The box holds tid + 100; thread 0 sends it to the buffer.
std::string store_kernel(const std::string& copy, const std::string& after) {
  return cluster_kernel(2, "",
                        std::string(k_shared) +
                            "mad.lo.u32 %r50, %lane, 4, %r10;\nadd.u32 %r51, %lane, 100;\nst.shared.u32 [%r50], %r51;\n"
                            "fence.proxy.async.shared::cta;\nbar.sync 0;\n@%c0 " +
                            copy + "\n@%c0 cp.async.bulk.commit_group;\n" + after);
}

constexpr const char* k_plain_store = "cp.async.bulk.global.shared::cta.bulk_group [%p0], [%r10], 128;";

TEST(Bulk, StoresAreDoneAtTheWaitOrAtTheEnd) {
  const std::vector<std::string> buffers = {std::string(128, '\0'), ""};
  for (const char* after : {"@%c0 cp.async.bulk.wait_group 0;\n", "@%c0 cp.async.bulk.wait_group.read 0;\n"}) {
    const auto run = expect_clusters(store_kernel(k_plain_store, after), buffers, {.checks = k_all_checks});
    EXPECT_EQ(words_of(run.buffers.at(0)), counting(32, 100));
  }
  const auto unwaited = expect_clusters(store_kernel(k_plain_store, ""), buffers, {});
  EXPECT_EQ(words_of(unwaited.buffers.at(0)), counting(32, 100));
}

TEST(Bulk, ABlockThatEndsBeforeItsStoresHaveReadIsFound) {
  const auto kinds =
      faults_of(store_kernel(k_plain_store, ""), {std::string(128, '\0'), ""}, {.checks = {.sync = true}});
  EXPECT_FALSE(kinds.empty());
  for (const FaultKind kind : kinds) EXPECT_EQ(kind, FaultKind::async_not_waited);
}

TEST(Bulk, ASourceThatIsOverwrittenBeforeItsWaitIsStoredAsItIsThen) {
  const std::string overwrite =
      "bar.sync 0;\nst.shared.u32 [%r50], 7;\nbar.sync 0;\n@%c0 cp.async.bulk.wait_group 0;\n";
  const auto late = expect_clusters(store_kernel(k_plain_store, overwrite), {std::string(128, '\0'), ""}, {});
  EXPECT_EQ(words_of(late.buffers.at(0)), std::vector<uint32_t>(32, 7));
  const auto in_time =
      expect_clusters(store_kernel(k_plain_store, "@%c0 cp.async.bulk.wait_group.read 0;\n" + overwrite),
                      {std::string(128, '\0'), ""}, {});
  EXPECT_EQ(words_of(in_time.buffers.at(0)), counting(32, 100));
}

TEST(Bulk, AWaitForReadingDoesNotMakeTheStoreVisible) {
  const auto see = [&](const std::string& wait) {
    const std::string look = "bar.sync 0;\nld.global.u32 %r55, [%p0];\nst.global.u32 [%p1], %r55;\n";
    return words_of(expect_clusters(store_kernel(k_plain_store, "@%c0 " + wait + "\n" + look),
                                    {std::string(128, '\0'), std::string(4, '\0')}, {})
                        .buffers.at(1));
  };
  EXPECT_EQ(see("cp.async.bulk.wait_group.read 0;"), std::vector<uint32_t>{0});
  EXPECT_EQ(see("cp.async.bulk.wait_group 0;"), std::vector<uint32_t>{100});
}

struct Reduction {
  const char* suffix;
  std::string before;  // 16 bytes, repeated
  std::string with;    // 16 bytes, repeated
  std::string after;
};

template <typename T>
std::string sixteen(std::vector<T> values) {
  std::string bytes;
  while (bytes.size() < 16) bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  return bytes.substr(0, 16);
}

std::string halves(std::vector<float> values, bool brain) {
  std::vector<uint16_t> bits;
  for (const float value : values) bits.push_back(brain ? float_to_bfloat(value) : float_to_half(value));
  return sixteen(bits);
}

TEST(Bulk, ReducesIntoGlobalMemory) {
  const Reduction reductions[] = {
      {"add.u32", sixteen<uint32_t>({1, ~0u}), sixteen<uint32_t>({5, 2}), sixteen<uint32_t>({6, 1})},
      {"min.s32", sixteen<int32_t>({-1, 3}), sixteen<int32_t>({2, -7}), sixteen<int32_t>({-1, -7})},
      {"min.u32", sixteen<uint32_t>({~0u, 3}), sixteen<uint32_t>({2, 9}), sixteen<uint32_t>({2, 3})},
      {"max.s64", sixteen<int64_t>({-5, 5}), sixteen<int64_t>({-4, 4}), sixteen<int64_t>({-4, 5})},
      {"max.u64", sixteen<uint64_t>({~0ull, 5}), sixteen<uint64_t>({4, 6}), sixteen<uint64_t>({~0ull, 6})},
      {"add.u64", sixteen<uint64_t>({1ull << 32, ~0ull}), sixteen<uint64_t>({1ull << 32, 3}),
       sixteen<uint64_t>({1ull << 33, 2})},
      {"inc.u32", sixteen<uint32_t>({3, 4}), sixteen<uint32_t>({4, 4}), sixteen<uint32_t>({4, 0})},
      {"dec.u32", sixteen<uint32_t>({0, 9}), sixteen<uint32_t>({4, 4}), sixteen<uint32_t>({4, 4})},
      {"and.b32", sixteen<uint32_t>({12, 10}), sixteen<uint32_t>({10, 6}), sixteen<uint32_t>({8, 2})},
      {"or.b64", sixteen<uint64_t>({12, 10}), sixteen<uint64_t>({10, 6}), sixteen<uint64_t>({14, 14})},
      {"xor.b32", sixteen<uint32_t>({12, 10}), sixteen<uint32_t>({10, 6}), sixteen<uint32_t>({6, 12})},
      {"add.f32", sixteen<float>({1.5f, -2}), sixteen<float>({0.25f, 2}), sixteen<float>({1.75f, 0})},
      {"add.f64", sixteen<double>({1.5, 1e300}), sixteen<double>({0.25, 1e300}), sixteen<double>({1.75, 2e300})},
      {"add.noftz.f16", halves({1, 2048}, false), halves({0.5f, 1}, false), halves({1.5f, 2048}, false)},
      {"max.f16", halves({1, -3}, false), halves({2, -4}, false), halves({2, -3}, false)},
      {"min.bf16", halves({1, -3}, true), halves({2, -4}, true), halves({1, -4}, true)},
      {"add.noftz.bf16", halves({1, 256}, true), halves({0.5f, 1}, true), halves({1.5f, 256}, true)},
  };
  for (const Reduction& reduction : reductions) {
    const std::string body =
        std::string(k_shared) +
        "@%c0 ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%p1];\n@%c0 st.shared.v4.u32 [%r10], {%r1, "
        "%r2, %r3, %r4};\nfence.proxy.async.shared::cta;\n@%c0 "
        "cp.reduce.async.bulk.global.shared::cta.bulk_group." +
        reduction.suffix + " [%p0], [%r10], 16;\n@%c0 cp.async.bulk.commit_group;\n@%c0 cp.async.bulk.wait_group 0;\n";
    const auto run = expect_clusters(cluster_kernel(2, "", body), {reduction.before, reduction.with}, {});
    EXPECT_EQ(run.buffers.at(0), reduction.after) << reduction.suffix;
  }
}

// Rank 0 sends to every block; each waits at its own barrier.
TEST(Bulk, MulticastReachesTheBlocksOfItsMask) {
  const std::string body =
      std::string(k_shared) + "mad.lo.u32 %r50, %lane, 4, %r10;\nst.shared.u32 [%r50], 9;\n" + k_init +
      "@%c0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], 128;\n" + k_sync +
      "setp.eq.u32 %c1, %rank, 0;\nand.pred %c2, %c0, %c1;\nmov.u16 %h0, 0xb;\n"
      "@%c2 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r10], [%p0], 128, "
      "[%r11], %h0;\nsetp.eq.u32 %c3, %rank, 2;\n@%c3 bra SKIP;\n" +
      wait("%r11", 0) + "SKIP:\n" + k_sync + store_box(1);
  const auto run = expect_clusters(cluster_kernel(2, "", body), {words(counting(32)), std::string(512, '\0')},
                                   {.grid = {4, 1, 1}, .cluster = Dim3{4, 1, 1}});
  const auto values = words_of(run.buffers.at(1));
  for (uint32_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], i / 32 == 2 ? 9 : i % 32 + 1) << i;
}

TEST(Bulk, AMaskBeyondTheClusterIsAFault) {
  const std::string body = std::string(k_shared) +
                           "mov.u16 %h0, 4;\n@%c0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes."
                           "multicast::cluster [%r10], [%p0], 128, [%r11], %h0;\n";
  const auto kinds =
      faults_of(cluster_kernel(1, "", body), {std::string(128, '\0')}, {.grid = {2, 1, 1}, .cluster = Dim3{2, 1, 1}});
  EXPECT_EQ(kinds.at(0), FaultKind::bad_instruction);
}

// Every block sends to its neighbour; `send` gets the neighbour's box in %r20 and barrier in %r21.
std::string to_neighbour(const std::string& send, int bytes) {
  return cluster_kernel(
      1, "",
      std::string(k_shared) +
          "mad.lo.u32 %r50, %lane, 4, %r10;\nmad.lo.u32 %r51, %rank, 1000, %lane;\n"
          "st.shared.u32 [%r50], %r51;\nst.shared.u32 [%r50+512], %r51;\n" +
          k_init + fmt::format("@%c0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], {};\n", bytes) +
          "fence.proxy.async.shared::cta;\n" + k_sync +
          "xor.b32 %r30, %rank, 1;\nmapa.shared::cluster.u32 %r20, %r10, %r30;\nmapa.shared::cluster.u32 %r21, %r11, "
          "%r30;\n" +
          send + wait("%r11", 0) + store_box(0) + k_sync);
}

void expect_from_neighbour(const std::string& ptx, uint32_t (*expected)(uint32_t rank, uint32_t tid)) {
  const auto run = expect_clusters(ptx, {std::string(256, '\0')},
                                   {.grid = {2, 1, 1}, .cluster = Dim3{2, 1, 1}, .checks = k_all_checks});
  const auto values = words_of(run.buffers.at(0));
  for (uint32_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], expected(i / 32, i % 32)) << i;
}

TEST(Bulk, CopiesBetweenBlocks) {
  expect_from_neighbour(to_neighbour("@%c0 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
                                     "[%r20], [%r10+512], 128, [%r21];\n",
                                     128),
                        [](uint32_t rank, uint32_t tid) { return (rank ^ 1) * 1000 + tid; });
  expect_from_neighbour(to_neighbour("@%c0 cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::"
                                     "bytes.add.u32 [%r20], [%r10+512], 128, [%r21];\n",
                                     128),
                        [](uint32_t, uint32_t tid) { return 1000 + 2 * tid; });
}

TEST(Bulk, StoresAsynchronously) {
  const std::string place = "mad.lo.u32 %r22, %lane, 4, %r20;\nmad.lo.u32 %r23, %rank, 50, %lane;\n";
  expect_from_neighbour(
      to_neighbour(place + "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r22], %r23, [%r21];\n",
                   128),
      [](uint32_t rank, uint32_t tid) { return (rank ^ 1) * 50 + tid; });
  expect_from_neighbour(
      to_neighbour(place + "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r22], "
                           "%r23, [%r21];\n",
                   128),
      [](uint32_t rank, uint32_t tid) { return rank * 1000 + tid + (rank ^ 1) * 50 + tid; });
  expect_from_neighbour(
      to_neighbour(
          "and.b32 %r40, %lane, 7;\nmad.lo.u32 %r22, %r40, 16, %r20;\nsetp.lt.u32 %c5, %lane, 8;\n"
          "@%c5 st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%r22], {%lane, %rank, %lane, "
          "5}, [%r21];\n",
          128),
      [](uint32_t rank, uint32_t i) { return i % 4 == 1   ? rank ^ 1
                                             : i % 4 == 3 ? 5u
                                                          : i / 4; });
}

TEST(Mbarrier, RemoteArrivalsCompleteAPhase) {
  const std::string body =
      std::string(k_shared) + "@%c0 mbarrier.init.shared::cta.b64 [%r11], 64;\nfence.mbarrier_init.release.cluster;\n" +
      k_sync +
      "mapa.shared::cluster.u32 %r21, %r11, 0;\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, "
      "[%r21];\nsetp.ne.u32 %c1, %rank, 0;\n@%c1 bra END;\n" +
      wait("%r11", 0) + "mul.wide.u32 %q0, %lane, 4;\nadd.u64 %q0, %p0, %q0;\nst.global.u32 [%q0], 3;\nEND:\n" + k_sync;
  const auto run = expect_clusters(cluster_kernel(1, "", body), {std::string(128, '\0')},
                                   {.grid = {2, 1, 1}, .cluster = Dim3{2, 1, 1}, .checks = k_all_checks});
  EXPECT_EQ(words_of(run.buffers.at(0)), std::vector<uint32_t>(32, 3));
}

TEST(Mbarrier, TellsThePendingArrivals) {
  const std::string body = std::string(k_shared) +
                           "@%c0 mbarrier.init.shared::cta.b64 [%r11], 40;\nbar.sync 0;\n@!%c0 bra END;\n"
                           "mbarrier.arrive.shared::cta.b64 %q0, [%r11], 5;\nmbarrier.arrive.shared::cta.b64 %q1, "
                           "[%r11];\nmbarrier.pending_count.b64 %r0, %q0;\nmbarrier.pending_count.b64 %r1, %q1;\n"
                           "st.global.v2.u32 [%p0], {%r0, %r1};\nEND:\n";
  const auto run = expect_clusters(cluster_kernel(1, "", body), {std::string(8, '\0')}, {});
  EXPECT_EQ(words_of(run.buffers.at(0)), (std::vector<uint32_t>{40, 35}));
}

}  // namespace bulk_test
}  // namespace whet::vgpu
