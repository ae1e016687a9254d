// Clusters: ranks and sizes, their barrier, and shared memory of other blocks.
#include <gtest/gtest.h>

#include "vgpu/cluster_run.h"
#include "vgpu/program/cluster_shape.h"

namespace whet::vgpu {
namespace cluster_test {

constexpr const char* k_sync = "barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;\n";

// Stores one word per thread: %r0 to buffer 0 at the thread's index in the grid.
constexpr const char* k_store_result =
    "mov.u32 %r60, %ctaid.x;\nmov.u32 %r61, %ntid.x;\nmad.lo.u32 %r60, %r60, %r61, %lane;\n"
    "mul.wide.u32 %q15, %r60, 4;\nadd.u64 %q15, %p0, %q15;\nst.global.u32 [%q15], %r0;\n";

std::vector<uint32_t> run_special(const std::string& name, Dim3 grid, Dim3 cluster) {
  const std::string body =
      "mov.u32 %r0, %" + name +
      ";\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ctaid.y;\nmov.u32 %r3, %ctaid.z;\n"
      "mov.u32 %r4, %nctaid.x;\nmov.u32 %r5, %nctaid.y;\nmad.lo.u32 %r6, %r3, %r5, %r2;\nmad.lo.u32 %r6, %r6, %r4, "
      "%r1;\nmul.wide.u32 %q0, %r6, 4;\nadd.u64 %q0, %p0, %q0;\nst.global.u32 [%q0], %r0;\n";
  const auto run = expect_clusters(cluster_kernel(1, "", body), {std::string(grid.count() * 4, '\0')},
                                   {.grid = grid, .block = {1, 1, 1}, .cluster = cluster});
  return run.buffers.empty() ? std::vector<uint32_t>() : words_of(run.buffers[0]);
}

TEST(Cluster, BlocksKnowTheirPlace) {
  const Dim3 grid{6, 4, 2}, cluster{3, 2, 1};
  const auto rank = run_special("cluster_ctarank", grid, cluster), x = run_special("cluster_ctaid.x", grid, cluster),
             y = run_special("cluster_ctaid.y", grid, cluster), id_x = run_special("clusterid.x", grid, cluster),
             id_y = run_special("clusterid.y", grid, cluster), id_z = run_special("clusterid.z", grid, cluster),
             count = run_special("nclusterid.y", grid, cluster), size = run_special("cluster_nctarank", grid, cluster);
  ASSERT_EQ(rank.size(), 48u);
  for (uint32_t b = 0; b < 48; ++b) {
    const uint32_t bx = b % 6, by = b / 6 % 4, bz = b / 24;
    EXPECT_EQ(rank[b], by % 2 * 3 + bx % 3) << b;
    EXPECT_EQ(x[b], bx % 3) << b;
    EXPECT_EQ(y[b], by % 2) << b;
    EXPECT_EQ(id_x[b], bx / 3) << b;
    EXPECT_EQ(id_y[b], by / 2) << b;
    EXPECT_EQ(id_z[b], bz) << b;
    EXPECT_EQ(count[b], 2u) << b;
    EXPECT_EQ(size[b], 6u) << b;
  }
}

TEST(Cluster, WithoutOneEveryBlockIsACluster) {
  const std::string ptx =
      cluster_kernel(1, "",
                     std::string(k_sync) +
                         "mov.pred %c0, %is_explicit_cluster;\nselp.u32 %r0, 100, 0, %c0;\nmov.u32 %r1, "
                         "%clusterid.x;\nadd.u32 %r0, %r0, %r1;\nadd.u32 %r0, %r0, %rank;\n" +
                         k_store_result);
  const auto run = expect_clusters(ptx, {std::string(3 * 4, '\0')}, {.grid = {3, 1, 1}, .block = {1, 1, 1}});
  EXPECT_EQ(words_of(run.buffers.at(0)), (std::vector<uint32_t>{0, 1, 2}));
}

// As on sm_90 (seen on an H200): the address of a variable has the rank of a block that is not the first. Every kind of
// access takes such an address: the sum tells which of them found the block's own word.
TEST(Cluster, AddressesOfVariablesHaveTheRank) {
  const std::string body =
      ".shared .align 16 .b8 s[128];\nmov.u32 %r1, s;\nshl.b32 %r2, %lane, 2;\nadd.u32 %r3, %r1, %r2;\n"
      "st.shared.u32 [%r3], %lane;\natom.shared.add.u32 %r4, [%r3], 100;\n"
      "cvt.u64.u32 %q0, %r3;\ncvta.shared.u64 %q1, %q0;\nld.u32 %r5, [%q1];\nmov.u32 %r0, %r5;\n"
      "isspacep.shared::cta %c0, %q1;\n@%c0 add.u32 %r0, %r0, 1000;\nbar.warp.sync 0xffffffff;\n"
      "and.b32 %r6, %lane, 7;\nmad.lo.u32 %r6, %r6, 16, %r1;\n"
      "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r7}, [%r6];\nsetp.eq.u32 %c1, %r7, %r5;\n@%c1 add.u32 %r0, %r0, "
      "10000;\n"
      "bar.warp.sync 0xffffffff;\ncvt.u64.u32 %q2, %r2;\nadd.u64 %q2, %p1, %q2;\n"
      "cp.async.ca.shared.global [%r3], [%q2], 4;\ncp.async.wait_all;\nld.shared.u32 %r9, [%r3];\n"
      "setp.eq.u32 %c2, %r9, %lane;\n@%c2 add.u32 %r0, %r0, 100000;\n"
      "shr.u32 %r10, %r1, 24;\nsetp.ne.u32 %c3, %r10, 0;\n@%c3 add.u32 %r0, %r0, 1000000;\n";
  std::vector<uint32_t> counting(32);
  for (uint32_t i = 0; i < 32; ++i) counting[i] = i;
  const auto run =
      expect_clusters(cluster_kernel(2, "", body + k_store_result), {std::string(64 * 4, '\0'), words(counting)},
                      {.grid = {2, 1, 1}, .cluster = Dim3{2, 1, 1}, .checks = k_all_checks});
  ASSERT_EQ(run.buffers.size(), 2u);
  const auto found = words_of(run.buffers[0]);
  for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(found[i], (i < 32 ? 111'100 : 1'111'100) + i % 32) << i;
}

// Each of four blocks writes its rank; after the barrier each reads that of the next.
std::string neighbour_kernel(const std::string& sync, const std::string& space, const std::string& directives = "") {
  const bool generic = space.empty();
  std::string body =
      ".shared .align 4 .b32 box[32];\nmov.u32 %r10, box;\nmad.lo.u32 %r10, %lane, 4, %r10;\n"
      "mad.lo.u32 %r11, %rank, 1000, %lane;\nst.shared.u32 [%r10], %r11;\n" +
      sync + "add.u32 %r12, %rank, 1;\nrem.u32 %r12, %r12, %size;\n";
  body += generic ? "cvt.u64.u32 %q1, %r10;\ncvta.shared.u64 %q1, %q1;\nmapa.u64 %q2, %q1, %r12;\nld.u32 %r0, [%q2];\n"
                  : "mapa.shared::cluster.u32 %r13, %r10, %r12;\nld.shared::cluster.u32 %r0, [%r13];\n";
  return cluster_kernel(1, directives, body + k_sync + k_store_result);
}

void expect_neighbours(const std::string& ptx, const ClusterLaunch& launch) {
  const auto run = expect_clusters(ptx, {std::string(8 * 32 * 4, '\0')}, launch);
  const auto values = words_of(run.buffers.at(0));
  for (uint32_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], (i / 32 % 4 + 1) % 4 * 1000 + i % 32) << i;
}

TEST(Cluster, ReadsTheNeighboursSharedMemory) {
  const ClusterLaunch launch{.grid = {8, 1, 1}, .cluster = Dim3{4, 1, 1}};
  expect_neighbours(neighbour_kernel(k_sync, "shared::cluster"), launch);
  expect_neighbours(neighbour_kernel(k_sync, ""), launch);
  expect_neighbours(neighbour_kernel(k_sync, "shared::cluster", ".explicitcluster .reqnctapercluster 4"),
                    {.grid = {8, 1, 1}});
}

TEST(Cluster, ChecksAreQuietWhereTheBarrierOrders) {
  const ClusterLaunch launch{.grid = {8, 1, 1}, .cluster = Dim3{4, 1, 1}, .checks = k_all_checks};
  expect_neighbours(neighbour_kernel(k_sync, "shared::cluster"), launch);
  expect_neighbours(neighbour_kernel(k_sync, ""), launch);
}

TEST(Cluster, ARelaxedArrivalOrdersNothing) {
  const std::string relaxed = "barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.aligned;\n";
  const auto kinds = faults_of(neighbour_kernel(relaxed, "shared::cluster"), {std::string(8 * 32 * 4, '\0')},
                               {.grid = {8, 1, 1}, .cluster = Dim3{4, 1, 1}, .checks = {.race = true}});
  ASSERT_FALSE(kinds.empty());
  EXPECT_EQ(kinds[0], FaultKind::shared_race);
}

TEST(Cluster, AtomicsReachOtherBlocks) {
  const std::string body =
      ".shared .align 4 .b32 sum;\nmov.u32 %r10, sum;\nsetp.eq.u32 %c0, %lane, 0;\n@%c0 st.shared.u32 [%r10], 5;\n" +
      std::string(k_sync) +
      "mapa.shared::cluster.u32 %r11, %r10, 0;\nadd.u32 %r12, %rank, 1;\nred.shared::cluster.add.u32 [%r11], %r12;\n"
      "atom.shared::cluster.max.u32 %r13, [%r11], 1;\n" +
      k_sync + "ld.shared.u32 %r0, [%r10];\n" + k_store_result;
  const auto run = expect_clusters(cluster_kernel(1, "", body), {std::string(4 * 32 * 4, '\0')},
                                   {.grid = {4, 1, 1}, .cluster = Dim3{2, 1, 1}, .checks = k_all_checks});
  const auto values = words_of(run.buffers.at(0));
  for (uint32_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], i / 32 % 2 == 0 ? 5u + 32 + 64 : 5u) << i;
}

TEST(Cluster, RanksOfAddresses) {
  const std::string body =
      ".shared .align 4 .b32 box;\nmov.u32 %r10, box;\nxor.b32 %r11, %rank, 1;\nmapa.shared::cluster.u32 %r12, %r10, "
      "%r11;\ngetctarank.shared::cluster.u32 %r1, %r12;\ngetctarank.shared::cluster.u32 %r2, %r10;\n"
      "cvt.u64.u32 %q0, %r12;\ncvta.shared::cluster.u64 %q1, %q0;\ngetctarank.u64 %r3, %q1;\n"
      "isspacep.shared::cta %c0, %q1;\nisspacep.shared::cluster %c1, %q1;\nselp.u32 %r4, 1, 0, %c0;\n"
      "selp.u32 %r5, 10, 0, %c1;\nmad.lo.u32 %r0, %r1, 100, %r4;\nadd.u32 %r0, %r0, %r5;\n"
      "mad.lo.u32 %r0, %r2, 1000, %r0;\nmad.lo.u32 %r0, %r3, 10000, %r0;\n" +
      std::string(k_sync) + k_store_result;
  const auto run = expect_clusters(cluster_kernel(1, "", body), {std::string(8, '\0')},
                                   {.grid = {2, 1, 1}, .block = {1, 1, 1}, .cluster = Dim3{2, 1, 1}});
  EXPECT_EQ(words_of(run.buffers.at(0)), (std::vector<uint32_t>{10110, 1010}));
}

TEST(Cluster, ThreadsThatLeftCountAsArrived) {
  const std::string body =
      "setp.gt.u32 %c0, %lane, 40;\n@%c0 exit;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n"
      "add.u32 %r0, %lane, 7;\n" +
      std::string(k_store_result);
  const auto run = expect_clusters(cluster_kernel(1, "", body), {std::string(2 * 64 * 4, '\0')},
                                   {.grid = {2, 1, 1}, .block = {64, 1, 1}, .cluster = Dim3{2, 1, 1}});
  const auto values = words_of(run.buffers.at(0));
  for (uint32_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], i % 64 > 40 ? 0 : i % 64 + 7) << i;
}

TEST(Cluster, ABarrierThatABlockNeverReachesIsADeadlock) {
  const std::string body =
      "setp.eq.u32 %c0, %rank, 0;\n@%c0 barrier.cluster.arrive;\n@%c0 barrier.cluster.wait;\n"
      "setp.eq.u32 %c1, %rank, 1;\n@%c1 bar.sync 1, 64;\n";
  const auto kinds = faults_of(cluster_kernel(0, "", body), {}, {.grid = {2, 1, 1}, .cluster = Dim3{2, 1, 1}});
  ASSERT_FALSE(kinds.empty());
  EXPECT_EQ(kinds[0], FaultKind::deadlock);
}

TEST(Cluster, SharedMemoryOfABlockThatLeftIsAFault) {
  const std::string body =
      ".shared .align 4 .b32 box;\nmov.u32 %r10, box;\nsetp.eq.u32 %c0, %rank, 0;\n@%c0 exit;\n"
      "mapa.shared::cluster.u32 %r11, %r10, 0;\nld.shared::cluster.u32 %r0, [%r11];\n";
  const auto kinds = faults_of(cluster_kernel(0, "", body), {}, {.grid = {2, 1, 1}, .cluster = Dim3{2, 1, 1}});
  EXPECT_EQ(kinds, std::vector<FaultKind>{FaultKind::exited_block});
}

TEST(Cluster, AddressesBeyondTheClusterAreFaults) {
  const std::string wild = "ld.shared::cluster.u32 %r0, [%r11];\n";
  const ClusterLaunch launch{.grid = {2, 1, 1}, .cluster = Dim3{2, 1, 1}};
  const auto rank = faults_of(cluster_kernel(0, "", "mov.u32 %r11, 0x04000000;\n" + wild), {}, launch);
  EXPECT_EQ(rank, std::vector<FaultKind>{FaultKind::out_of_bounds});
  const auto offset = faults_of(cluster_kernel(0, "", "mov.u32 %r11, 0x01000040;\n" + wild), {}, launch);
  EXPECT_EQ(offset, std::vector<FaultKind>{FaultKind::out_of_bounds});
  const auto mapped =
      faults_of(cluster_kernel(0, "", "mov.u32 %r1, 0;\nmapa.shared::cluster.u32 %r0, %r1, 2;\n"), {}, launch);
  EXPECT_EQ(mapped, std::vector<FaultKind>{FaultKind::bad_instruction});
}

TEST(Cluster, ShapesAGpuRefusesAreErrors) {
  ptx::Function kernel;
  const auto refused = [&](std::optional<Dim3> asked, Dim3 grid) { return !cluster_shape(kernel, asked, grid).ok(); };
  EXPECT_FALSE(refused(std::nullopt, {3, 1, 1}));
  EXPECT_FALSE(refused(Dim3{2, 2, 4}, {4, 4, 4}));
  EXPECT_TRUE(refused(Dim3{17, 1, 1}, {17, 1, 1}));
  EXPECT_TRUE(refused(Dim3{4, 5, 1}, {4, 5, 1}));
  EXPECT_TRUE(refused(Dim3{0, 1, 1}, {4, 5, 1}));
  EXPECT_TRUE(refused(Dim3{2, 1, 1}, {3, 1, 1}));
  EXPECT_TRUE(refused(Dim3{65536, 65536, 1}, {65536, 65536, 1}));
  kernel.max_cluster_rank = 4;
  EXPECT_TRUE(refused(Dim3{8, 1, 1}, {8, 1, 1}));
  kernel.max_cluster_rank.reset();
  kernel.explicit_cluster = true;
  EXPECT_TRUE(refused(std::nullopt, {4, 1, 1}));
  kernel.cluster[0] = 2;
  EXPECT_FALSE(refused(std::nullopt, {4, 1, 1}));
  EXPECT_TRUE(refused(Dim3{4, 1, 1}, {4, 1, 1}));
  EXPECT_TRUE(refused(std::nullopt, {3, 1, 1}));
}

}  // namespace cluster_test
}  // namespace whet::vgpu
