// What one candidate costs a worker that is warm: compile, check, screen.
//   judge_cost PROBLEM DEVICE DIMS [CANDIDATES]        judge_cost examples/sgemm_naive cuda:0 m=1280,n=1280,k=1280 20
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "judge/worker_client.h"
#include "problem/data/resolve.h"
#include "util/self.h"
#include "util/statistics.h"
#include "util/system/files.h"
#include "util/text.h"

namespace whet::bench {
namespace {

// Another source each time, so that no cache knows it.
std::string variant_of(const std::string& source, int number) {
  return source + "\n__device__ int variant_" + std::to_string(number) + "() { return " + std::to_string(number) +
         "; }\n";
}

struct Costs {
  std::vector<double> whole, compile, check, time;
};

Result<void> ask(WorkerClient& worker, const Problem& problem, const std::vector<Incumbent>& incumbents, int number,
                 Costs& costs) {
  const auto begin = std::chrono::steady_clock::now();
  TRY(verdicts, worker.judge({{"candidate.cu", variant_of(problem.source, number), {}, {}, incumbents}}));
  const CandidateVerdict& verdict = verdicts.front();
  if (!is_sound(verdict.outcome)) return failed("the candidate is " + verdict.reason);
  costs.whole.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  costs.compile.push_back(verdict.compile_seconds);
  costs.check.push_back(verdict.check_seconds);
  costs.time.push_back(verdict.time_seconds);
  return {};
}

void print(const char* name, std::vector<double> seconds) {
  const Spread found = spread(std::move(seconds));
  std::printf("| %s | %.1f | %.1f | %.1f |\n", name, 1e3 * found.median, 1e3 * found.first_quartile,
              1e3 * found.third_quartile);
}

Result<void> run(const std::string& path, const std::string& device, const std::string& dims, int count) {
  DiskFileSystem files;
  const Knowledge knowledge;
  TRY(problem, load_problem(path, files));
  TRY(numbers, parse_assignments(dims, "DIMS"));
  TRY(worker, WorkerClient::start(join_path(directory_of(own_path()), "whet")));
  SessionOrder order{path, device, 12345, numbers};
  order.cases = 1;
  const auto begin = std::chrono::steady_clock::now();
  TRY(opened, worker->open(order, knowledge));
  const double opening = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::vector<Incumbent> incumbents;
  for (const CaseTiming& timing : opened.original.timings) incumbents.push_back({timing.seconds, timing.seconds});
  std::printf("%s on %s, kernel of %.3f ms, session opened in %.2f s, compiled by %s\n\n", path.c_str(),
              opened.facts.gpu.product.name.c_str(), 1e3 * incumbents.front().median_seconds, opening,
              opened.original.compiler.c_str());
  Costs costs;
  for (int i = 0; i < count; ++i) TRY_VOID(ask(*worker, problem, incumbents, i, costs));
  std::printf("| of %d candidates | median ms | quartile | quartile |\n| --- | --: | --: | --: |\n", count);
  print("compile", costs.compile);
  print("check", costs.check);
  print("screen", costs.time);
  print("whole", costs.whole);
  return {};
}

}  // namespace
}  // namespace whet::bench

int main(int argc, char** argv) {
  if (argc < 4) return std::fputs("judge_cost PROBLEM DEVICE DIMS [CANDIDATES]\n", stderr), 3;
  const auto done = whet::bench::run(argv[1], argv[2], argv[3], argc > 4 ? std::atoi(argv[4]) : 20);
  if (!done) std::fputs(whet::describe(done.error()).c_str(), stderr);
  return done ? 0 : 1;
}
