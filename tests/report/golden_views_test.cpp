// Golden files of what commands show of one call: check, bench, run, exec, doctor, replay, and a run that you drive.
#include "report/diagnose/diagnose_view.h"
#include "report/diagnose/profile_view.h"
#include "report/diagnose/skill_view.h"
#include "report/facts/doctor_view.h"
#include "report/golden.h"
#include "report/judge/baseline_view.h"
#include "report/judge/bench_view.h"
#include "report/judge/check_view.h"
#include "report/optimize/manual_view.h"
#include "report/optimize/replay_view.h"
#include "report/plan_fixture.h"
#include "report/run/exec_view.h"
#include "report/run/run_view.h"
#include "support/source_folder.h"

namespace whet {

namespace golden_views_test {

using test::expect_golden;
using test::expect_golden_view;

Verdict agreement() {
  OutputVerdict output{"out", ElementType::f32, {4, 8}, PrecisionClass::fp32, {}};
  output.comparison.count = 32;
  output.comparison.max_absolute = 1.2e-6;
  output.comparison.max_relative = 3e-6;
  return {{output}};
}

Verdict difference() {
  Verdict verdict = agreement();
  Comparison& comparison = verdict.outputs.front().comparison;
  comparison.mismatches = 2;
  comparison.first = Mismatch{9, 1, 2};
  comparison.worst = Mismatch{31, 5, 7};
  return verdict;
}

CheckView checked() {
  CheckView view;
  view.problem = "examples/softmax";
  view.device = "virtual:h200";
  view.compiled = "sm_90a by NVRTC 13.0";
  view.reference = "reference.cpp";
  view.isolation = "a process of its own: landlock 7 + seccomp + limits";
  view.seed = 7;
  view.cases = 2;
  view.report.trials = {
      {"default", "plain", "with the problem's data", Outcome::correct, "", agreement(), {{"in", -4, 4, false}}},
      {"odd", "NaNs", "with NaNs", Outcome::correct, "", agreement(), {{"in", -4, 4, true}}}};
  view.report.contract = {{"zeros", true, true}, {"inputs in f16", false, false}};
  return view;
}

Timing timing_of(double seconds, Origin origin) {
  Timing timing;
  std::vector<double> all;
  for (int i = -2; i <= 2; ++i) all.push_back(seconds * (1 + 0.001 * i));
  for (const double each : all) timing.sampling.samples.push_back({each, 1.98e9, 0});
  timing.seconds = spread(all);
  timing.clock_hz = spread({1.98e9, 1.98e9});
  timing.stopped = StopReason::quiet;
  timing.sampling.origin = origin;
  timing.sampling.empty_seconds = 2e-6;
  if (origin == Origin::modelled)
    timing.sampling.low_seconds = 0.8 * seconds, timing.sampling.high_seconds = 1.25 * seconds;
  return timing;
}

BenchView benched(Origin origin) {
  const Knowledge knowledge;
  const Hardware hardware(knowledge);
  BenchView view;
  view.is_virtual = origin == Origin::modelled;
  view.device = view.is_virtual ? "virtual:h200" : "cuda:0";
  view.gpu = "H200 SXM 141GB";
  view.case_name = "default";
  view.dims = {{"n", 1048576}};
  view.tunables = {{"BLOCK", 256}};
  view.seed = 7;
  KernelWork work;
  work.floor.bytes = 480e6;
  work.floor.flops = 67e8;
  for (const char* name : {"before.cu", "after.cu"}) {
    BenchKernel kernel;
    kernel.name = name;
    kernel.compiled = "sm_90a by NVRTC 13.0";
    kernel.result = "3 trials agree with reference.cpp";
    const double seconds = view.kernels.empty() ? 400e-6 : 200e-6;
    const Gpu gpu = hardware.gpu("h200").value();
    const auto measurements = hardware.measurements().value();
    kernel.timings = {collect_timing(
        measured_timing(SamplingPlan::Cache::cold, timing_of(seconds, origin), work.floor, gpu, measurements), work,
        gpu, measurements)};
    view.kernels.push_back(kernel);
  }
  SpeedComparison comparison;
  comparison.outcome = Outcome::faster;
  comparison.reason = "the 99.8 % interval 1.98 to 2.02 excludes 1";
  comparison.time = {2, {1.99, 2.01, 0.95}, {1.98, 2.02, 0.998}};
  comparison.rounds = 52;
  comparison.origin = origin;
  view.comparison = comparison;
  return view;
}

RunView ran() {
  LaunchView launch;
  launch.kernel = "copy(float const*, float*, int)";
  launch.shape = {{64, 2}, {256}};
  launch.blocks_run = launch.grid_blocks = 128;
  launch.time = Time{20e-6, 16e-6, 25e-6, Origin::modelled};
  vgpu::TimeEstimate estimate;
  estimate.seconds = 20e-6;
  estimate.bounds = {{"DRAM", 16e-6, 0.8, 0.7}, {"latency", 8e-6, 0.4, 0.1}};
  estimate.headroom = 0.5;
  estimate.launch_seconds = 2e-6;
  estimate.waves = 0.25;
  estimate.tail = 1.5;
  estimate.from_machine_code = true;
  launch.estimate = estimate;
  launch.occupancy = Occupancy{.blocks = 8, .warps = 64, .fraction = 1};
  launch.most_warps = 64;
  launch.accesses = {{"global loads", 100, 3200, 400, 0, 0}, {"shared loads", 100, 0, 0, 100, 100}};
  launch.l1_hit_rate = 0.5;
  launch.warp_instructions = 4096;
  launch.lanes_active = 0.5;
  launch.branches = 10;
  launch.diverged = 5;
  launch.dram_bytes = 2 << 20;
  RunView view;
  view.problem = "examples/copy";
  view.device = "virtual:h200";
  view.gpu = "H200 SXM 141GB";
  view.sms = 132;
  view.compiled = "sm_90a by NVRTC 13.0";
  view.case_name = "default";
  view.dims = {{"n", 1024}};
  view.seed = 1;
  view.reference = "reference.cpp";
  view.verdict = agreement();
  view.launches = {launch};
  return view;
}

// A problem's run that is driven by hand.
const ManualRunName k_driven{3, "softmax", "virtual:h200", " --project examples/softmax"};

CandidateVerdict judged(Outcome outcome, const char* reason) {
  CandidateVerdict verdict;
  verdict.id = 1;
  verdict.outcome = outcome;
  verdict.reason = reason;
  verdict.trials = 39;
  verdict.compiler = "NVRTC 13.0";
  verdict.resources = {{"softmax", 30, 0, 0, 0, 4096}};
  CaseTiming timing;
  timing.name = "default";
  timing.seconds = 20e-6;
  timing.sampling.origin = Origin::modelled;
  verdict.timings = {timing};
  return verdict;
}

TEST(GoldenCheck, Correct) {
  expect_golden_view("check_correct", checked());
}

TEST(GoldenCheck, Wrong) {
  CheckView view = checked();
  view.candidate = "mine.cu";
  view.report.outcome = Outcome::wrong;
  view.report.reason = "`out` differs in 2 of 32 elements with NaNs";
  view.report.trials.back().outcome = Outcome::wrong;
  view.report.trials.back().reason = view.report.reason;
  view.report.trials.back().verdict = difference();
  view.report.notes = {"special values are told, not held against it"};
  expect_golden_view("check_wrong", view);
}

TEST(GoldenCheck, OfABareKernel) {
  CheckView view = checked();
  view.problem = "mine.cu";
  view.flags = " --ref mine.cu --dims n=1M";
  view.assumed = {"`in` has n elements", "256 threads a block, a thread for each element of `out` (--grid, --block)"};
  view.saved = "problem.toml";
  expect_golden_view("check_bare", view);
}

TEST(GoldenBench, Modelled) {
  expect_golden_view("bench_modelled", benched(Origin::modelled));
}

TEST(GoldenBench, MeasuredWithBaselines) {
  BenchView view = benched(Origin::measured);
  BaselineResult torch{"torch", BaselineOutcome::timed,           {}, {}, "NVIDIA H200, torch 2.9.0",
                       true,    timing_of(5e-4, Origin::measured)};
  BaselineResult absent{"flashinfer", BaselineOutcome::skipped, "python3 has no flashinfer"};
  view.baselines = collect_baselines({torch, absent}, view);
  expect_golden_view("bench_measured", view);
}

TEST(GoldenBench, AWrongKernelIsNotTimed) {
  BenchView view = benched(Origin::modelled);
  view.comparison.reset();
  view.kernels.pop_back();
  view.kernels.front().outcome = Outcome::wrong;
  view.kernels.front().result = "`out` differs in 2 of 32 elements with the problem's data";
  view.kernels.front().timings.clear();
  expect_golden_view("bench_wrong", view);
}

TEST(GoldenRunView, Correct) {
  expect_golden_view("run_correct", ran());
}

TEST(GoldenRunView, WrongWithFindings) {
  RunView view = ran();
  view.verdict = difference();
  view.checks = "memory, race";
  view.launches.front().findings = {{"race on shared memory: threads 0 and 32 write s[0]", "copy.cu:7"}};
  expect_golden_view("run_wrong", view);
}

TEST(GoldenRunView, LinesAndCounters) {
  RunView view = ran();
  LaunchView& launch = view.launches.front();
  launch.counters = {{"Memory", {{"dram__bytes_read.sum", 2097152}, {"lts__t_sectors.sum", 0}}}};
  LineTable table;
  table.from_machine_code = true;
  table.lines = {{{"copy.cu", 3, 4096, 65536, 0.75, 3200, 400}, "  out[i] = in[i];", true}};
  table.unplaced_share = 0.25;
  table.ptx = {{"ld.global.f32", 12, "copy.cu:3", 100, 3200}};
  launch.lines = table;
  expect_golden_view("run_lines_counters", view);
}

DiagnoseView diagnosed() {
  DiagnoseView view;
  view.problem = "softmax";
  view.device = "virtual:h200";
  view.gpu = "H200 SXM 141GB";
  view.compiled = "sm_90a by NVRTC 13.0";
  view.case_name = "default";
  view.dims = {{"rows", 2048}};
  view.notes = {"the work is derived, not declared"};
  view.patterns = {"row reduction"};
  view.ceiling.bounds = {{"DRAM bandwidth", 1.75e-6, 0, "S14"}};
  const Rate dram{4.3e12, "memory_bandwidth", "whet calibrate, 2026-11-17", RateOrigin::measured};
  const ReachablePart part{"DRAM", {8.4e6, WorkOrigin::derived}, dram, 9.1e-6, 4.65};
  view.reach = {{{part}, 3.4e-6, 0.06}, 157e-6};
  view.levels = {part};
  DiagnosedLaunch launch;
  launch.kernel = "softmax(float const*, float*, int, int)";
  launch.collector = "virtual GPU";
  launch.seconds = 157e-6;
  launch.bound = "memory";
  launch.bounds = {{"L1 cache", 0.9, 0.78}, {"latency", 0.4, 0.19}};
  launch.actions = {{"uncoalesced_loads",
                     "global loads fetch 8.0 times the sectors that their lanes use",
                     0.42,
                     "high",
                     "softmax.cu:11",
                     "sum += expf(from[c] - high);",
                     {{"load.excess", 8}},
                     {"let neighbouring lanes read neighbouring elements"},
                     "",
                     {},
                     {"memory.coalesced_access"},
                     "uncoalesced_access"}};
  launch.plan = test::sample_plan();
  launch.in_code = {"4 global loads are waited for at once"};
  launch.costs_little = {"registers hold it to 24 of 64 warps"};
  launch.undecided = {{"narrow_access", {"load.bytes_a_lane"}}};
  launch.unseen = {"times and shares are modelled"};
  view.launches = {launch};
  view.detailed = true;
  return view;
}

TEST(GoldenDiagnose, WhatBindsAndWhatToDo) {
  expect_golden_view("diagnose", diagnosed());
}

TEST(GoldenDiagnose, InShort) {
  DiagnoseView view = diagnosed();
  view.detailed = false;
  expect_golden_view("diagnose_short", view);
}

TEST(GoldenSkill, One) {
  Skill skill{"bank_conflicts", "Bank conflicts", "Lanes touch one bank.", {}};
  skill.sections = {{"Fixes", "1. Pad the row\n   by one element.\n2. Permute columns."},
                    {"Worked example",
                     "A tile.\n\n```cuda before\nint x;\n```\n| figure | before |\n| --- | --- |\n"
                     "| time | 2 us |\n\nModelled."}};
  expect_golden_view("skill", SkillView{{skill}, false});
}

TEST(GoldenSkill, List) {
  expect_golden_view("skill_list", SkillView{{{"spills", "Spills", "Registers spill.", {}}}, true});
}

TEST(GoldenDiagnose, NothingToDo) {
  DiagnoseView view = diagnosed();
  view.launches.front().actions.clear();
  view.launches.front().plan = make_plan({}, {{"bound.memory", 1}});
  view.detailed = false;
  expect_golden_view("diagnose_nothing", view);
}

TEST(GoldenDiagnose, ARecordedLaunchWithItsPictures) {
  const Knowledge knowledge;
  const std::string path = test::source_folder() + "/tests/diagnose/golden/healthy_sgemm.json";
  const auto record = parse_diagnosis_record(DiskFileSystem().read(path).value(), path);
  ASSERT_TRUE(record.ok()) << record.error().what;
  const Gpu gpu = Hardware(knowledge).gpu(record->gpu).value();
  const auto measurements = Hardware(knowledge).measurements().value();
  expect_golden_view("diagnose_pictures", collect_diagnose(*record, &gpu, measurements, AdviceBook{}));
}

DiagnosisRecord profiled() {
  DiagnosisRecord record;
  record.notes = {"a note"};
  LaunchRecord& launch = record.launches.emplace_back();
  launch.profile.kernel = "copy(float*)";
  launch.profile.collector = "Nsight Compute";
  launch.profile.device = "NVIDIA H200";
  launch.profile.passes = 3;
  const auto measured = [&](const char* name, double value) {
    launch.profile.metrics.set(name, value, Origin::measured);
  };
  measured("launch__grid_size", 40);
  measured("gpu__time_duration.sum", 2000);
  measured("dram__bytes_read.sum", 4096000);
  measured("lts__t_bytes.sum", 8192000);
  measured("lts__t_sector_hit_rate.pct", 12.5);
  measured("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 5e6);
  measured("smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", 6);
  measured("smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", 2);
  TimeShares shares;
  shares.set(Resource::dram, 0.8);
  shares.explain_rest_by_latency();
  launch.profile.shares = shares;
  launch.profile.advice = {{Advice::Kind::opt, "UncoalescedGlobalAccess", "Source Counters", "uncoalesced", 74.0}};
  launch.profile.unseen = {"power"};
  LineCounts line;
  line.file = "copy.cu";
  line.line = 3;
  line.warps = 100;
  line.lanes = 3200;
  line.share = 0.75;
  line.sectors = 800;
  line.ideal_sectors = 400;
  line.stalls = {{"long_scoreboard", 0.7}, {"wait", 0.1}};
  launch.lines.lines = {line};
  launch.texts = {"out[i] = in[i];"};
  launch.code = {{{0x90, "@!P0 LDG.E R4 <- R2,R3", "copy.cu", 3, 100, 3200, 0.2, {{"long_scoreboard", 0.7}}}}, 24};
  return record;
}

ProfileView profile_view(std::optional<DiagnosisRecord> before) {
  const Knowledge knowledge;
  const Gpu gpu = Hardware(knowledge).gpu("h200").value();
  return collect_profile(profiled(), std::move(before), &gpu, Hardware(knowledge).measurements().value());
}

TEST(GoldenProfile, MetricsLinesAndAdvice) {
  expect_golden_view("profile", profile_view(std::nullopt));
}

TEST(GoldenProfile, WhatChanged) {
  DiagnosisRecord before = profiled();
  before.launches.front().profile.metrics.set("dram__bytes_read.sum", 8192000, Origin::measured);
  before.launches.front().profile.metrics.set("gpu__time_duration.sum", 3000, Origin::measured);
  before.launches.front().profile.metrics.set("launch__registers_per_thread", 32, Origin::measured);
  expect_golden_view("profile_against", profile_view(before));
}

TEST(GoldenExec, Summary) {
  ExecView view{"./program", 0, {}};
  view.usage.device = "virtual:h200";
  view.usage.gpu = "H200 SXM 141GB";
  view.usage.kernels = {{"fill(int*)", 2, 3e-6}, {"sum(int*)", 1, 1e-6}};
  view.usage.copied_to_device = 4096;
  view.usage.allocated_most = 1 << 20;
  expect_golden_view("exec", view);
}

TEST(GoldenDoctor, AMachineWithoutAGpu) {
  MachineReport report;
  report.host.system = "Debian GNU/Linux 12";
  report.host.architecture = "aarch64";
  report.seconds = 0.25;
  Probe gpu = begin_probe("gpu");
  gpu.detail = "no driver";
  gpu.mend = "run whet on a machine with an NVIDIA GPU";
  Probe nvcc = begin_probe("nvcc");
  nvcc.status = ProbeStatus::found;
  nvcc.version = "13.0.88";
  nvcc.path = "/usr/local/cuda/bin/nvcc";
  report.probes = {gpu, nvcc};
  expect_golden_view("doctor", collect_doctor(report));
}

TEST(GoldenReplay, TwoStrategies) {
  ReplayView view;
  view.budget = 50;
  view.repeats = 10;
  view.seed = 1;
  view.marks = {25, 50};
  view.random_marks = {25, 50, 100};
  view.strategies = {"portfolio", "local"};
  view.spaces = {{"sgemm_h200",
                  "sgemm",
                  "NVIDIA H200",
                  "measured",
                  1980,
                  1978,
                  8,
                  1e-4,
                  {0.8, 0.9, 0.95},
                  {{0.9, 1}, {0.85, 0.97}},
                  {0.6, 0.4}}};
  view.summaries = {{"portfolio", {0.9, 1}, 0.6, 1}, {"local", {0.85, 0.97}, 0.4, 0.97}};
  view.random = {"random", {0.8, 0.9, 0.95}, 0, 0.9};
  expect_golden_view("replay", view);
}

TEST(GoldenDriven, Start) {
  StartView view;
  view.run = k_driven;
  view.original = judged(Outcome::correct, "");
  view.seconds = 20e-6;
  view.share = 0.25;
  view.ceiling = "DRAM bandwidth";
  view.floor_seconds = 5e-6;
  view.memory = {"TILE = 32 was 1.40x faster"};
  expect_golden_view("start", view);
}

TEST(GoldenDriven, RoundWithALeaderAndAWrongOne) {
  RoundView view;
  view.run = k_driven;
  view.report.round = 1;
  view.report.leader_before = 1;
  view.report.leader = 2;
  view.report.seconds = 10e-6;
  view.report.speedup = 2;
  view.report.share = 0.5;
  SubmittedCandidate better;
  better.file = "warp.cu";
  better.index = 2;
  better.verdict = judged(Outcome::correct, "");
  better.over_original = store::Speedup{2, 1.9, 2.1};
  better.against_leader = OverallComparison{Outcome::faster, "", 2, 1.9, 2.1};
  better.proofs = {{"compute.warp_shuffle", Proof::proven, "SHFL 5, parent 0"}};
  better.leads = true;
  SubmittedCandidate wrong;
  wrong.file = "wrong.cu";
  wrong.index = 3;
  wrong.verdict = judged(Outcome::wrong, "`out` differs in 3 of 1024 elements");
  view.report.candidates = {better, wrong};
  expect_golden_view("submit", view);
}

TEST(GoldenDriven, Ablation) {
  AblationView view;
  view.run = k_driven;
  view.report.candidate = 2;
  view.report.parent = 1;
  view.report.whole = {Outcome::faster, "", 2, 1.9, 2.1};
  PartReport edit;
  edit.attribution = {2, store::PartKind::edit, "edit 1", store::Speedup{1.8, 1.7, 1.9}, store::PartVerdict::effective,
                      ""};
  edit.what = "warp.cu:12: value += __shfl_xor_sync(~0u, value, 16);";
  edit.outcome = Outcome::faster;
  PartReport needed;
  needed.attribution = {2, store::PartKind::edit, "edit 2", {}, store::PartVerdict::undecided, ""};
  needed.what = "warp.cu:20: if (lane == 0) out[row] = value;";
  needed.without = "wrong: `out` differs in 3 of 1024 elements";
  PartReport method;
  method.attribution = {2,
                        store::PartKind::method,
                        "compute.warp_shuffle",
                        store::Speedup{1.8, 1.7, 1.9},
                        store::PartVerdict::effective,
                        "SHFL 5, parent 0"};
  method.what = "edit 1";
  method.outcome = Outcome::faster;
  view.report.edits = {edit, needed};
  view.report.methods = {method};
  expect_golden_view("ablate", view);
}

}  // namespace golden_views_test
}  // namespace whet
