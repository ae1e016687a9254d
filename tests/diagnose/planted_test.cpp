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
#include "device/staged_problem.h"
#include "diagnose/diagnose_problem.h"
#include "problem/build.h"
#include "support/source_folder.h"
#include "util/clock.h"
#include "util/system/process.h"
#include "util/text/toml.h"
#include "vgpu/program/sampling.h"

namespace whet {
namespace planted_test {

const std::string k_corpus = test::source_folder() + "/tests/diagnose/";

constexpr double k_healthy_promise = 1.10;  // the most that a method may promise for a healthy kernel

struct PlantedCase {
  std::string file, size;             // "planted/bank_conflicts/a.toml", "small"
  std::vector<std::string> accepted;  // rules
  bool known_wrong = false;           // listed as not found
  bool plan_known_wrong = false;      // listed as not treated first by the plan
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
    const auto is_listed = [&](const char* key, const std::string& which) {
      const auto list = texts_of(each, key);
      return std::find(list.begin(), list.end(), which) != list.end();
    };
    for (const std::string style : {"a", "b"}) {
      std::vector<std::string> accepted = rules_for(name);
      const TomlValue* const accept = each.find("accept");
      for (const TomlValue& other : accept ? *accept->as_array() : TomlArray{}) {
        const auto styles = texts_of(other, "styles");
        if (std::find(styles.begin(), styles.end(), style) == styles.end()) continue;
        for (const std::string& rule : rules_for(text_of(other, "name"))) accepted.push_back(rule);
      }
      for (const std::string size : {"small"}) {  // bench/diagnose has the large ones too
        const std::string which = style + " " + size;
        cases.push_back({"planted/" + name + "/" + style + ".toml", size, accepted, is_listed("missed", which),
                         is_listed("plan_missed", which)});
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
    const auto is_set = [&](const char* key) {
      const TomlValue* const found = each.find(key);
      return found && found->as_bool() && *found->as_bool();
    };
    cases.push_back({"held_out/" + text_of(each, "folder") + "/problem.toml", "", with_alternatives(each),
                     is_set("missed"), is_set("plan_missed")});
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
    const DiagnoseRequest request{problem, resolved, builds.front(),    opened->facts(),
                                  source,  book_,    without_consent(), &meaning};
    TRY(staged, StagedProblem::stage(problem, resolved, builds.front(), *opened));
    TRY_VOID(staged.fill({1, 0}, files_));
    const Launch launch = staged.launches().front();
    TRY(report, opened->run(launch, {{}, true, vgpu::k_as_needed}));
    expect_run_says_the_same(request, launch, report);
    return diagnose_report(request, launch, report);
  }

  // `whet run` looks for what the kernel computes only where a finding depends on it.
  static void expect_run_says_the_same(const DiagnoseRequest& request, const Launch& launch,
                                       const VirtualReport& report) {
    DiagnoseRequest uninformed = request;
    uninformed.meaning = nullptr;
    const auto by_run = diagnose_report(uninformed, launch, report, [&] { return request.meaning; });
    const auto by_diagnose = diagnose_report(request, launch, report);
    ASSERT_TRUE(by_run.ok() && by_diagnose.ok());
    EXPECT_EQ(summary(*by_run), summary(*by_diagnose));
  }

  static std::string summary(const LaunchDiagnosis& found) {
    std::string text = std::string(name_of(found.bound)) + ":";
    for (const Finding& each : found.advice.diagnosis.findings) text += fmt::format(" {} {:.2f}", each.rule, each.rank);
    return text;
  }

  // Whether the first method of the plan is one that mends what is planted.
  bool treats_first(const Plan& plan) const {
    if (plan.methods.empty()) return false;
    const auto& accepted = GetParam().accepted;
    return std::any_of(book_.run.begin(), book_.run.end(), [&](const Rule& rule) {
      const bool is_planted = std::find(accepted.begin(), accepted.end(), rule.id) != accepted.end();
      const auto& mending = rule.methods;
      return is_planted && std::find(mending.begin(), mending.end(), plan.methods.front().method.id) != mending.end();
    });
  }

  // The first method that mends the first finding promises what the finding's rank says, or less.
  static void expect_promises_agree(const KernelAdvice& advice) {
    if (advice.diagnosis.findings.empty()) return;
    const Finding& first = advice.diagnosis.findings.front();
    for (const PlannedMethod& each : advice.plan.methods) {
      if (std::find(first.methods.begin(), first.methods.end(), each.method.id) == first.methods.end()) continue;
      const double ranked = 1 / (1 - std::min(first.rank, 0.999));
      EXPECT_LE(each.promise.expected.value_or(1), 1.1 * ranked) << each.method.id;
      EXPECT_GE(each.promise.expected.value_or(1), 0.99 * ranked) << each.method.id;
      return;
    }
  }

  // What `inspect` says of the code alone is in the diagnosis too: confirmed by the counts, or named as costing little.
  void expect_code_advice_is_answered(const LaunchDiagnosis& found) const {
    Facts code;
    for (const FactRow& row : fact_table()) {
      if (const auto known = found.facts.find(row.name); known != found.facts.end()) code.insert(*known);
    }
    for (const auto& [name, value] : found.facts) {
      if (is_of_meaning(name)) code.emplace(name, value);
    }
    const KernelAdvice inspected = advise(book_, code);
    EXPECT_FALSE(inspected.is_counted);
    const auto names = [](const std::vector<Finding>& findings, const std::string& rule) {
      return std::any_of(findings.begin(), findings.end(), [&](const Finding& each) { return each.rule == rule; });
    };
    for (const Finding& each : inspected.diagnosis.findings) {
      EXPECT_NE(names(found.advice.confirmed, each.rule), names(found.advice.costs_little, each.rule)) << each.rule;
      EXPECT_TRUE(each.rule != "shared_loads_feed_math" || !code.at("meaning.known") ||
                  code.at("meaning.matrix_product"))
          << "register tiles are for products";
    }
  }

  static std::string plan_summary(const Plan& plan) {
    std::string text = "plan:";
    for (const PlannedMethod& each : plan.methods)
      text += fmt::format(" {} {:.2f}x", each.method.id, each.promise.expected.value_or(0));
    return text;
  }

  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  const Knowledge knowledge_;
  const AdviceBook book_ = load_advice(knowledge_);
  Compiler compiler_{{.cache_directory = testing::TempDir() + "whet_diagnose_cache"}, files_, processes_, clock_};
};

using PlantedBottleneck = DiagnosisOf;
TEST_P(PlantedBottleneck, IsTheFirstFinding) {
  const auto found = diagnosed();
  ASSERT_TRUE(found.ok()) << found.error().what << " " << found.error().where;
  const auto& findings = found->advice.diagnosis.findings;
  const auto& accepted = GetParam().accepted;
  const bool is_first =
      !findings.empty() && std::find(accepted.begin(), accepted.end(), findings.front().rule) != accepted.end();
  EXPECT_EQ(is_first, !GetParam().known_wrong) << summary(*found);
  EXPECT_EQ(treats_first(found->advice.plan), !GetParam().plan_known_wrong) << plan_summary(found->advice.plan);
  expect_promises_agree(found->advice);
  expect_code_advice_is_answered(*found);
}
INSTANTIATE_TEST_SUITE_P(Virtual, PlantedBottleneck, testing::ValuesIn(all_planted()), name_of_case);

using HealthyKernel = DiagnosisOf;
TEST_P(HealthyKernel, HasNoFindingAboveLow) {
  const auto found = diagnosed();
  ASSERT_TRUE(found.ok()) << found.error().what << " " << found.error().where;
  for (const Finding& each : found->advice.diagnosis.findings)
    EXPECT_EQ(level_of(each.rank), FindingLevel::low) << summary(*found);
  for (const PlannedMethod& each : found->advice.plan.methods)
    EXPECT_LE(each.promise.expected.value_or(1), k_healthy_promise) << each.method.id;
  expect_code_advice_is_answered(*found);
}
INSTANTIATE_TEST_SUITE_P(Virtual, HealthyKernel, testing::ValuesIn(healthy_cases()), name_of_case);

// The remedy of a launch-bound kernel lies outside of it and needs consent: its plan has nothing that treats it.
TEST(PlantedCorpus, PlanTreatsAllButFourFirst) {
  const auto cases = all_planted();
  const auto missed =
      std::count_if(cases.begin(), cases.end(), [](const PlantedCase& each) { return each.plan_known_wrong; });
  EXPECT_LE(missed, 4);
}

TEST(PlantedCorpus, AtMostAFifthIsMissed) {
  const auto cases = all_planted();
  ASSERT_GE(cases.size(), 48u);
  const auto missed =
      std::count_if(cases.begin(), cases.end(), [](const PlantedCase& each) { return each.known_wrong; });
  EXPECT_LE(missed * 5, static_cast<long>(cases.size()));
}

}  // namespace planted_test
}  // namespace whet
