#include "cli/run/counted_problem.h"
#include "diagnose/diagnose_measured.h"
#include "diagnose/fact_metrics.h"
#include "profile/ncu/ncu_run.h"
#include "util/self.h"
#include "util/system/private_directory.h"

namespace whet {

namespace {

// This program again, which makes the launches and nothing else that ncu would look at.
std::vector<std::string> launching_command(const CountedFlags& flags, const std::string& device) {
  std::vector<std::string> argv = {own_path(), "profiled", flags.problem, "--device", device};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) argv.insert(argv.end(), {name, value});
  };
  add("--case", flags.case_name);
  add("--dims", flags.dims);
  add("--set", flags.tunables);
  for (const std::string& each : flags.compile.include_directories) add("--include", each);
  for (const std::string& each : flags.compile.defines) add("--define", each);
  for (const std::string& each : flags.compile.flags) argv.push_back("--flag=" + each);
  return argv;
}

Result<std::vector<Profile>> collect_with_ncu(const CountedFlags& flags, const std::string& device,
                                              const std::vector<std::string>& kernels, Context& context) {
  TRY(names, NcuNames::load(context.knowledge));
  TRY(directory, PrivateDirectory::make("ncu"));
  NcuRun run;
  run.target = launching_command(flags, device);
  run.kernels = kernels;
  run.directory = directory.path();
  return profile_with_ncu(run, context.files, context.processes, names);
}

}  // namespace

Result<std::vector<LaunchRecord>> record_counted(const CountedProblem& counted, const CountedFlags& flags,
                                                 const std::vector<std::string>& facts, Context& context) {
  const AdviceBook book;  // nothing is advised yet
  const DiagnoseRequest request = counted.request(book, context.files);
  if (counted.opened.as_virtual) return record_problem(request, *counted.opened.as_virtual, context.files);
  TRY(names, NcuNames::load(context.knowledge));
  TRY(resources, load_resource_metrics(context.knowledge));
  MeasurePlan plan{*counted.opened.device, counted.twin.as_virtual, counted.no_twin};
  plan.needs = needs_of(metrics_of_facts(facts), resources, names);
  plan.resources = std::move(resources);
  plan.samples = !flags.counters_only;
  const std::string device = counted.opened.device->facts().name;
  if (flags.collector == "ncu")
    plan.collect = [&flags, device, &context](const std::vector<std::string>& kernels) {
      return collect_with_ncu(flags, device, kernels, context);
    };
  return record_measured(request, plan, context.files);
}

}  // namespace whet
