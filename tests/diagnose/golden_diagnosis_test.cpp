// Recorded launches in, diagnoses out. The launches lie in tests/diagnose/golden as NAME.json, recorded on the virtual
// GPU by scripts/record_diagnoses.py or measured on an H200, and as tables of Nsight Compute; the diagnoses next to
// them as NAME.txt, which scripts/regenerate.sh writes. What must hold whatever those files say is asserted below.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "diagnose/diagnosis_record.h"
#include "judge/timing/floor.h"
#include "profile/measured_shares.h"
#include "profile/ncu/choose_profile.h"
#include "profile/ncu/ncu_report.h"
#include "support/source_folder.h"
#include "util/system/files.h"
#include "util/text/toml.h"

namespace whet {
namespace golden_diagnosis_test {

const std::string k_tests = test::source_folder() + "/tests/", k_golden = k_tests + "diagnose/golden/";

struct GoldenCase {
  std::string name, family, bound;
};

struct Diagnosed {
  DiagnosisRecord record;
  std::vector<LaunchDiagnosis> launches;
  std::optional<Gpu> gpu;

  const LaunchDiagnosis& first() const { return launches.front(); }
  bool fires(std::string_view rule) const {
    const auto& findings = first().advice.diagnosis.findings;
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& each) { return each.rule == rule; });
  }
  double fact(std::string_view name) const {
    const auto found = first().facts.find(name);
    return found == first().facts.end() ? 0 : found->second;
  }
};

std::string text_in(const TomlValue& table, std::string_view key) {
  return optional_string(table, key, "cases.toml").value();
}

const std::vector<GoldenCase>& cases() {
  static const std::vector<GoldenCase> all = [] {
    std::vector<GoldenCase> read;
    const TomlValue root = parse_toml(DiskFileSystem().read(k_golden + "cases.toml").value(), "cases.toml").value();
    for (const TomlValue& each : *root.find("case")->as_array())
      read.push_back({text_in(each, "name"), text_in(each, "family"), text_in(each, "bound")});
    return read;
  }();
  return all;
}

const AdviceBook& book() {
  static const AdviceBook all = load_advice(Knowledge());
  return all;
}

Diagnosed diagnosed(DiagnosisRecord record) {
  Diagnosed found{std::move(record), {}, std::nullopt};
  auto gpu = Hardware(Knowledge()).gpu(found.record.gpu);
  if (gpu) found.gpu = std::move(*gpu);
  for (const LaunchRecord& launch : found.record.launches)
    found.launches.push_back(diagnose_record(launch, found.gpu ? &*found.gpu : nullptr, book()));
  return found;
}

// Each is read and diagnosed once.
const std::map<std::string, Diagnosed>& recorded() {
  static const std::map<std::string, Diagnosed> all = [] {
    std::map<std::string, Diagnosed> read;
    for (const GoldenCase& each : cases()) {
      const std::string path = k_golden + each.name + ".json";
      const auto text = DiskFileSystem().read(path);
      if (!text) continue;
      auto record = parse_diagnosis_record(*text, path);
      EXPECT_TRUE(record.ok()) << path << ": " << (record.ok() ? "" : record.error().what);
      if (record) read.emplace(each.name, diagnosed(std::move(*record)));
    }
    return read;
  }();
  return all;
}

std::string finding_text(const LaunchDiagnosis& launch, const Finding& finding) {
  std::string text =
      fmt::format("{} {} {:.2f}: {}\n", name_of(level_of(finding.rank)), finding.rule, finding.rank, finding.text);
  for (const Evidence& each : finding.evidence) text += fmt::format("    {} {:.3g}\n", each.fact, each.value);
  if (!finding.where.empty() && !launch.lines.lines.empty()) text += "    where " + finding.where + "\n";
  for (const std::string& each : finding.suggestions) text += "    try " + each + "\n";
  return text;
}

