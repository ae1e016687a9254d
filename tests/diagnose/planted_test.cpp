// Kernels in which one bottleneck was planted, and healthy ones: the diagnosis from the virtual GPU's counts alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include <map>

#include "compile/compiler.h"
#include "describe/derived_work.h"
#include "describe/kernel_meaning.h"
#include "device/open/open_device.h"
#include "diagnose/diagnose_problem.h"
#include "problem/build.h"
#include "util/clock.h"
#include "util/system/process.h"
#include "util/text/toml.h"

namespace whet {
namespace planted_test {

const std::string k_corpus = std::string(WHET_SOURCE_DIR) + "/tests/diagnose/";

struct PlantedCase {
  std::string file, size;             // "planted/bank_conflicts/a.toml", "small"
  std::vector<std::string> accepted;  // rules
  bool known_wrong = false;           // listed as not found
};

std::string name_of_case(const testing::TestParamInfo<PlantedCase>& info) {
  std::string name = info.param.file + "_" + info.param.size;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

// The rules that name a planted bottleneck.
std::vector<std::string> rules_for(const std::string& bottleneck) {
  static const std::map<std::string, std::vector<std::string>> k_others{
      {"global_atomics_one_address", {"global_atomics"}},
      {"shared_atomics_contended", {"shared_atomics"}},
      {"spills", {"register_spills"}},
      {"narrow_loads", {"narrow_access"}},
      {"strided_structs", {"uncoalesced_loads", "strided_access"}},
      {"redundant_loads", {"redundant_loads", "untiled_product", "stencil_loads"}},
  };
  const auto found = k_others.find(bottleneck);
  return found == k_others.end() ? std::vector<std::string>{bottleneck} : found->second;
}

TomlValue read_table(const std::string& name) {
  std::ifstream file(k_corpus + name);
  std::stringstream text;
  text << file.rdbuf();
  auto parsed = parse_toml(text.str(), name);
  return parsed.ok() ? std::move(*parsed) : TomlValue{};
}

std::string text_of(const TomlValue& table, std::string_view key) {
  auto text = optional_string(table, key, "bottlenecks.toml");
  return text.ok() ? *text : "";
}

std::vector<std::string> texts_of(const TomlValue& table, std::string_view key) {
  auto texts = optional_strings(table, key, "bottlenecks.toml");
  return texts.ok() ? *texts : std::vector<std::string>{};
}

std::vector<PlantedCase> planted_cases() {
  std::vector<PlantedCase> cases;
  const TomlValue root = read_table("planted/bottlenecks.toml");
  const TomlValue* const all = root.find("bottleneck");
  for (const TomlValue& each : all ? *all->as_array() : TomlArray{}) {
    const std::string name = text_of(each, "name");
    const std::vector<std::string> missed = texts_of(each, "missed");
    for (const std::string style : {"a", "b"}) {
      std::vector<std::string> accepted = rules_for(name);
      const TomlValue* const accept = each.find("accept");
      for (const TomlValue& other : accept ? *accept->as_array() : TomlArray{}) {
        const auto styles = texts_of(other, "styles");
        if (std::find(styles.begin(), styles.end(), style) == styles.end()) continue;
        for (const std::string& rule : rules_for(text_of(other, "name"))) accepted.push_back(rule);
      }
      for (const std::string size : {"small"}) {  // bench/diagnose has the large ones too
        const bool wrong = std::find(missed.begin(), missed.end(), style + " " + size) != missed.end();
        cases.push_back({"planted/" + name + "/" + style + ".toml", size, accepted, wrong});
      }
    }
  }
  return cases;
}

std::vector<std::string> with_alternatives(const TomlValue& kernel) {
  std::vector<std::string> accepted = rules_for(text_of(kernel, "bottleneck"));
  for (const std::string& name : texts_of(kernel, "also")) {
    for (const std::string& rule : rules_for(name)) accepted.push_back(rule);
  }
  return accepted;
}

// Kernels by somebody who had not seen the rules; a bottleneck "none" is a healthy kernel.
std::vector<PlantedCase> held_out_cases(bool healthy) {
  std::vector<PlantedCase> cases;
  const TomlValue root = read_table("held_out/expected.toml");
  const TomlValue* const all = root.find("kernel");
  for (const TomlValue& each : all ? *all->as_array() : TomlArray{}) {
    if ((text_of(each, "bottleneck") == "none") != healthy) continue;
    const auto missed = each.find("missed");
    cases.push_back({"held_out/" + text_of(each, "folder") + "/problem.toml", "", with_alternatives(each),
                     missed && missed->as_bool() && *missed->as_bool()});
  }
  return cases;
}

std::vector<PlantedCase> all_planted() {
  std::vector<PlantedCase> cases = planted_cases();
  for (PlantedCase& each : held_out_cases(false)) cases.push_back(std::move(each));
  return cases;
}

std::vector<PlantedCase> healthy_cases() {
  std::vector<PlantedCase> cases = held_out_cases(true);
  for (const auto& each : std::filesystem::directory_iterator(k_corpus + "healthy")) {
    if (!each.is_directory()) continue;
    cases.push_back({"healthy/" + each.path().filename().string() + "/problem.toml", "", {}});
  }
  std::sort(cases.begin(), cases.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  return cases;
}

class DiagnosisOf : public testing::TestWithParam<PlantedCase> {
 protected:
  Result<LaunchDiagnosis> diagnosed() {
    TRY(problem, load_problem(k_corpus + GetParam().file, files_));
    const KernelMeaning meaning = find_kernel_meaning(problem, compiler_);
    add_derived_work(problem, meaning, {files_, compiler_, knowledge_});
    TRY(opened, open_virtual_device("virtual:h200", {}, knowledge_));
    TRY(chosen, find_case(problem, GetParam().size));
    TRY(resolved, resolve_case(problem, chosen));
    TRY(builds, compiler_.compile(compile_request(problem, resolved, {opened->facts().architecture})));
    const SourceText source = [&](const std::string&) { return problem.source; };
    DiagnoseRequest request{problem, resolved, builds.front(), opened->facts(), source, std::nullopt};
    if (meaning.is_confirmed) request.patterns = meaning.patterns;
    TRY(found, diagnose_problem(request, *opened, files_, load_rules(knowledge_, "rules/run/").rules));
    return std::move(found.front());
  }

  static std::string summary(const LaunchDiagnosis& found) {
    std::string text = std::string(name_of(found.bound)) + ":";
    for (const Finding& each : found.diagnosis.findings) text += fmt::format(" {} {:.2f}", each.rule, each.rank);
    return text;
  }

  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  const Knowledge knowledge_;
  Compiler compiler_{{.cache_directory = testing::TempDir() + "whet_diagnose_cache"}, files_, processes_, clock_};
};

using PlantedBottleneck = DiagnosisOf;
TEST_P(PlantedBottleneck, IsTheFirstFinding) {
  const auto found = diagnosed();
  ASSERT_TRUE(found.ok()) << found.error().what << " " << found.error().where;
  const auto& findings = found->diagnosis.findings;
  const auto& accepted = GetParam().accepted;
  const bool is_first =
      !findings.empty() && std::find(accepted.begin(), accepted.end(), findings.front().rule) != accepted.end();
  EXPECT_EQ(is_first, !GetParam().known_wrong) << summary(*found);
}
INSTANTIATE_TEST_SUITE_P(Virtual, PlantedBottleneck, testing::ValuesIn(all_planted()), name_of_case);

using HealthyKernel = DiagnosisOf;
TEST_P(HealthyKernel, HasNoFindingAboveLow) {
  const auto found = diagnosed();
  ASSERT_TRUE(found.ok()) << found.error().what << " " << found.error().where;
  for (const Finding& each : found->diagnosis.findings)
    EXPECT_EQ(level_of(each.rank), FindingLevel::low) << summary(*found);
}
INSTANTIATE_TEST_SUITE_P(Virtual, HealthyKernel, testing::ValuesIn(healthy_cases()), name_of_case);

TEST(PlantedCorpus, AtMostAFifthIsMissed) {
  const auto cases = all_planted();
  ASSERT_GE(cases.size(), 48u);
  const auto missed =
      std::count_if(cases.begin(), cases.end(), [](const PlantedCase& each) { return each.known_wrong; });
  EXPECT_LE(missed * 5, static_cast<long>(cases.size()));
}

}  // namespace planted_test
}  // namespace whet
