// Every kernel that is written for a naive one computes the same, at awkward sizes and addresses, with all checks on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "source/kernel/kernels.h"
#include "support/source_folder.h"
#include "util/text.h"
#include "written_run.h"

namespace whet {
namespace written_kernels_test {

const std::string k_folder = test::source_folder() + "/tests/write/kernels/";

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

using Sizes = std::map<std::string, int64_t>;

// `// SIZES rows=5,cols=37 | rows=1,cols=1`, `// SCHEDULES rows map`, `// VARIANTS 2`, `// TOLERANCE 1e-4`,
// `// OFFSET 4`, `// FAST_AT rows=4,cols=99999`, `// SHAPE x=rows,cols` where nothing tells it, and, for all kernels
// of a file, `// CLASS tf32` or `// CLASS fp32 split` above a kernel.
struct NaiveKernel {
  std::string file, name;
  std::vector<Sizes> sizes;
  std::vector<std::string> schedules;  // that must be among those written
  size_t variants = 2;                 // of each schedule, that are run
  double tolerance = 1e-5;             // of single precision: sums that nearly vanish show the errors of their terms
  uint64_t offset = 1;                 // elements that arrays are moved by; the original may need whole vectors
  Sizes fast_at = {};                  // that variants are chosen for; empty: those of the description
  std::optional<PrecisionClass> precision = {};  // that the problem names
  std::vector<std::string> shapes = {};          // "x=rows,cols"
  bool allows_split = false;                     // likewise
};

Sizes sizes_of(std::string_view text) {
  Sizes sizes;
  for (const auto part : split(text, ',')) {
    const size_t at = part.find('=');
    sizes[std::string(trim(part.substr(0, at)))] = std::stoll(std::string(part.substr(at + 1)));
  }
  return sizes;
}

std::vector<NaiveKernel> naive_kernels() {
  std::vector<NaiveKernel> list;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(k_folder)) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    NaiveKernel next{file, "", {}, {}, 2, 1e-5, 1, {}, {}, {}};
    const std::string text = read_text(file);
    for (const auto line : split(text, '\n')) {
      if (line.starts_with("// SIZES ")) {
        next.sizes.clear();
        for (const auto each : split(line.substr(9), '|')) next.sizes.push_back(sizes_of(each));
      }
      if (line.starts_with("// SCHEDULES ")) {
        next.schedules.clear();
        for (const auto each : split(line.substr(13), ' ')) next.schedules.emplace_back(each);
      }
      if (line.starts_with("// VARIANTS ")) next.variants = std::stoul(std::string(line.substr(12)));
      if (line.starts_with("// TOLERANCE ")) next.tolerance = std::stod(std::string(line.substr(13)));
      if (line.starts_with("// FAST_AT ")) next.fast_at = sizes_of(line.substr(11));
      if (line.starts_with("// CLASS ")) {
        next.precision = parse_precision(split(trim(line.substr(9)), ' ').front());
        next.allows_split = line.find(" split") != std::string::npos;
      }
      if (line.starts_with("// SHAPE ")) next.shapes.emplace_back(line.substr(9));
      if (line.starts_with("// OFFSET ")) next.offset = std::stoull(std::string(line.substr(10)));
      const size_t at = line.find("__global__ void ");
      if (at == std::string::npos) continue;
      const std::string_view rest = line.substr(at + 16);
      next.name = rest.substr(0, rest.find('('));
      list.push_back(next);
      next.shapes.clear();
    }
  }
  return list;
}

class WrittenKernelsTest : public testing::TestWithParam<NaiveKernel> {
 protected:
  test::WrittenRun bench;
};

void expect_close(const std::vector<std::vector<double>>& found, const std::vector<std::vector<double>>& wanted,
                  double tolerance, const std::string& where) {
  ASSERT_EQ(found.size(), wanted.size()) << where;
  for (size_t array = 0; array < found.size(); ++array) {
    ASSERT_EQ(found[array].size(), wanted[array].size()) << where;
    for (size_t i = 0; i < found[array].size(); ++i) {
      const double a = found[array][i], b = wanted[array][i];
      const bool is_close = a == b || (std::isnan(a) && std::isnan(b)) ||
                            std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
      ASSERT_TRUE(is_close) << where << ": output " << array << " [" << i << "] is " << a << " and should be " << b;
    }
  }
}

double tolerance_of(const Problem& problem, double tolerance) {
  for (const ProblemArgument& argument : problem.arguments) {
    if (argument.type == ElementType::f16) tolerance = std::max(tolerance, 2e-3);
    if (argument.type == ElementType::bf16) tolerance = std::max(tolerance, 1.6e-2);
  }
  return tolerance;
}

