// Records the whole space of a problem as a cache of Kernel Tuner, for `whet replay`.
//   tuner_record PROBLEM DEVICE FILE [DIMS]     DIMS: "rows=1024,cols=1024", in place of the problem's own
//   tuner_record PROBLEM DEVICE - FIRST STEP    only compiles every STEP-th configuration into the build cache: run
//   several
// Every configuration is compiled, compared with the reference at the problem's last case, and timed at its first. FILE
// is written as it goes; one that is there is carried on.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "compile/compiler.h"
#include "device/open/open_device.h"
#include "device/staged_problem.h"
#include "problem/build.h"
#include "problem/verdict.h"
#include "search/recorded/kernel_tuner_cache.h"
#include "util/statistics.h"

namespace whet::bench {

namespace {

using search::Failure;
using search::Outcome;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Result<search::Space> space_of(const Problem& problem) {
  std::vector<search::Axis> axes;
  for (const Tunable& tunable : problem.tunables)
    axes.push_back({tunable.name, {tunable.values.begin(), tunable.values.end()}, 0});
  std::vector<search::Constraint> constraints;
  for (const Formula& formula : problem.constraints)
    constraints.push_back({formula.expression, problem.place(formula.line)});
  return search::Space::build(std::move(axes), constraints);
}

class Recorder {
 public:
  Recorder(Problem problem, OpenedDevice device, CppReference reference, std::map<std::string, int64_t> dims,
           FileSystem& files, Compiler& compiler)
      : problem_(std::move(problem)),
        device_(std::move(device)),
        reference_(std::move(reference)),
        dims_(std::move(dims)),
        files_(files),
        compiler_(compiler) {}

  Result<std::vector<Build>> compile(const ResolvedCase& resolved) {
    CompileRequest request = compile_request(problem_, resolved, {device_.device->facts().architecture});
    request.exact = false;  // NVRTC, whatever the kernel
    return compiler_.compile(request);
  }

  Result<ResolvedCase> resolve(const search::Space& space, const search::Configuration& configuration, bool small) {
    ResolveOptions options;
    for (size_t axis = 0; axis < configuration.size(); ++axis)
      options.tunables[space.axes()[axis].name] = std::get<int64_t>(space.value(configuration, axis));
    if (!small) options.dims = dims_;
    return resolve_case(problem_, small ? problem_.cases.back() : problem_.cases.front(), options);
  }

  search::RecordedTrial record(const search::Space& space, const search::Configuration& configuration) {
    search::RecordedTrial trial{configuration, Outcome::failed(Failure::constraint)};
    const auto timed = resolve(space, configuration, false), small = resolve(space, configuration, true);
    if (!timed || !small) return trial;
    auto start = std::chrono::steady_clock::now();
    const auto builds = compile(*timed);
    trial.cost.compile = seconds_since(start);
    trial.outcome = Outcome::failed(Failure::compile);
    if (!builds) return trial;
    start = std::chrono::steady_clock::now();
    trial.outcome = check(*small, builds->front());
    trial.cost.verify = seconds_since(start);
    if (!trial.outcome.works()) return trial;
    start = std::chrono::steady_clock::now();
    const auto time = measure(*timed, builds->front());
    trial.outcome = time ? Outcome::time(*time) : Outcome::failed(Failure::launch);
    if (!time) fmt::print(stderr, "{}: {}\n", space.describe(configuration), time.error().what);
    trial.cost.benchmark = seconds_since(start);
    return trial;
  }

  const OpenedDevice& device() const { return device_; }
  std::vector<NamedNumber> dims() const {
    const auto resolved = resolve_case(problem_, problem_.cases.front(), {dims_, {}, std::nullopt});
    return resolved ? resolved->dims : std::vector<NamedNumber>();
  }
  const Problem& problem() const { return problem_; }

 private:
  Outcome check(const ResolvedCase& resolved, const Build& build) {
    const auto verdict = compare(resolved, build);
    if (!verdict) {
      fmt::print(stderr, "{}\n", verdict.error().what);
      return Outcome::failed(Failure::launch);
    }
    return verdict->correct() ? Outcome::time(1) : Outcome::failed(Failure::wrong);
  }

  Result<Verdict> compare(const ResolvedCase& resolved, const Build& build) {
    TRY(staged, StagedProblem::stage(problem_, resolved, build, *device_.device));
    TRY(before, contents(resolved, small_contents_));
    TRY_VOID(staged.write(before, {}));
    for (const Launch& launch : staged.launches()) TRY_VOID(device_.device->launch(launch));
    TRY(outputs, staged.outputs());
    before.resize(resolved.own_arguments);
    return judge(problem_, resolved, reference_, before, outputs);
  }

  // What the arrays hold before a launch: the same for every configuration, so made once.
  Result<ArrayContents> contents(const ResolvedCase& resolved, ArrayContents& kept) {
    if (!kept.empty()) return kept;
    ArrayContents made(resolved.arguments.size());
    for (size_t i = 0; i < made.size(); ++i) {
      if (!resolved.arguments[i].is_read()) continue;
      TRY(bytes, make_data(resolved.arguments[i], {1, 1}, files_));
      made[i] = std::move(bytes);
    }
    kept = made;
    return made;
  }

