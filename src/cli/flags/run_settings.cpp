#include "cli/flags/run_settings.h"

#include "cli/frame/show.h"
#include "device/check_names.h"
#include "problem/data/resolve.h"
#include "problem/file/section.h"

namespace whet {

namespace {

Error negative(const char* flag) {
  return bad_input("a negative number", flag, "give 0 or more");
}

}  // namespace

Result<uint64_t> parse_count(const std::string& text, const std::string& flag) {
  const auto parsed = parse_assignments("n=" + text, flag);
  if (parsed && parsed->size() == 1 && parsed->begin()->second > 0)
    return static_cast<uint64_t>(parsed->begin()->second);
  return bad_input(in_quotes(text) + " is not a count", flag, "write a whole number, as 4096, 64K or 1G");
}

std::vector<Option> run_option_table(RunFlags* flags) {
  std::vector<Option> table = {
      {"problem", "folder with problem.toml, or the file", &flags->problem, "FILE", {}, true},
      {"-d,--device", "virtual:GPU, cuda:N or auto (default auto)", &flags->device, "DEVICE"},
      {"-c,--case", "case of the problem, by name or index", &flags->case_name, "CASE"},
      {"--dims", "other sizes: M=4096,N=1K", &flags->dims, "SIZES"},
      {"--set", "values of [tune]: TILE=32", &flags->tunables, "VALUES"},
      {"--seed", "seed of the argument data, and of what fresh memory holds (default 1)", &flags->seed, "N"},
      {"--check", "look for bugs: memory, init, race, sync (with commas), or all", &flags->checks, "CHECKS"},
      {"--counters", "show counters by the names of Nsight Compute", &flags->counters},
      {"--lines", "show counts by source line", &flags->lines},
      {"--all-blocks", "run every block, however long it takes", &flags->all_blocks},
      {"--sample", "run about N blocks and scale the counts", &flags->sample, "N"},
      {"--threads", "host threads (default: one per core)", &flags->threads, "N"},
      {"--budget", "stop a warp after N instructions (default 64M)", &flags->budget, "N"},
      {"--md", "print the report as Markdown", &flags->markdown},
      json_option(&flags->json),
  };
  for (Option& option : compile_option_table(&flags->compile)) table.push_back(std::move(option));
  return table;
}

Result<RunSettings> read_flags(const RunFlags& flags) {
  RunSettings settings;
  TRY(checks, parse_checks(flags.checks, "--check"));
  settings.checks = checks;
  settings.check_names = names_of(settings.checks);
  TRY(dims, parse_assignments(flags.dims, "--dims"));
  TRY(tunables, parse_assignments(flags.tunables, "--set"));
  TRY(budget, parse_count(flags.budget, "--budget"));
  settings.dims = std::move(dims);
  settings.tunables = std::move(tunables);
  settings.budget = budget;
  if (flags.sample < 0) return negative("--sample");
  if (flags.threads < 0) return negative("--threads");
  if (flags.sample > 0 && flags.all_blocks)
    return bad_input("--sample and --all-blocks contradict each other", {}, "leave one of them out");
  return settings;
}

}  // namespace whet
