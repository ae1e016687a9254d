// No view without golden files: every type that a header of src/report/ can render is in this table.
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "report/golden.h"
#include "support/source_folder.h"

namespace whet {
namespace golden_coverage_test {

const std::map<std::string, std::string> k_golden_files = {
    {"DiagnoseView", "diagnose"},
    {"ProfileView", "profile"},
    {"AblationView", "ablate"},
    {"BenchView", "bench_measured"},
    {"CalibrateView", "calibrate"},
    {"CheckView", "check_correct"},
    {"DoctorView", "doctor"},
    {"ExecView", "exec"},
    {"ExplainView", "explain"},
    {"InitView", "init"},
    {"InspectView", "inspect"},
    {"LessonsView", "lessons"},
    {"OptimizeView", "optimize_faster"},
    {"PatternsView", "learn"},
    {"ReplayView", "replay"},
    {"RoundView", "submit"},
    {"RunView", "run_correct"},
    {"RunsView", "runs"},
    {"SassDiffView", "sass_diff"},
    {"SassView", "sass"},
    {"SkillView", "skill"},
    {"SpecsListView", "specs_list"},
    {"SpecsMeasuredView", "specs_measured"},
    {"SpecsView", "specs"},
    {"SpecsWhyView", "specs_why"},
    {"StartView", "start"},
    {"StoredCandidateView", "show_candidate"},
    {"StoredRunView", "show_run"},
    {"VerifyView", "verify"},
    {"WriteView", "write"},
};

// The views that headers of src/report/ declare `render` for.
std::set<std::string> declared_views() {
  const std::regex declaration(R"(\nvoid render\(const (\w+)& \w+, Canvas& canvas\);)");
  std::set<std::string> views;
  DiskFileSystem files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_folder() + "/src/report")) {
    if (entry.path().extension() != ".h") continue;
    const std::string text = files.read(entry.path().string()).value();
    for (std::sregex_iterator found(text.begin(), text.end(), declaration), end; found != end; ++found)
      views.insert((*found)[1]);
  }
  return views;
}

TEST(GoldenFiles, EveryViewHasThemInAllForms) {
  const std::set<std::string> views = declared_views();
  EXPECT_GE(views.size(), k_golden_files.size());
  for (const std::string& view : views) {
    const auto known = k_golden_files.find(view);
    ASSERT_NE(known, k_golden_files.end()) << view << " has no golden files: add a test and a line here";
    for (const char* form : {".txt", ".md", ".html", ".json"}) {
      const std::string path = test::source_folder() + "/tests/report/golden/" + known->second + form;
      EXPECT_TRUE(std::filesystem::exists(path)) << path;
    }
  }
}

}  // namespace golden_coverage_test
}  // namespace whet
