// whet doctor: what this machine has, what it lacks, and how to get it.
#include <algorithm>
#include <cstdio>

#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "environment/child.h"
#include "environment/doctor.h"
#include "report/facts/doctor_view.h"
#include "util/text.h"

namespace whet {

namespace {

struct DoctorOptions {
  bool json = false;
  std::vector<std::string> required;  // each "NAME" or "NAME,NAME"
  std::string child;                  // "driver" or "counters"
};

Result<std::vector<std::string>> required_names(const DoctorOptions& options) {
  const std::vector<std::string> known = probe_names();
  std::vector<std::string> names;
  for (const std::string& list : options.required) {
    for (const std::string_view part : split(list, ',')) {
      const std::string name = lower(trim(part));
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        const std::vector<std::string> near = near_names(name, known);
        return bad_input("there is no probe `" + name + "`", "--require " + list,
                         near.empty() ? "it knows " + join(known, ", ") : "did you mean " + join(near, ", ") + "?");
      }
      names.push_back(name);
    }
  }
  return names;
}

// Something limited counts as present; something missing, or that could not be probed, does not.
Result<void> check_required(const std::vector<std::string>& names, const MachineReport& report) {
  std::vector<std::string> lacking, mends;
  for (const std::string& name : names) {
    const Probe* probe = report.find(name);
    const bool there = probe && (probe->status == ProbeStatus::found || probe->status == ProbeStatus::limited);
    if (there) continue;
    const std::string why = probe && !probe->detail.empty() ? " (" + probe->detail + ")" : "";
    lacking.push_back("`" + name + "`" + why);
    mends.push_back(name + ": " + (probe ? probe->mend : ""));
  }
  if (lacking.empty()) return {};
  return missing("this machine lacks " + join(lacking, ", "), {}, join(mends, "\n"));
}

// Runs in a child process of doctor, because the driver may crash; lines are printed as they come.
ExitCode run_child(const Machine& machine, const std::string& name, Context& context) {
  const auto emit = [&](const Json& json) {
    context.print(json.dump(-1) + "\n");
    std::fflush(stdout);
  };
  run_child_probe(name == name_of(ChildProbe::driver) ? ChildProbe::driver : ChildProbe::counters, machine, emit);
  return ExitCode::ok;
}

Result<ExitCode> run_doctor(const DoctorOptions& options, Context& context) {
  TRY(names, required_names(options));
  SystemKernel kernel;
  const Machine machine{context.files,           context.processes,       system_libraries(), kernel,
                        environment_variables(), context.cache_directory, "/proc/self/exe"};
  if (!options.child.empty()) return run_child(machine, options.child, context);
  const DoctorView view = collect_doctor(examine(machine, context.clock));
  show(view, output_format(options.json), context);
  TRY_VOID(check_required(names, view.report));
  return ExitCode::ok;
}

}  // namespace

CliCommand doctor_command() {
  auto options = std::make_shared<DoctorOptions>();
  CliCommand command;
  command.name = "doctor";
  command.summary = "say what this machine has, what it lacks, what that costs and how to get it";
  command.example = "  whet doctor\n  whet doctor --require gpu,counters   # exit 4 when one is missing";
  command.options = {
      {"--require", "exit 4 unless these are here: " + join(probe_names(), ", "), &options->required, "NAME[,NAME]"},
      {"--probe",
       "run one of doctor's own child processes here and print its steps",
       &options->child,
       "PROBE",
       {"driver", "counters"}},
      json_option(&options->json),
  };
  command.run = [options](Context& context) { return run_doctor(*options, context); };
  command.storage = options;
  return command;
}

}  // namespace whet
