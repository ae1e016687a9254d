// Every kernel case on the virtual GPU, compiled for two generations.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include "compile/toolkit.h"
#include "kernels/kernel_case.h"
#include "support/virtual_launch.h"

namespace whet::test {
namespace {

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

// Of the processes that share the work, each gets whole files: tests are dealt in turn, so files are put into as many
// rows as there are processes, and the rows read column by column.
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

// Empty when the run gave what the reference gives.
std::string outcome(const KernelCase& kernel_case, const std::string& ptx, const kernels::Values& expected,
                    const vgpu::RunOptions& options) {
  const Result<CaseRun> run = run_case(kernel_case, ptx, options);
  if (!run) return describe(run.error());
  if (!run->result.faults.empty() || !run->result.finished) return "stopped: " + faults_of(run->result);
  return difference(kernel_case, expected, run->values);
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
  kernels::Values expected = values_of(kernel_case);
  kernel_case.reference(expected);
  EXPECT_EQ(outcome(kernel_case, *ptx, expected, {.counted = true}), "");
  EXPECT_EQ(outcome(kernel_case, *ptx, expected, {.counted = false}), "") << "without counting";
}

INSTANTIATE_TEST_SUITE_P(All, KernelCases, testing::ValuesIn(all_subjects()), name_of);

TEST(KernelCaseList, NamesAreUnique) {
  std::set<std::string> names;
  for (const KernelCase& kernel_case : kernels::all_cases()) EXPECT_TRUE(names.insert(kernel_case.name).second);
}

}  // namespace
}  // namespace whet::test
