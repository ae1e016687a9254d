#include "cli/flags/bench_settings.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "cli/frame/secret_seed.h"
#include "cli/frame/show.h"
#include "judge/baseline/python_baseline.h"
#include "judge/timing/rounds.h"
#include "problem/data/resolve.h"
#include "problem/file/section.h"

namespace whet {

namespace {

Result<std::optional<double>> read_tolerance(const std::string& text, const char* flag) {
  if (text.empty()) return std::optional<double>();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value) && value >= 0)
    return std::optional(value);
  return bad_input(in_quotes(text) + " is not a tolerance", flag, "give a number of 0 or more, as 1e-4");
}

Result<void> check_counts(const BenchFlags& flags, bool compares) {
  if (flags.warm_ups < 0) return bad_input("a negative number", "--warm-ups", "give 0 or more");
  if (flags.trials < 0) return bad_input("a negative number", "--trials", "give 1 or more");
  if (flags.time_limit < 0) return bad_input("a negative number", "--time-limit", "give 1 or more seconds");
  if (compares && flags.trials > 0 && flags.trials < static_cast<int>(k_fewest_rounds))
    return bad_input(fmt::format("{} rounds are too few to decide", flags.trials), "--trials",
                     fmt::format("give {} or more to compare two kernels", k_fewest_rounds));
  return {};
}

SamplingPlan::Method method_of(const std::string& name) {
  if (name == "host_time") return SamplingPlan::Method::host_time;
  return name == "cupti" ? SamplingPlan::Method::cupti : SamplingPlan::Method::cuda_event;
}

std::vector<SamplingPlan::Cache> caches_of(const std::string& name, bool compares) {
  using Cache = SamplingPlan::Cache;
  if (name == "cold" || (name.empty() && compares)) return {Cache::cold};
  if (name == "hot") return {Cache::hot};
  return {Cache::cold, Cache::hot};
}

}  // namespace

std::vector<Option> bench_option_table(BenchFlags* flags) {
  std::vector<Option> table = {
      {"first",
       "a problem (folder or problem.toml), or a kernel next to one (FILE.cu)",
       &flags->first,
       "FILE",
       {},
       true},
      {"second", "a second one, compared with the first", &flags->second, "FILE"},
      {"--candidate", "another kernel for the problem, compared with its own", &flags->candidate, "FILE"},
      {"-k,--kernel", "time this kernel of the first file instead of the problem's entry", &flags->kernel, "NAME"},
      {"--against", "compare with this kernel of the same file", &flags->against, "NAME"},
      {"-d,--device", "virtual:GPU, cuda:N or auto (default auto)", &flags->device, "DEVICE"},
      {"-c,--case", "case of the problem, by name or index", &flags->case_name, "CASE"},
      {"--dims", "other sizes: M=4096,N=1K", &flags->dims, "SIZES"},
      {"--set", "values of [tune]: TILE=32", &flags->tunables, "VALUES"},
      {"--timing",
       "what times are read from (default cuda_event)",
       &flags->timing,
       "METHOD",
       {"cuda_event", "host_time", "cupti"}},
      {"--cache",
       "L2 state: cold, hot or both (default both; cold for two kernels)",
       &flags->cache,
       "STATE",
       {"cold", "hot", "both"}},
      {"--warm-ups", "runs before the first sample (default 3)", &flags->warm_ups, "N"},
      {"--trials",
       "samples, or rounds of two kernels (default: until the noise is known; 52 rounds, up to 416 while undecided)",
       &flags->trials, "N"},
      {"--seed", "seed of the data and of the order of rounds (default: random, shown afterwards)", &flags->seed, "N"},
      {"--atol", "absolute tolerance of results (default: by the precision class)", &flags->absolute, "X"},
      {"--rtol", "relative tolerance of results (default: by the precision class)", &flags->relative, "X"},
      {"--baselines", "also time torch, torch.compile, flashinfer, cublas, or all", &flags->baselines, "NAMES"},
      {"--time-limit", "seconds for a candidate's compiler, and for its trials (default 20 and 15, or 10 originals)",
       &flags->time_limit, "N"},
      {"-o,--output", "also write benchmark.md and benchmark.json there", &flags->output, "DIR"},
      {"--md", "print the report as Markdown", &flags->markdown},
      json_option(&flags->json),
  };
  for (Option& option : compile_option_table(&flags->compile)) table.push_back(std::move(option));
  return table;
}

Result<BenchSettings> read_flags(const BenchFlags& flags) {
  BenchSettings settings;
  const bool compares = !flags.second.empty() || !flags.candidate.empty() || !flags.against.empty();
  if (!flags.against.empty() && (!flags.second.empty() || !flags.candidate.empty()))
    return bad_input("--against names the second kernel, and another is given", "--against", "leave one of them out");
  if (!flags.second.empty() && !flags.candidate.empty())
    return bad_input("a second kernel and --candidate contradict each other", "--candidate", "leave one of them out");
  if (compares && flags.cache == "both")
    return bad_input("two kernels are compared in one state of L2", "--cache", "give cold or hot");
  TRY_VOID(check_counts(flags, compares));
  TRY(dims, parse_assignments(flags.dims, "--dims"));
  TRY(tunables, parse_assignments(flags.tunables, "--set"));
  TRY(absolute, read_tolerance(flags.absolute, "--atol"));
  TRY(relative, read_tolerance(flags.relative, "--rtol"));
  TRY(seed, read_seed(flags.seed));
  settings.absolute_tolerance = absolute;
  settings.relative_tolerance = relative;
  MeasureOrder& measure = settings.measure;
  measure.case_name = flags.case_name;
  measure.dims = std::move(dims);
  measure.tunables = std::move(tunables);
  measure.caches = caches_of(flags.cache, compares);
  if (!flags.baselines.empty()) {
    TRY(baselines, parse_baselines(flags.baselines));
    measure.baselines = std::move(baselines);
  }
  TimingRule& timing = measure.timing;
  timing.method = method_of(flags.timing);
  timing.warm_ups = flags.warm_ups;
  timing.seed = seed;
  if (flags.trials == 0) return settings;
  timing.rounds = timing.most_rounds = static_cast<size_t>(flags.trials);
  timing.stopping.fewest_samples = timing.stopping.most_samples = timing.rounds;
  return settings;
}

}  // namespace whet
