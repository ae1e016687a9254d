#include "profile/ncu/ncu_report.h"

#include "ncu/ncu_support.h"

namespace ncu_report_test {

using namespace whet;
using namespace whet::test;

std::vector<Profile> profiles(const std::string& fixture) {
  const auto read = read_fixture(fixture);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().what + " at " + read.error().where);
  return read.ok() ? read.value() : std::vector<Profile>(1);
}

double metric(const Profile& profile, std::string_view name) {
  return profile.metrics.find(name).value_or(-1);
}

TEST(NcuReport, ARawPageHasAProfileForEachLaunch) {
  const auto launches = profiles("raw_2025_base_units.csv");
  ASSERT_EQ(launches.size(), 5u);
  const Profile& gemm = launches[2];
  EXPECT_EQ(gemm.kernel, "void gemm<float, 16>(const T1 *, const T1 *, T1 *, int)");
  EXPECT_EQ(gemm.collector, "Nsight Compute");
  EXPECT_EQ(gemm.device, "NVIDIA H200");
  EXPECT_EQ(gemm.sm, 90);
  EXPECT_EQ(gemm.passes, 9);
  ASSERT_TRUE(gemm.shape);
  EXPECT_EQ(gemm.shape->grid.y, 64u);
  EXPECT_EQ(gemm.shape->block.count(), 256u);
  EXPECT_EQ(gemm.shape->dynamic_shared_bytes, 49152u);
  EXPECT_FALSE(gemm.shape->cluster);
  EXPECT_EQ(metric(gemm, "gpu__time_duration.sum"), 2048000);
  EXPECT_EQ(metric(gemm, "gpc__cycles_elapsed.avg.per_second"), 1755000000);
  EXPECT_EQ(metric(gemm, "dram__bytes_read.sum"), 201326592);
}

TEST(NcuReport, NamesOfMetricsSurviveAsTheyAre) {
  const Profile profile = profiles("raw_2025_base_units.csv")[0];
  EXPECT_EQ(metric(profile, "breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed"), 31.2);
  EXPECT_EQ(metric(profile, "smsp__pcsamp_warps_issue_stalled_long_scoreboard"), 4321);
  EXPECT_EQ(metric(profile, "dram__throughput.avg.pct_of_peak_sustained_elapsed"), 89.9);
}

TEST(NcuReport, AnUnknownUnitOfAnUnusedMetricIsSaid) {
  const Profile profile = profiles("raw_2025_base_units.csv")[0];
  EXPECT_FALSE(profile.metrics.find("tpc__average_glitter.ratio"));
  ASSERT_EQ(profile.unseen.size(), 1u);
  EXPECT_EQ(profile.unseen[0],
            "1 metric has an unknown unit and is left out: tpc__average_glitter.ratio (glitter/fortnight).");
}

TEST(NcuReport, ScaledUnitsAndGroupedDigitsBecomeBaseUnits) {
  const Profile profile = profiles("raw_2021_auto_units.csv")[0];
  EXPECT_DOUBLE_EQ(metric(profile, "dram__bytes_read.sum"), 134217728);
  EXPECT_DOUBLE_EQ(metric(profile, "dram__bytes.sum.per_second"), 1234.567e9);
  EXPECT_DOUBLE_EQ(metric(profile, "gpc__cycles_elapsed.avg.per_second"), 1.395e9);
  EXPECT_DOUBLE_EQ(metric(profile, "gpu__time_duration.sum"), 108704);
  EXPECT_DOUBLE_EQ(metric(profile, "lts__t_sectors.sum.per_second"), 10.5e9);
  EXPECT_EQ(metric(profile, "smsp__inst_executed.sum"), 5376000);
}

TEST(NcuReport, TheShapeOfOlderVersionsIsAmongTheMetrics) {
  const Profile profile = profiles("raw_2021_auto_units.csv")[0];
  ASSERT_TRUE(profile.shape);
  EXPECT_EQ(profile.shape->block.y, 8u);
  EXPECT_EQ(profile.shape->grid.y, 512u);
  EXPECT_EQ(profile.shape->dynamic_shared_bytes, 98304u);
  EXPECT_TRUE(profile.unseen.empty());
}

TEST(NcuReport, NamesOfTheDetailsPageBecomeNamesOfMetrics) {
  const auto launches = profiles("details_2025_rules.csv");
  ASSERT_EQ(launches.size(), 1u);
  const Profile& profile = launches[0];
  EXPECT_DOUBLE_EQ(metric(profile, "gpu__time_duration.sum"), 149790);
  EXPECT_EQ(metric(profile, "sm__throughput.avg.pct_of_peak_sustained_elapsed"), 12.75);
  EXPECT_EQ(metric(profile, "launch__registers_per_thread"), 24);
  EXPECT_EQ(metric(profile, "launch__sm_count"), 132);
  EXPECT_EQ(metric(profile, "sm__warps_active.avg.pct_of_peak_sustained_active"), 83.2);
  EXPECT_EQ(profile.sm, 90);
  EXPECT_EQ(profile.device, "");
  ASSERT_TRUE(profile.shape);
  EXPECT_EQ(profile.shape->grid.x, 4096u);
}

