// Every kernel case on the virtual GPU, compiled for two architectures.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>

#include "compile/toolkit/toolkit.h"
#include "kernels/kernel_case.h"
#include "support/virtual_launch.h"
#include "util/text.h"

namespace whet::test {
namespace kernel_cases_test {

using kernels::KernelCase;

struct Subject {
  std::shared_ptr<const KernelCase> kernel_case;
  Architecture architecture;
};

void PrintTo(const Subject& subject, std::ostream* out) {
  *out << subject.kernel_case->kernel << " in " << subject.kernel_case->file;
}

std::string name_of(const testing::TestParamInfo<Subject>& info) {
  return info.param.kernel_case->name + "_" + info.param.architecture.name();
}

// Gives each of the processes that share the work whole files: tests are dealt in turn, so files are put into as many
// rows as there are processes, and the rows are read column by column.
std::vector<Subject> all_subjects() {
  std::vector<KernelCase> cases = kernels::all_cases();
  std::stable_sort(cases.begin(), cases.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  std::array<std::vector<Subject>, WHET_SHARDS> rows;
  size_t row = 0;
  std::string file;
  for (size_t i = 0; i < cases.size(); ++i) {
    const auto shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
    if (cases[i].file != file) {
      file = cases[i].file;
      row = static_cast<size_t>(std::min_element(rows.begin(), rows.end(), shorter) - rows.begin());
    }
    const auto shared = std::make_shared<const KernelCase>(std::move(cases[i]));
    for (const Architecture& architecture : k_case_architectures) rows[row].push_back({shared, architecture});
  }
  std::vector<Subject> all;
  for (size_t column = 0; all.size() < cases.size() * k_case_architectures.size(); ++column) {
    for (auto& each : rows) {
      if (column < each.size()) all.push_back(std::move(each[column]));
    }
  }
  return all;
}

// Cases whose instructions the virtual GPU does not support yet.
const std::set<std::string> k_refused = {};

CaseCompiler& compiler() {
  static CaseCompiler compiler(WHET_KERNEL_CACHE);
  return compiler;
}

bool has_compiler() {
  DiskFileSystem files;
  SystemProcessRunner processes;
  const auto toolkit = find_toolkit("", files, processes);
  return toolkit && !toolkit->nvcc.empty();
}

std::string faults_of(const vgpu::RunResult& result) {
  std::string text;
  for (const vgpu::Fault& fault : result.faults) {
    text += std::string(vgpu::name_of(fault.kind)) + " " + fault.variable + " " + fault.detail + "\n";
  }
  return text;
}

// Empty if the run gave the same result as the reference.
std::string outcome(const KernelCase& kernel_case, const std::string& ptx, const kernels::Values& expected,
                    const vgpu::RunOptions& options) {
  const Result<CaseRun> run = run_case(kernel_case, ptx, options);
  if (!run) return describe(run.error());
  if (!run->result.faults.empty() || !run->result.finished) return "stopped: " + faults_of(run->result);
  return difference(kernel_case, expected, run->values);
}

// True findings of the checks in some cases, which are here for their instructions.
const std::map<std::string, vgpu::FaultKind> k_rightly_found = {
    {"scan_block_500", vgpu::FaultKind::uninitialised},  // totals of warps that do not exist
    {"leave_early", vgpu::FaultKind::shared_race},       // adds a value that a neighbour overwrites
    {"interpret_six", vgpu::FaultKind::global_race},     // reads a value that another thread overwrites at its end
    {"bfs_step", vgpu::FaultKind::global_race},          // plain reads concurrent with atomics
    {"float_maximum", vgpu::FaultKind::global_race},    {"atomics_swap_sum", vgpu::FaultKind::global_race},
    {"generic_copies", vgpu::FaultKind::shared_race},  // writes cells as doubles and as pairs
    {"message", vgpu::FaultKind::global_race},         // a flag of block scope that another block reads
    {"partial_warp", vgpu::FaultKind::wrong_mask},     // shuffles from a lane that does not exist, and drops the value
};

// The findings of all checks, except for the known ones.
std::string findings(const KernelCase& kernel_case, const std::string& ptx) {
  Result<CaseRun> run = run_case(kernel_case, ptx, {.counted = false}, {true, true, true, true});
  if (!run) return describe(run.error());
  const auto known = k_rightly_found.find(kernel_case.name);
  std::erase_if(run->result.faults, [&](const vgpu::Fault& fault) {
    return known != k_rightly_found.end() && fault.kind == known->second;
  });
  return faults_of(run->result);
}

class KernelCases : public testing::TestWithParam<Subject> {};

TEST_P(KernelCases, GivesTheReferencesValues) {
  const KernelCase& kernel_case = *GetParam().kernel_case;
  const Architecture& architecture = GetParam().architecture;
  if (architecture.sm < kernel_case.min_sm) GTEST_SKIP() << "needs sm_" << kernel_case.min_sm;
  static const bool can_compile = has_compiler();
  if (!can_compile) GTEST_SKIP() << "there is no CUDA compiler here";
  const Result<std::string> ptx = compiler().ptx(kernel_case, architecture);
  ASSERT_TRUE(ptx) << describe(ptx.error());
  if (k_refused.contains(kernel_case.name)) {
    const Result<CaseRun> run = run_case(kernel_case, *ptx, {});
    ASSERT_FALSE(run) << "it runs now: take it off the list";
    GTEST_SKIP() << run.error().what;
  }
  kernels::Values expected = values_of(kernel_case);
  kernel_case.reference(expected);
  EXPECT_EQ(outcome(kernel_case, *ptx, expected, {.counted = true}), "");
  EXPECT_EQ(outcome(kernel_case, *ptx, expected, {.counted = false}), "") << "without counting";
  if (architecture == k_case_architectures.front()) {
    EXPECT_EQ(findings(kernel_case, *ptx), "") << "with checks";
  }
}

INSTANTIATE_TEST_SUITE_P(All, KernelCases, testing::ValuesIn(all_subjects()), name_of);

TEST(KernelCaseList, HoldsManyKernels) {
  std::set<std::string> distinct;
  for (const KernelCase& kernel_case : kernels::all_cases()) {
    distinct.insert(kernel_case.file + " " + kernel_case.kernel + " " + join(kernel_case.defines, " "));
  }
  RecordProperty("kernels", static_cast<int>(distinct.size()));
  EXPECT_GE(distinct.size(), 150u);
}

TEST(KernelCaseList, NamesAreUnique) {
  std::set<std::string> names;
  for (const KernelCase& kernel_case : kernels::all_cases()) EXPECT_TRUE(names.insert(kernel_case.name).second);
}

}  // namespace kernel_cases_test
}  // namespace whet::test
