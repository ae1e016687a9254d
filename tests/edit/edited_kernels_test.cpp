// Every edit that fits a kernel leaves what it computes as it is, at awkward sizes and addresses, with all checks on;
// so do all of them together. Text is the same byte for byte (tests/edit/golden; `scripts/regenerate.sh` writes it).
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "edit/edits.h"
#include "edited_kernel.h"
#include "support/problem_run.h"
#include "support/source_folder.h"
#include "util/text/text_diff.h"

namespace whet {
namespace edited_kernels_test {

const std::string k_edit_folder = test::source_folder() + "/tests/edit/";

using Outputs = std::vector<std::vector<double>>;

class EditedKernelsTest : public testing::TestWithParam<test::EditedKernel> {
 protected:
  void SetUp() override {
    auto described = bench_.describe(GetParam().file, GetParam().name);
    ASSERT_TRUE(described.ok()) << described.error().what << " " << described.error().where;
    problem_ = std::move(*described);
    fitting_ = edit::fitting_edits(*problem_);
  }

  // The names of edits that fit, or the reasons of those that do not.
  std::string fitting_text() const {
    std::string text;
    for (const edit::Edit* each : fitting_.edits) text += each->name + "\n";
    for (const edit::UnfitEdit& each : fitting_.unfit) text += each.name + ": " + each.reason + "\n";
    return text;
  }

  // The first edit of each family, in the order of the list.
  std::vector<const edit::Edit*> one_of_each_family() const {
    std::vector<const edit::Edit*> chosen;
    std::set<std::string> families;
    for (const edit::Edit* each : fitting_.edits) {
      std::vector<const edit::Edit*> longer = chosen;
      longer.push_back(each);
      if (families.contains(each->family) || !edit::make_all(longer, *problem_)) continue;
      families.insert(each->family);
      chosen = std::move(longer);
    }
    return chosen;
  }

  void expect_same_results(const edit::Draft& draft, const std::string& name) {
    const std::string text = edit::file_of(draft, *problem_);
    const auto candidate = with_candidate(*problem_, "edited.cu", text);
    ASSERT_TRUE(candidate.ok()) << name << ": " << candidate.error().what << "\n" << text;
    for (size_t size = 0; size < GetParam().sizes.size(); ++size) {
      for (const uint64_t offset : {uint64_t{0}, uint64_t{1}}) {
        const std::string where = fmt::format("{} at size {} offset {}", name, size, offset);
        const auto found = bench_.run(*candidate, GetParam().sizes[size], offset);
        ASSERT_TRUE(found.ok()) << where << ": " << found.error().what << " " << found.error().details << "\n" << text;
        Outputs& wanted = wanted_[{size, offset}];
        if (wanted.empty()) {
          const auto original = bench_.run(*problem_, GetParam().sizes[size], offset);
          ASSERT_TRUE(original.ok()) << where << ": " << original.error().what;
          wanted = *original;
        }
        expect_close(*found, wanted, where + "\n" + text);
      }
    }
  }

  void expect_close(const Outputs& found, const Outputs& wanted, const std::string& where) const {
    ASSERT_EQ(found.size(), wanted.size()) << where;
    for (size_t array = 0; array < found.size(); ++array) {
      ASSERT_EQ(found[array].size(), wanted[array].size()) << where;
      for (size_t i = 0; i < found[array].size(); ++i) {
        const double a = found[array][i], b = wanted[array][i];
        const double most = GetParam().tolerance * std::max({1.0, std::abs(a), std::abs(b)});
        ASSERT_TRUE(a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= most)
            << "output " << array << " [" << i << "] is " << a << " and should be " << b << ", " << where;
      }
    }
  }

  test::ProblemRun bench_;
  std::optional<Problem> problem_;
  edit::FittingEdits fitting_;
  std::map<std::pair<size_t, uint64_t>, Outputs> wanted_;
};

TEST_P(EditedKernelsTest, TakeTheEditsThatFit) {
  const auto fits = [&](const std::string& name) {
    return std::any_of(fitting_.edits.begin(), fitting_.edits.end(),
                       [&](const edit::Edit* each) { return each->name == name; });
  };
  for (const std::string& name : GetParam().fits) EXPECT_TRUE(fits(name)) << name << "\n" << fitting_text();
  for (const std::string& name : GetParam().leaves) {
    EXPECT_TRUE(edit::edit_named(name)) << name;
    EXPECT_FALSE(fits(name)) << name << "\n" << fitting_text();
  }
}

TEST_P(EditedKernelsTest, ComputeTheSame) {
  for (const edit::Edit* each : fitting_.edits) {
    const auto draft = edit::make_all({each}, *problem_);
    ASSERT_TRUE(draft.ok());
    expect_same_results(*draft, each->name);
  }
  const auto all = edit::make_all(one_of_each_family(), *problem_);
  ASSERT_TRUE(all.ok()) << all.error().what;
  expect_same_results(*all, "all together");
}

// Each edit that the kernel is there for, and all that fit together.
TEST_P(EditedKernelsTest, HaveTheSameTextByteForByte) {
  std::string text;
  for (const std::string& name : GetParam().fits) {
    const auto draft = edit::make_all({edit::edit_named(name)}, *problem_);
    ASSERT_TRUE(draft.ok()) << name << ": " << draft.error().what;
    text += unified_diff(problem_->source, edit::file_of(*draft, *problem_), GetParam().name, name);
  }
  const std::string path = k_edit_folder + "golden/" + GetParam().name + ".txt";
  DiskFileSystem files;
  if (std::getenv("WHET_REGENERATE")) {
    ASSERT_TRUE(files.write(path, text)) << path;
    return;
  }
  const auto golden = files.read(path);
  ASSERT_TRUE(golden) << path << " is missing: run scripts/regenerate.sh and read what it writes";
  EXPECT_EQ(text, *golden) << path << " differs: if that is meant, run scripts/regenerate.sh";
}

std::string edited_name(const testing::TestParamInfo<test::EditedKernel>& info) {
  return info.param.name;
}
INSTANTIATE_TEST_SUITE_P(Own, EditedKernelsTest, testing::ValuesIn(test::edited_kernels(k_edit_folder + "kernels")),
                         edited_name);

}  // namespace edited_kernels_test
}  // namespace whet
