// Kernels written for several launches compute the same as the launches, at awkward sizes and addresses, with all
// checks on; what may not be fused is not, and the reason is given.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "support/source_folder.h"
#include "util/text.h"
#include "written_run.h"

namespace whet {
namespace written_sequences_test {

const std::string k_folder = test::source_folder() + "/tests/write/sequences/";

using Sizes = std::map<std::string, int64_t>;

// `// KERNELS a,b` (else as the file launches them), `// SIZES n=1 | n=37`, `// SCHEDULES rows`, `// LAUNCHES 1` of the
// first kernel, `// KEPT m` for arrays that are outputs, `// REFUSED text` of what was not fused, `// WHY text` where
// nothing is written, `// NOTFUSED text` where no kernel of one launch is.
struct Sequence {
  std::string name;
  std::map<std::string, std::string> lines;

  std::string line(const std::string& key) const {
    const auto at = lines.find(key);
    return at == lines.end() ? "" : at->second;
  }
};

std::vector<Sequence> sequences() {
  std::vector<Sequence> list;
  for (const auto& entry : std::filesystem::directory_iterator(k_folder)) {
    Sequence next{entry.path().stem().string(), {}};
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line) && line.starts_with("// ");) {
      const size_t space = line.find(' ', 3);
      next.lines[line.substr(3, space - 3)] = line.substr(space + 1);
    }
    list.push_back(std::move(next));
  }
  std::sort(list.begin(), list.end(), [](const Sequence& a, const Sequence& b) { return a.name < b.name; });
  return list;
}

std::vector<Sizes> sizes_of(const std::string& text) {
  std::vector<Sizes> sets;
  for (const auto each : split(text, '|')) {
    Sizes sizes;
    for (const auto part : split(trim(each), ',')) {
      const size_t at = part.find('=');
      sizes[std::string(trim(part.substr(0, at)))] = std::stoll(std::string(part.substr(at + 1)));
    }
    sets.push_back(std::move(sizes));
  }
  return sets;
}

std::string reasons(const write::WrittenKernels& written) {
  std::string text;
  for (const auto& refused : written.refused) text += refused.schedule + ": " + refused.reason + "\n";
  return text;
}

class WrittenSequencesTest : public testing::TestWithParam<Sequence> {
 protected:
  Result<Problem> problem() {
    return bench.describe(k_folder + GetParam().name + ".cu", GetParam().line("KERNELS"), GetParam().line("KEPT"));
  }

  void expect_same(const Problem& problem, const write::WrittenKernel& kernel, const Sizes& sizes, uint64_t offset) {
    const auto candidate = with_candidate(problem, "written.cu", kernel.source, kernel.sidecar());
    ASSERT_TRUE(candidate.ok()) << candidate.error().what << "\n" << kernel.source << kernel.sidecar();
    const auto wanted = bench.run(problem, sizes, offset), found = bench.run(*candidate, sizes, offset);
    ASSERT_TRUE(wanted.ok()) << wanted.error().what;
    ASSERT_TRUE(found.ok()) << found.error().what << " " << found.error().details << "\n" << kernel.source;
    ASSERT_EQ(found->size(), wanted->size());
    const std::string set = GetParam().line("TOLERANCE");
    const double tolerance = set.empty() ? 1e-5 : std::stod(set);
    for (size_t array = 0; array < found->size(); ++array) {
      ASSERT_EQ((*found)[array].size(), (*wanted)[array].size());
      for (size_t i = 0; i < (*found)[array].size(); ++i) {
        const double a = (*found)[array][i], b = (*wanted)[array][i];
        const bool is_close = a == b || (std::isnan(a) && std::isnan(b)) ||
                              std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
        ASSERT_TRUE(is_close) << kernel.describe() << ": output " << array << " [" << i << "] is " << a
                              << " and should be " << b << "\n"
                              << kernel.source;
      }
    }
  }

  test::WrittenRun bench;
};

TEST_P(WrittenSequencesTest, ComputeTheSame) {
  const Sequence& sequence = GetParam();
  auto described = problem();
  ASSERT_TRUE(described.ok()) << described.error().what << " " << described.error().where;
  const auto written = bench.write(*described);
  if (!sequence.line("WHY").empty()) {
    const std::string why = written.ok() ? reasons(*written) : written.error().what;
    EXPECT_TRUE(!written.ok() || written->kernels.empty());
    EXPECT_NE(why.find(sequence.line("WHY")), std::string::npos) << why;
    return;
  }
  ASSERT_TRUE(written.ok()) << written.error().what << " " << written.error().where;
  EXPECT_NE(reasons(*written).find(sequence.line("REFUSED")), std::string::npos) << reasons(*written);
  if (!sequence.line("NOTFUSED").empty()) {
    EXPECT_NE(reasons(*written).find(sequence.line("NOTFUSED")), std::string::npos) << reasons(*written);
    for (const auto& kernel : written->kernels) EXPECT_GT(kernel.launches.size(), 1u) << kernel.source;
    return;
  }
  ASSERT_FALSE(written->kernels.empty()) << reasons(*written);
  EXPECT_EQ(std::to_string(written->kernels.front().launches.size()), sequence.line("LAUNCHES")) << reasons(*written);
  const std::string wanted = sequence.line("SCHEDULES");
  for (const auto schedule : split(wanted, ' ')) {
    const bool is_there = std::any_of(written->kernels.begin(), written->kernels.end(),
                                      [&](const write::WrittenKernel& kernel) { return kernel.schedule == schedule; });
    EXPECT_TRUE(is_there) << schedule << "\n" << reasons(*written);
  }
  // All sizes and addresses for the first kernel of each schedule.
  const std::vector<Sizes> sets = sizes_of(sequence.line("SIZES"));
  std::map<std::string, int> tried;
  for (const write::WrittenKernel& kernel : written->kernels) {
    if (++tried[kernel.schedule] > 1) continue;
    for (const Sizes& sizes : sets) {
      for (const uint64_t offset : {uint64_t{0}, uint64_t{1}}) {
        expect_same(*described, kernel, sizes, offset);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// The same launches give the same text, byte for byte.
TEST_P(WrittenSequencesTest, AreStable) {
  auto described = problem();
  ASSERT_TRUE(described.ok()) << described.error().what;
  const auto once = bench.write(*described), again = bench.write(*described);
  ASSERT_EQ(once.ok(), again.ok());
  if (!once.ok()) return;
  ASSERT_EQ(once->kernels.size(), again->kernels.size());
  for (size_t i = 0; i < once->kernels.size(); ++i) EXPECT_EQ(once->kernels[i].file(), again->kernels[i].file());
}

std::string test_name(const testing::TestParamInfo<Sequence>& info) {
  return info.param.name;
}
INSTANTIATE_TEST_SUITE_P(Several, WrittenSequencesTest, testing::ValuesIn(sequences()), test_name);

}  // namespace written_sequences_test
}  // namespace whet