TEST(NcuReport, TheUnitTellsTwoMetricsOfOneShownNameApart) {
  const Profile profile = profiles("details_2025_rules.csv")[0];
  EXPECT_EQ(metric(profile, "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"), 71.5);
  EXPECT_DOUBLE_EQ(metric(profile, "dram__bytes.sum.per_second"), 3.43e12);
}

TEST(NcuReport, ASizeThatThePageRoundsIsSaid) {
  const Profile profile = profiles("details_2025_rules.csv")[0];
  ASSERT_EQ(profile.unseen.size(), 1u);
  EXPECT_EQ(profile.unseen[0], "The size of dynamic shared memory is rounded in the report.");
}

TEST(NcuReport, AMetricStandsForAnotherWhereItWasNotCollected) {
  const Profile profile = profiles("details_2025_rules.csv")[0];
  const auto& all = profile.metrics.all();
  EXPECT_EQ(all.at("gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed").origin, Origin::measured);
  EXPECT_EQ(all.at("dram__throughput.avg.pct_of_peak_sustained_elapsed").origin, Origin::derived);
  EXPECT_EQ(all.at("dram__throughput.avg.pct_of_peak_sustained_elapsed").value, 71.5);
}

TEST(NcuReport, AdviceIsCleanSortedAndSaidOnce) {
  const Profile profile = profiles("details_2025_rules.csv")[0];
  ASSERT_EQ(profile.advice.size(), 4u);
  EXPECT_EQ(profile.advice[0].rule, "UncoalescedGlobalAccess");
  EXPECT_EQ(profile.advice[0].section, "SourceCounters");
  EXPECT_EQ(profile.advice[0].text,
            "Uncoalesced global accesses cost 1000 sectors. The Guide says \"how\" to mend it.");
  EXPECT_EQ(profile.advice[0].speedup_percent, 61.25);
  EXPECT_FALSE(profile.advice[0].is_local);
  EXPECT_EQ(profile.advice[1].kind, Advice::Kind::wrn);
  EXPECT_TRUE(profile.advice[2].is_local);
  EXPECT_EQ(profile.advice[3].kind, Advice::Kind::inf);
  EXPECT_EQ(profile.advice[3].text, "Memory works harder than compute. See Memory Workload Analysis.");
}

TEST(NcuReport, OlderNamesAndUnitsAreKnown) {
  const Profile profile = profiles("details_2020.csv")[0];
  EXPECT_EQ(metric(profile, "dram__throughput.avg.pct_of_peak_sustained_elapsed"), 46.47);
  EXPECT_EQ(metric(profile, "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"), 46.47);
  EXPECT_EQ(metric(profile, "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"), 46.47);
  EXPECT_EQ(metric(profile, "sm__throughput.avg.pct_of_peak_sustained_elapsed"), 22.48);
  EXPECT_DOUBLE_EQ(metric(profile, "gpc__cycles_elapsed.avg.per_second"), 1138.27e6);
  EXPECT_EQ(metric(profile, "gpu__time_duration.sum"), 8992);
  EXPECT_EQ(metric(profile, "launch__block_size"), 192);
  EXPECT_FALSE(profile.shape);
}

TEST(NcuReport, ColumnsOfNvtxDoNotDisturb) {
  const Profile profile = profiles("details_2022_nvtx.csv")[0];
  EXPECT_TRUE(profile.kernel.starts_with("void at::native::vectorized_elementwise_kernel<(int)4"));
  EXPECT_DOUBLE_EQ(metric(profile, "gpu__time_duration.sum"), 3100);
  ASSERT_EQ(profile.advice.size(), 2u);
  EXPECT_EQ(profile.advice[0].kind, Advice::Kind::opt);
  EXPECT_EQ(profile.advice[0].speedup_percent, 81.25);
  EXPECT_EQ(profile.advice[1].kind, Advice::Kind::wrn);
}

TEST(NcuReport, ATableOfChosenMetricsIsGroupedByLaunch) {
  const auto launches = profiles("metrics_2023.csv");
  ASSERT_EQ(launches.size(), 4u);
  EXPECT_EQ(launches[1].kernel, "scan_down(int *)");
  EXPECT_DOUBLE_EQ(metric(launches[3], "gpu__time_duration.sum"), 19800);
  EXPECT_DOUBLE_EQ(metric(launches[0], "dram__bytes.sum"), 819200);
}

