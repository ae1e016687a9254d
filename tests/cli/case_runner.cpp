// case_runner WHET FILE...: runs the cases of the files; runner/case.h tells their form. The fixtures are those of the
// folder beside the files': cases/a.case has fixtures/.
// Ends with 0 when all passed, 1 when one failed, 77 when all were skipped, 3 when a file is wrong.
#include <cstdio>

#include "runner/run_case.h"
#include "util/system/files.h"

namespace {

using namespace whet;
using namespace whet::test;

struct Tally {
  int passed = 0, failed = 0, skipped = 0;
};

void run_and_tell(const Case& test, const std::string& file, const Stage& stage, Tally& tally) {
  const Outcome outcome = run_case(test, stage);
  switch (outcome.verdict) {
    case Verdict::passed:
      ++tally.passed;
      std::printf("passed   %s\n", test.name.c_str());
      break;
    case Verdict::skipped:
      ++tally.skipped;
      std::printf("skipped  %s: %s\n", test.name.c_str(), outcome.message.c_str());
      break;
    case Verdict::failed:
      ++tally.failed;
      std::printf("FAILED   %s\n%s:%d: %s", test.name.c_str(), file.c_str(), test.line, outcome.message.c_str());
      break;
  }
  std::fflush(stdout);
}

Result<void> run_file(const std::string& file, const Stage& stage, Tally& tally) {
  TRY(text, DiskFileSystem().read(file));
  TRY(cases, parse_cases(text, file));
  for (const Case& test : cases) run_and_tell(test, file, stage, tally);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: case_runner WHET FILE...\n", stderr);
    return 3;
  }
  Tally tally;
  for (int i = 2; i < argc; ++i) {
    const Stage stage{argv[1], directory_of(argv[i]) + "/../fixtures", machine_has};
    if (const auto done = run_file(argv[i], stage, tally); !done) {
      std::fputs(describe(done.error()).c_str(), stderr);
      return 3;
    }
  }
  std::printf("%d passed, %d failed, %d skipped\n", tally.passed, tally.failed, tally.skipped);
  if (tally.failed) return 1;
  return tally.passed ? 0 : 77;
}