// Where all variants are run, also some of those beside the list, or all with WHET_ALL_FURTHER.
void add_some_further(const NaiveKernel& naive, write::WrittenKernels& written) {
  constexpr size_t k_many = 8, k_every = 7;
  if (naive.variants < k_many) return;
  const size_t step = std::getenv("WHET_ALL_FURTHER") ? 1 : k_every;
  for (size_t i = 0; i < written.further.size(); i += step) written.kernels.push_back(written.further[i]);
}

// At which sizes and addresses a kernel is run: at all of them the first of each schedule that the kernel is there for,
// at each size, with addresses in turn, the first of another schedule; the others take turns.
enum class Trials { all, each_size, one };

// The place of a size and an address among `turns`; even ones are at addresses that arrays usually have.
bool are_tried(Trials trials, size_t turn, size_t kernel, size_t turns) {
  if (trials == Trials::each_size) return turn % 2 == (turn / 2 + kernel) % 2;
  return trials == Trials::all || turn == kernel % turns;
}

TEST_P(WrittenKernelsTest, ComputeTheSame) {
  const NaiveKernel& naive = GetParam();
  auto problem = bench.describe(naive.file, naive.name, {}, naive.shapes);
  ASSERT_TRUE(problem.ok()) << problem.error().what << " " << problem.error().where;
  if (!naive.fast_at.empty()) problem->cases.front().dims = {naive.fast_at.begin(), naive.fast_at.end()};
  problem->precision = naive.precision;
  problem->allows_split = naive.allows_split;
  auto written = bench.write(*problem);
  ASSERT_TRUE(written.ok()) << written.error().what << " " << written.error().where;
  for (const std::string& schedule : naive.schedules) {
    const bool is_there = std::any_of(written->kernels.begin(), written->kernels.end(),
                                      [&](const write::WrittenKernel& kernel) { return kernel.schedule == schedule; });
    std::string why;
    for (const auto& refused : written->refused) why += refused.schedule + ": " + refused.reason + "\n";
    EXPECT_TRUE(is_there) << schedule << "\n" << why;
  }
  std::map<std::pair<size_t, uint64_t>, std::vector<std::vector<double>>> wanted;
  std::map<std::string, size_t> tried;
  const size_t listed = written->kernels.size();
  add_some_further(naive, *written);
  for (size_t i = 0; i < written->kernels.size(); ++i) {
    const write::WrittenKernel& kernel = written->kernels[i];
    if (i < listed && ++tried[kernel.schedule] > naive.variants) continue;
    const auto candidate = with_candidate(*problem, "written.cu", kernel.source, kernel.sidecar());
    ASSERT_TRUE(candidate.ok()) << candidate.error().what << "\n" << kernel.source << kernel.sidecar();
    const bool is_first = i == 0 || (i < listed && written->kernels[i - 1].schedule != kernel.schedule);
    const bool is_wanted = i == 0 || std::count(naive.schedules.begin(), naive.schedules.end(), kernel.schedule) > 0;
    if (!is_first && !is_wanted) continue;
    const Trials trials = is_first && is_wanted ? Trials::all : is_first ? Trials::each_size : Trials::one;
    using Effort = test::WrittenRun::Effort;
    const Effort effort = trials == Trials::all ? Effort::as_for_users : Effort::quick;
    for (size_t size = 0; size < naive.sizes.size(); ++size) {
      for (const uint64_t offset : {uint64_t{0}, naive.offset}) {
        const size_t turn = 2 * size + offset / naive.offset;
        if (!are_tried(trials, turn, i, 2 * naive.sizes.size())) continue;
        const std::string where = fmt::format("{} at size {} offset {}", kernel.describe(), size, offset);
        auto& expected = wanted[{size, offset}];
        if (expected.empty()) {
          auto original = bench.run(*problem, naive.sizes[size], offset);
          ASSERT_TRUE(original.ok()) << where << ": " << original.error().what;
          expected = std::move(*original);
        }
        const auto found = bench.run(*candidate, naive.sizes[size], offset, effort);
        ASSERT_TRUE(found.ok()) << where << ": " << found.error().what << " " << found.error().details << "\n"
                                << kernel.source;
        expect_close(*found, expected, tolerance_of(*problem, naive.tolerance), where);
        if (HasFatalFailure()) {
          FAIL() << kernel.source;
        }
      }
    }
  }
}

std::string test_name(const testing::TestParamInfo<NaiveKernel>& info) {
  return info.param.name;
}
INSTANTIATE_TEST_SUITE_P(Naive, WrittenKernelsTest, testing::ValuesIn(naive_kernels()), test_name);

}  // namespace written_kernels_test
}  // namespace whet