TEST(NcuReport, TheOldestTablesAreReadWithMangledNames) {
  const Profile profile = profiles("metrics_2019.csv")[0];
  EXPECT_EQ(profile.kernel, "axpy(float, float*, float*)");
  EXPECT_EQ(metric(profile, "gpu__time_duration.avg"), 2848);
  EXPECT_EQ(metric(profile, "gpu__time_duration.sum"), 2848);
  EXPECT_DOUBLE_EQ(metric(profile, "dram__bytes_read.sum.per_second"), 611.53e9);
  ASSERT_EQ(profile.unseen.size(), 1u);
  EXPECT_EQ(profile.unseen[0], "1 metric has no value in the report: lts__t_sectors_op_read.sum.");
}

TEST(NcuReport, ASummaryHasAProfileForEachKernelAndShape) {
  const auto kernels = profiles("summary_2024.csv");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].launches, 14);
  EXPECT_DOUBLE_EQ(metric(kernels[0], "gpu__time_duration.sum"), 5500);
  EXPECT_EQ(metric(kernels[0], "sm__warps_active.avg.pct_of_peak_sustained_active"), 74.92);
  EXPECT_EQ(kernels[1].launches, 2);
  EXPECT_EQ(kernels[1].sm, 110);
}

TEST(NcuReport, DecimalCommasAreReadWhereTheFileIsClear) {
  const Profile profile = profiles("details_german_locale.csv")[0];
  EXPECT_DOUBLE_EQ(metric(profile, "gpu__time_duration.sum"), 1234560);
  EXPECT_EQ(metric(profile, "smsp__inst_executed.sum"), 12032000);
  EXPECT_EQ(metric(profile, "sm__throughput.avg.pct_of_peak_sustained_elapsed"), 46.47);
  EXPECT_DOUBLE_EQ(metric(profile, "dram__bytes.sum"), 47000e3);
}

TEST(NcuReport, OtherShownNamesAreKeptAndTellTheirSectionWhenRepeated) {
  const std::string text =
      "ID,Kernel Name,Section Name,Metric Name,Metric Unit,Metric Value\n"
      "0,k,First,Odd Thing,%,1\n0,k,Second,Odd Thing,%,2\n";
  const auto read = read_ncu_csv(text, "t.csv", ncu_names());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(metric(read.value()[0], "Odd Thing"), 1);
  EXPECT_EQ(metric(read.value()[0], "Second: Odd Thing"), 2);
}

TEST(NcuReport, LabelsThatASectionRepeatsAreLeftOutAndCounted) {
  const std::string text =
      "ID,Kernel Name,Section Name,Metric Name,Metric Unit,Metric Value\n"
      "0,k,Tables,Total,%,1\n0,k,Tables,Total,%,2\n0,k,Tables,Total,%,3\n";
  const auto read = read_ncu_csv(text, "t.csv", ncu_names());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(metric(read.value()[0], "Total"), 1);
  EXPECT_FALSE(read.value()[0].metrics.find("Tables: Total"));
  ASSERT_EQ(read.value()[0].unseen.size(), 1u);
  EXPECT_TRUE(read.value()[0].unseen[0].starts_with("2 values of the details page could not be told apart"));
}

TEST(NcuReport, LabelsWithNamesAreReadByTheName) {
  const auto read =
      read_ncu_csv(metric_table({"Elapsed Cycles (gpc__cycles_elapsed.max),cycle,12345"}), "t.csv", ncu_names());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(metric(read.value()[0], "gpc__cycles_elapsed.max"), 12345);
}

TEST(NcuReport, AMetricThatIsGivenTwiceKeepsItsFirstValueAndSaysSo) {
  const auto read =
      read_ncu_csv(metric_table({"dram__bytes.sum,byte,100", "dram__bytes.sum,byte,300"}), "t.csv", ncu_names());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(metric(read.value()[0], "dram__bytes.sum"), 100);
  ASSERT_EQ(read.value()[0].unseen.size(), 1u);
  EXPECT_NE(read.value()[0].unseen[0].find("given twice"), std::string::npos);
}

TEST(NcuReport, WhatAProgramPrintsBetweenQuotedRowsIsNoRow) {
  std::string text = ncu_fixture("metrics_2023.csv");
  text.insert(text.find("\"2\",\"7\""), "iteration 2, all well\n");
  const auto read = read_ncu_csv(text + "done\n", "t.csv", ncu_names());
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read.value().size(), 4u);
}

TEST(NcuReport, TablesAppendedToOneAnotherAreOne) {
  const std::string text = ncu_fixture("metrics_2023.csv");
  std::string again = text;
  size_t at = 0;
  while ((at = again.find(",\"7\",\"bench\"", at)) != again.npos) again.replace(at, 4, ",\"8\"");
  const auto read = read_ncu_csv(text + again, "t.csv", ncu_names());
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read.value().size(), 8u);
}

}  // namespace ncu_report_test