  Result<double> measure(const ResolvedCase& resolved, const Build& build) {
    TRY(staged, StagedProblem::stage(problem_, resolved, build, *device_.device));
    TRY(before, contents(resolved, contents_));
    TRY_VOID(staged.write(before, {}));
    TRY(sampling, device_.device->sample(staged.launches(), SamplingPlan{}));
    std::vector<double> seconds;
    for (const Sample& sample : sampling.samples) seconds.push_back(sample.seconds);
    return median(seconds);
  }

  Problem problem_;
  OpenedDevice device_;
  CppReference reference_;
  std::map<std::string, int64_t> dims_;
  FileSystem& files_;
  Compiler& compiler_;
  ArrayContents contents_, small_contents_;
};

struct Request {
  std::string problem, device, file, dims;
  size_t first = 0, step = 1;
};

// What the file holds so far, by place in the space.
std::vector<std::optional<search::RecordedTrial>> known_trials(const search::Space& space, const std::string& file,
                                                               const FileSystem& files) {
  std::vector<std::optional<search::RecordedTrial>> trials(*space.size());
  if (!files.info(file)) return trials;
  const auto text = files.read(file);
  const auto recorded = text ? search::read_kernel_tuner_cache(*text) : Result<search::RecordedSpace>(text.error());
  for (size_t i = 0; recorded && i < recorded->outcomes.size(); ++i) {
    const search::Configuration configuration = recorded->space.at(i);
    std::vector<std::pair<std::string, search::Value>> values;  // the lists may have changed since
    for (size_t axis = 0; axis < configuration.size(); ++axis)
      values.emplace_back(recorded->space.axes()[axis].name, recorded->space.value(configuration, axis));
    const auto same = space.find(values);
    const auto index = same ? space.index_of(*same) : std::nullopt;
    if (index) trials[*index] = {*same, recorded->outcomes[i], recorded->costs[i]};
  }
  return trials;
}

Result<void> write(const Recorder& recorder, const search::Space& space,
                   const std::vector<std::optional<search::RecordedTrial>>& trials, const Request& request,
                   FileSystem& files) {
  std::vector<search::RecordedTrial> known;
  for (const auto& trial : trials) {
    if (trial) known.push_back(*trial);
  }
  const DeviceFacts& facts = recorder.device().device->facts();
  search::RecordedHead head{recorder.problem().entry, facts.is_virtual ? facts.name : facts.gpu.product.name};
  head.origin = recorder.device().as_virtual ? "modelled" : "measured";
  for (const NamedNumber& dim : recorder.dims()) head.problem_size.push_back(dim.value);
  head.axes = space.axes();
  const auto recorded = make_recorded(std::move(head), known);
  return recorded ? files.write(request.file, write_kernel_tuner_cache(*recorded)) : Result<void>();
}

Result<void> record_all(Recorder& recorder, const search::Space& space, const Request& request, FileSystem& files) {
  auto trials = known_trials(space, request.file, files);
  const auto start = std::chrono::steady_clock::now();
  for (size_t i = 0, done = 0; i < trials.size(); ++i) {
    if (trials[i]) continue;
    trials[i] = recorder.record(space, space.at(i));
    if (++done % 50 != 0) continue;
    TRY_VOID(write(recorder, space, trials, request, files));
    fmt::print("{} of {}, {:.1f} a second\n", i + 1, trials.size(), static_cast<double>(done) / seconds_since(start));
    std::fflush(stdout);
  }
  return write(recorder, space, trials, request, files);
}

void compile_part(Recorder& recorder, const search::Space& space, const Request& request) {
  for (size_t i = request.first; i < *space.size(); i += request.step) {
    const auto resolved = recorder.resolve(space, space.at(i), false);
    if (!resolved) continue;
    if (const auto builds = recorder.compile(*resolved); !builds)
      fmt::print(stderr, "{}: {}\n", space.describe(space.at(i)), builds.error().what);
  }
}

Result<void> run(const Request& request) {
  DiskFileSystem files;
  SystemProcessRunner processes;
  const SystemClock clock;
  const Knowledge knowledge;
  const char* cache = std::getenv("WHET_CACHE");
  TRY(dims, parse_assignments(request.dims, "DIMS"));
  TRY(problem, load_problem(request.problem, files));
  TRY(space, space_of(problem));
  TRY(device, open_device(request.device, {}, knowledge));
  TRY(reference, CppReference::build(problem, cache ? cache : "/tmp", files, processes));
  Compiler compiler({cache ? cache : "", 8ull << 30, ""}, files, processes, clock);
  Recorder recorder(std::move(problem), std::move(device), std::move(reference), dims, files, compiler);
  if (request.file != "-") return record_all(recorder, space, request, files);
  compile_part(recorder, space, request);
  return {};
}

}  // namespace

}  // namespace whet::bench

int main(int argc, char** argv) {
  const bool compiles = argc == 6 && std::string_view(argv[3]) == "-";
  if (argc != 4 && argc != 5 && !compiles) {
    std::fprintf(stderr, "usage: tuner_record PROBLEM DEVICE FILE [DIMS] | PROBLEM DEVICE - FIRST STEP\n");
    return 3;
  }
  whet::bench::Request request{argv[1], argv[2], argv[3]};
  if (argc == 5) request.dims = argv[4];
  if (compiles) {
    request.first = std::strtoull(argv[4], nullptr, 10);
    request.step = std::max(1ull, std::strtoull(argv[5], nullptr, 10));
  }
  const auto done = whet::bench::run(request);
  if (!done) std::fputs(whet::describe(done.error()).c_str(), stderr);
  return done ? 0 : 1;
}