std::string text_of(const Diagnosed& found) {
  static const std::vector<Measurement> measurements = Hardware(Knowledge()).measurements().value();
  std::string text;
  double seconds = 0;
  for (const LaunchDiagnosis& launch : found.launches) {
    text += fmt::format("{} on {}\nbound {}:", launch.profile.kernel, launch.profile.device, name_of(launch.bound));
    for (const char* const axis : {"memory", "compute", "latency", "launch"}) {
      const auto share = launch.facts.find(std::string("bound.") + axis);
      if (share != launch.facts.end()) text += fmt::format(" {} {:.2f}", axis, share->second);
    }
    text += "\n";
    for (const Finding& each : launch.advice.diagnosis.findings) text += finding_text(launch, each);
    for (const Undecided& each : launch.advice.diagnosis.undecided) text += "undecided " + each.rule + "\n";
    seconds += launch.profile.metrics.find("gpu__time_duration.sum").value_or(0) / 1e9;
  }
  if (!found.record.work || !found.gpu || seconds <= 0) return text;
  const PhysicsFloor floor = roofline(*found.record.work, *found.gpu, measurements);
  if (!floor.bounds.empty())
    text += fmt::format("ceiling {}: {:.2f} of it reached\n", floor.bounds.front().name, floor.seconds() / seconds);
  return text;
}

void expect_text(const std::string& name, const std::string& text) {
  const std::string path = k_golden + name + ".txt";
  DiskFileSystem files;
  if (std::getenv("WHET_REGENERATE")) {
    ASSERT_TRUE(files.write(path, text)) << path;
    return;
  }
  const auto golden = files.read(path);
  ASSERT_TRUE(golden) << path << " is missing: run scripts/regenerate.sh and read what it writes";
  EXPECT_EQ(text, *golden) << path << " differs: if that is meant, run scripts/regenerate.sh";
}

TEST(GoldenDiagnosis, OfRecordedLaunches) {
  for (const auto& [name, found] : recorded()) expect_text(name, text_of(found));
}

TEST(GoldenDiagnosis, EveryCaseIsRecordedAndNothingElseIs) {
  std::set<std::string> names, files;
  for (const GoldenCase& each : cases()) names.insert(each.name);
  for (const auto& each : std::filesystem::directory_iterator(k_golden)) {
    if (each.path().extension() == ".json") files.insert(each.path().stem().string());
  }
  EXPECT_EQ(names, files) << "run scripts/record_diagnoses.py";
  EXPECT_EQ(recorded().size(), names.size());
  EXPECT_GE(names.size(), 60u);
}

// Launches that were measured on an H200: bench/diagnose/README.md. Those without a plant are healthy.
TEST(GoldenDiagnosis, OfMeasuredLaunches) {
  size_t planted = 0, healthy = 0;
  for (const auto& each : std::filesystem::directory_iterator(k_golden + "measured")) {
    if (each.path().extension() != ".json") continue;
    const std::string name = each.path().stem().string();
    auto record = parse_diagnosis_record(DiskFileSystem().read(each.path().string()).value(), name);
    ASSERT_TRUE(record.ok()) << record.error().what;
    const Diagnosed found = diagnosed(std::move(*record));
    expect_text("measured/" + name, text_of(found));
    EXPECT_EQ(found.first().profile.collector, "CUPTI") << name;
    (name.ends_with("_small") ? planted : healthy) += 1;
    if (name.ends_with("_small")) continue;
    for (const Finding& finding : found.first().advice.diagnosis.findings)
      EXPECT_EQ(level_of(finding.rank), FindingLevel::low) << name << ": " << finding.rule;
  }
  EXPECT_GE(planted, 24u);
  EXPECT_GE(healthy, 20u);
}

TEST(GoldenDiagnosis, EveryFamilyIsBoundByWhatBindsIt) {
  std::set<std::string> families, gpus;
  for (const GoldenCase& each : cases()) {
    if (each.family.empty()) continue;
    families.insert(each.family);
    gpus.insert(recorded().at(each.name).record.gpu);
    EXPECT_EQ(name_of(recorded().at(each.name).first().bound), each.bound) << each.name;
  }
  EXPECT_GE(families.size(), 20u);
  EXPECT_GE(gpus.size(), 5u);
}

constexpr const char* k_access_rules[] = {"uncoalesced_loads", "uncoalesced_stores", "strided_access", "narrow_access",
                                          "redundant_loads",   "l2_thrash",          "stencil_loads",  "local_array",
                                          "bank_conflicts",    "shared_bound"};

TEST(GoldenDiagnosis, AStreamNearTheBandwidthIsNotToldToAccessMemoryOtherwise) {
  int near = 0;
  for (const GoldenCase& each : cases()) {
    if (each.family != "stream" && each.family != "big_stream") continue;
    const Diagnosed& found = recorded().at(each.name);
    near += found.fact("dram.share") >= 0.9;
    for (const char* const rule : k_access_rules) EXPECT_FALSE(found.fires(rule)) << each.name << " " << rule;
  }
  EXPECT_GE(near, 4);  // as many reach 90 %
}

