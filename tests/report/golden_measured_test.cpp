// Golden files of what a real GPU adds to a diagnosis and a profile: samples, passes, NVIDIA's advice, refusals.
#include "profile/measured/counter_refusal.h"
#include "report/diagnose/diagnose_view.h"
#include "report/diagnose/profile_view.h"
#include "report/golden.h"

namespace whet {

namespace golden_measured_test {

using test::expect_golden_view;

LineCounts sampled_line(uint32_t number, double samples, Stalls stalls) {
  LineCounts line;
  line.file = "/home/me/gather.cu";
  line.line = number;
  line.samples = samples;
  line.stalls = std::move(stalls);
  return line;
}

LaunchDiagnosis gathered() {
  LaunchDiagnosis found;
  found.profile.kernel = "gather(int const*, float const*, float*)";
  found.profile.collector = "CUPTI";
  found.profile.passes = 9;
  found.profile.metrics.set("gpu__time_duration.sum", 149790, Origin::measured);
  found.profile.shares.emplace();
  found.profile.shares->set(Resource::dram, 0.7);
  found.profile.shares->explain_rest_by_latency();
  found.profile.unseen = {"this GPU does not have unknown__x.sum"};
  found.bound = BoundClass::memory;
  found.lines.lines = {sampled_line(4, 600, {{"long_scoreboard", 0.54}, {"wait", 0.06}}),
                       sampled_line(6, 390, {{"selected", 0.39}}), sampled_line(9, 5, {{"wait", 0.005}})};
  found.lines.samples = 1000;
  const Advice uncoalesced{Advice::Kind::opt,
                           "UncoalescedGlobalAccess",
                           "Source Counters",
                           "Uncoalesced accesses cost 1000 sectors.",
                           61.25,
                           false};
  const Advice occupancy{Advice::Kind::wrn, "AchievedOccupancy", "Occupancy", "Occupancies differ.", 16.8, true};
  const Advice busy{Advice::Kind::inf, "SOLBottleneck", "Speed Of Light", "Memory works harder.", {}, false};
  found.nvidia = {
      {uncoalesced, AdviceRelation::agrees, {"uncoalesced_loads"}, "agrees with uncoalesced_loads (expected 2.00x)"},
      {occupancy,
       AdviceRelation::differs,
       {"tail_wave"},
       "whet has no such finding, because these conditions do not hold: tail_wave (grid.tail 1.02)"},
      {busy, AdviceRelation::not_covered, {}, "whet has no such finding: it names the busiest unit"}};
  return found;
}

DiagnoseView diagnosed(const LaunchDiagnosis& found) {
  DiagnoseView view;
  view.device = "cuda:0";
  view.compiled = "sm_90 by NVRTC 13.0";
  view.launches = {collect_diagnosis(found, [](const std::string&) {
    return std::string("//\n//\n//\nx = table[index[i]];\n//\nout[i] = x;\n//\n//\nreturn;\n");
  })};
  return view;
}

TEST(GoldenDiagnose, SamplesAndAdviceOfARealGpu) {
  expect_golden_view("diagnose_measured", diagnosed(gathered()));
}

TEST(GoldenDiagnose, WithoutCountersItSaysSo) {
  LaunchDiagnosis found = gathered();
  found.profile.collector = "virtual GPU, time measured";
  found.profile.passes = 0;
  found.lines = {};
  found.nvidia.clear();
  found.profile.unseen = {unseen_without_counters(
      refusal_of(failed("cuptiRangeProfilerStart failed: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES")))};
  expect_golden_view("diagnose_no_counters", diagnosed(found));
}

TEST(GoldenProfile, HotLinesAndHotSass) {
  const LaunchDiagnosis found = gathered();
  LaunchRecord launch;
  launch.profile = found.profile;
  launch.profile.device = "NVIDIA H200";
  SampledCode code;
  code.instructions = {{0x40, "LDG.E", "/home/me/gather.cu", 4, 600, 500, {{"long_scoreboard", 540}, {"wait", 60}}},
                       {0x80, "STG.E", "/home/me/gather.cu", 6, 390, 0, {{"selected", 390}}},
                       {0x90, "EXIT", "", 0, 10, 5, {{"wait", 10}}}};
  code.samples = 1000;
  code.elsewhere = 12;
  code.dropped = 3;
  code.period_cycles = 1024;
  launch.profile.sampled = code;
  launch.lines = found.lines;
  launch.texts = {"x = table[index[i]];", "out[i] = x;", "return;"};
  DiagnosisRecord record;
  record.problem = "gather";
  record.launches = {launch};
  expect_golden_view("profile_sampled", collect_profile(std::move(record), std::nullopt, nullptr, {}));
}

}  // namespace golden_measured_test

}  // namespace whet
