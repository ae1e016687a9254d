// whet replay: tuning strategies compared on recorded spaces, without a GPU.
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "report/optimize/replay_view.h"
#include "search/recorded/results_t4.h"
#include "search/strategy/strategy.h"
#include "util/text.h"

namespace whet {

namespace {

struct ReplayOptions {
  std::vector<std::string> files;
  std::string strategies;
  int budget = 100, repeats = 100, batch = 1, seed = 1;
  bool json = false;
};

Result<void> check_positive(std::string_view flag, int value) {
  constexpr int k_most = 1'000'000;
  if (value > 0 && value <= k_most) return {};
  return bad_input(fmt::format("{} is {}", flag, value), {}, fmt::format("give a number from 1 to {}", k_most));
}

// The default is all strategies that learn: random search is calculated anyway, and exhaustive search would only show
// the order of a file.
std::vector<std::string> chosen_strategies(const std::string& names) {
  std::vector<std::string> chosen;
  for (const std::string_view name : split(names, ',')) {
    if (!trim(name).empty()) chosen.emplace_back(trim(name));
  }
  if (!chosen.empty()) return chosen;
  chosen = search::strategy_names();
  std::erase_if(chosen, [](const std::string& name) { return name == "exhaustive" || name == "random"; });
  return chosen;
}

Result<search::ReplaySettings> settings_of(const ReplayOptions& options) {
  TRY_VOID(check_positive("--budget", options.budget));
  TRY_VOID(check_positive("--repeats", options.repeats));
  TRY_VOID(check_positive("--batch", options.batch));
  search::ReplaySettings settings{chosen_strategies(options.strategies)};
  settings.budget = static_cast<size_t>(options.budget);
  settings.repeats = static_cast<size_t>(options.repeats);
  settings.batch = static_cast<size_t>(options.batch);
  settings.seed = static_cast<uint64_t>(options.seed);
  settings.threads = std::max(1u, std::thread::hardware_concurrency());
  return settings;
}

Result<search::RecordedSpace> load(const std::string& file, const FileSystem& files) {
  TRY(text, read_text(files, file));
  auto recorded = search::read_recorded(text);
  if (recorded) return recorded;
  Error error = recorded.error();
  error.where = error.where.empty() ? file : file + ": " + error.where;
  return error;
}

// "spaces/gemm_h200.json" -> "gemm_h200".
std::string short_name(const std::string& file) {
  const std::string name = file.substr(file.rfind('/') + 1);
  return name.substr(0, name.size() - extension_of(name).size());
}

Result<ExitCode> run_replay(const ReplayOptions& options, Context& context) {
  TRY(settings, settings_of(options));
  std::vector<search::RecordedSpace> spaces;
  std::vector<std::string> names;
  for (const std::string& file : options.files) {
    TRY(space, load(file, context.files));
    spaces.push_back(std::move(space));
    names.push_back(short_name(file));
  }
  TRY(replayed, search::replay(spaces, settings));
  show(collect_replay(names, spaces, settings, replayed), output_format(options.json), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand replay_command() {
  auto options = std::make_shared<ReplayOptions>();
  CliCommand command;
  command.name = "replay";
  command.summary = "compare tuning strategies on recorded spaces; needs no GPU";
  command.example = "  whet replay bench/tuner/spaces/*.json --strategy portfolio,random --budget 100 --repeats 100";
  command.options = {
      {"files", "recorded spaces: caches of Kernel Tuner, or T4 results", &options->files, "FILE", {}, true},
      {"--strategy", "one or more of " + join(search::strategy_names(), ", "), &options->strategies, "NAME,..."},
      {"--budget", "evaluations per run (default 100)", &options->budget, "N"},
      {"--repeats", "runs of each strategy on each space (default 100)", &options->repeats, "N"},
      {"--batch", "configurations asked for at once (default 1)", &options->batch, "N"},
      {"--seed", "seed of the random choices (default 1)", &options->seed, "N"},
      json_option(&options->json)};
  command.run = [options](Context& context) { return run_replay(*options, context); };
  command.storage = options;
  return command;
}

}  // namespace whet