TEST(GoldenDiagnosis, ATensorBoundProductIsComputeBound) {
  int products = 0;
  for (const auto& [name, found] : recorded()) {
    if (found.fact("pipe.tensor") < 0.8) continue;
    ++products;
    EXPECT_EQ(found.first().bound, BoundClass::compute) << name;
    EXPECT_FALSE(found.fires("tensor_cores_idle")) << name;
  }
  EXPECT_GE(products, 5);
}

TEST(GoldenDiagnosis, AStencilIsNotToldToTileLikeAProduct) {
  const auto product =
      std::find_if(book().run.begin(), book().run.end(), [](const Rule& r) { return r.id == "untiled_product"; });
  ASSERT_NE(product, book().run.end());
  int stencils = 0;
  for (const auto& [name, found] : recorded()) {
    if (found.fact("meaning.stencil") != 1) continue;
    ++stencils;
    for (const Finding& each : found.first().advice.diagnosis.findings) {
      EXPECT_NE(each.rule, product->id) << name;
      for (const std::string& advice : product->suggestions)
        EXPECT_EQ(std::count(each.suggestions.begin(), each.suggestions.end(), advice), 0) << name << ": " << each.rule;
    }
  }
  EXPECT_GE(stencils, 4);
}

TEST(GoldenDiagnosis, AProductThatReadsEverythingAgainIsTold) {
  for (const char* const name : {"gemm_naive_h200", "gemm_naive_a100"})
    EXPECT_EQ(recorded().at(name).first().advice.diagnosis.findings.front().rule, "untiled_product") << name;
}

TEST(GoldenDiagnosis, TheStallsOfAllLinesAreTheWholeOfAWarpsTime) {
  for (const auto& [name, found] : recorded()) {
    for (const LaunchRecord& launch : found.record.launches) {
      double sum = 0;
      for (const LineCounts& line : launch.lines.lines) sum += sum_of(line.stalls);
      EXPECT_LE(sum, 1.0001) << name;
      EXPECT_GE(sum, launch.lines.unplaced_share < 0.05 ? 0.8 : 0) << name;
    }
  }
}

Diagnosed of_report(const std::string& path, const std::string& kernel) {
  static const NcuNames names = NcuNames::load(Knowledge()).value();
  static const auto table = load_resource_metrics(Knowledge()).value();
  const auto profiles = read_ncu_csv(DiskFileSystem().read(path).value(), path, names).value();
  DiagnosisRecord record;
  Profile& profile = record.launches.emplace_back().profile;
  profile = choose_profile(profiles, kernel).value();
  profile.shares = measured_shares(profile.metrics, table);
  record.gpu = profile.device;
  return diagnosed(std::move(record));
}

std::set<std::string> kernels_in(const std::string& path) {
  static const NcuNames names = NcuNames::load(Knowledge()).value();
  std::set<std::string> kernels;
  const auto profiles = read_ncu_csv(DiskFileSystem().read(path).value(), path, names);
  for (const Profile& each : profiles.value()) kernels.insert(plain_kernel_name(each.kernel));
  return kernels;
}

TEST(GoldenDiagnosis, OfTablesOfNsightCompute) {
  int launches = 0;
  for (const std::string& folder : {k_tests + "profile/ncu/fixtures", k_golden + "ncu"}) {
    for (const auto& each : std::filesystem::directory_iterator(folder)) {
      if (each.path().extension() != ".csv") continue;
      std::string text;
      for (const std::string& kernel : kernels_in(each.path().string())) {
        text += text_of(of_report(each.path().string(), kernel)) + "\n";
        ++launches;
      }
      expect_text("ncu/" + each.path().stem().string(), text);
    }
  }
  EXPECT_GE(launches, 12);
}

TEST(GoldenDiagnosis, MeasuredStreamsAndProductsAreBoundAsCountedOnes) {
  const Diagnosed copy = of_report(k_tests + "profile/ncu/fixtures/raw_2025_base_units.csv", "copy");
  EXPECT_EQ(copy.first().bound, BoundClass::memory);
  for (const char* const rule : k_access_rules) EXPECT_FALSE(copy.fires(rule)) << rule;
  EXPECT_EQ(of_report(k_golden + "ncu/tensor_product.csv", "product").first().bound, BoundClass::compute);
}

}  // namespace golden_diagnosis_test
}  // namespace whet
