#include "cli/run_settings.h"

#include "cli/show.h"
#include "problem/resolve.h"
#include "problem/section.h"
#include "util/text.h"

namespace whet {

namespace {

struct NamedCheck {
  const char* name;
  bool vgpu::CheckSet::* flag;
};
constexpr NamedCheck k_checks[] = {{"memory", &vgpu::CheckSet::memory},
                                   {"init", &vgpu::CheckSet::init},
                                   {"race", &vgpu::CheckSet::race},
                                   {"sync", &vgpu::CheckSet::sync}};

Result<void> add_check(std::string_view name, vgpu::CheckSet& checks) {
  std::vector<std::string> known{"all"};
  bool found = false;
  for (const NamedCheck& check : k_checks) {
    known.emplace_back(check.name);
    if (name != "all" && name != check.name) continue;
    checks.*check.flag = found = true;
  }
  if (found) return {};
  return bad_input("there is no check " + in_quotes(name), "--check", did_you_mean(name, known));
}

std::string names_of(const vgpu::CheckSet& checks) {
  std::vector<std::string> names;
  for (const NamedCheck& check : k_checks) {
    if (checks.*check.flag) names.emplace_back(check.name);
  }
  return join(names, ", ");
}

// "64M" -> 67108864.
Result<uint64_t> parse_count(const std::string& text, const std::string& flag) {
  const auto parsed = parse_assignments("n=" + text, flag);
  if (parsed && parsed->size() == 1 && parsed->begin()->second > 0)
    return static_cast<uint64_t>(parsed->begin()->second);
  return bad_input(in_quotes(text) + " is no count", flag, "write a whole number, as 4096, 64K or 1G");
}

Error negative(const char* flag) {
  return bad_input("a negative number", flag, "give 0 or more");
}

}  // namespace

std::vector<Option> run_option_table(RunFlags* flags) {
  return {
      {"problem", "folder with problem.toml, or the file", &flags->problem, "FILE", {}, true},
      {"-d,--device", "virtual:GPU, cuda:N or auto (default virtual:h200)", &flags->device, "DEVICE"},
      {"-c,--case", "case of the problem, by name or index", &flags->case_name, "CASE"},
      {"--dims", "other sizes: M=4096,N=1K", &flags->dims, "SIZES"},
      {"--set", "values of [tune]: TILE=32", &flags->tunables, "VALUES"},
      {"--seed", "of the argument data (default 1)", &flags->seed, "N"},
      {"--check", "look for bugs: memory, init, race, sync (with commas), or all", &flags->checks, "CHECKS"},
      {"--counters", "counters by Nsight Compute's names", &flags->counters},
      {"--lines", "counts by source line", &flags->lines},
      {"--all-blocks", "run every block, however long it takes", &flags->all_blocks},
      {"--sample", "run about so many blocks and scale the counts", &flags->sample, "N"},
      {"--threads", "host threads (default: one per core)", &flags->threads, "N"},
      {"--budget", "instructions a warp may execute (default 64M)", &flags->budget, "N"},
      {"--md", "print the report as Markdown", &flags->markdown},
      json_option(&flags->json),
  };
}

Result<RunSettings> read_flags(const RunFlags& flags) {
  RunSettings settings;
  if (!flags.checks.empty()) {
    for (const std::string_view name : split(flags.checks, ',')) TRY_VOID(add_check(trim(name), settings.checks));
  }
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
