#include "cli/run/counted_problem.h"

#include <fmt/format.h>

#include "cli/flags/bare_kernel.h"
#include "cli/run/source_reader.h"
#include "describe/derived_work.h"
#include "device/open/host_memory.h"
#include "judge/check/policy.h"
#include "problem/build.h"
#include "problem/file/section.h"

namespace whet {

namespace {

Result<ResolvedCase> resolve_for(const CountedFlags& flags, const Problem& problem, const OpenedDevice& opened) {
  TRY(dims, parse_assignments(flags.dims, "--dims"));
  TRY(tunables, parse_assignments(flags.tunables, "--set"));
  TRY(chosen, find_case(problem, flags.case_name));
  ResolveOptions options{dims, tunables, std::nullopt, opened.device->facts().name};
  if (const uint64_t bytes = device_bytes(opened)) options.memory_limit_bytes = bytes;
  return resolve_case(problem, chosen, options);
}

Result<OpenedDevice> open_counting_device(const CountedFlags& flags, const Knowledge& knowledge) {
  VirtualOptions options;
  options.budget = judge_policy(true).warp_instructions;
  TRY(opened, open_device(flags.device, options, knowledge));
  if (!opened.as_virtual)
    return bad_input("only the virtual GPU counts what this command needs", "--device " + flags.device,
                     "name the GPU's virtual twin: --device virtual:h200");
  return opened;
}

}  // namespace

std::vector<Option> counted_option_table(CountedFlags* flags) {
  std::vector<Option> table = {
      {"problem", "folder with problem.toml, the file, or a .cu", &flags->problem, "FILE", {}, true},
      {"-d,--device", "virtual:GPU (default virtual)", &flags->device, "DEVICE"},
      {"-c,--case", "case of the problem, by name or index", &flags->case_name, "CASE"},
      {"--dims", "other sizes: M=4096,N=1K", &flags->dims, "SIZES"},
      {"--set", "values of [tune]: TILE=32", &flags->tunables, "VALUES"},
  };
  for (Option& option : compile_option_table(&flags->compile)) table.push_back(std::move(option));
  return table;
}

DiagnoseRequest CountedProblem::request(const FileSystem& files) const {
  DiagnoseRequest request{problem,     resolved, build, opened.device->facts(), source_reader(problem, files),
                          std::nullopt};
  if (meaning.is_confirmed) request.patterns = meaning.patterns;
  return request;
}

Result<CountedProblem> prepare_counted(const CountedFlags& flags, Context& context) {
  CountedProblem counted;
  TRY(additions, read_additions(flags.compile, context.files));
  std::vector<std::string> assumed;
  TRY(problem, load_or_describe(flags.problem, additions, context, assumed));
  if (problem.is_host_function)
    return bad_input(fmt::format("the entry `{}` is a host function, which is called as a whole", problem.entry),
                     problem.place(problem.entry_line), "name one of its kernels as the entry");
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(opened, open_counting_device(flags, context.knowledge));
  counted.meaning = find_kernel_meaning(problem, compiler);
  add_derived_work(problem, counted.meaning, {context.files, compiler, context.knowledge});
  TRY(resolved, resolve_for(flags, problem, opened));
  TRY_VOID(check_room(resolved, opened, false, context.files));
  TRY(builds, compiler.compile(compile_request(problem, resolved, {opened.device->facts().architecture})));
  if (!opened.note.empty()) counted.notes.push_back(opened.note);
  for (const std::string& each : assumed) counted.notes.push_back("assumed: " + each);
  if (const std::string remark = work_remark(problem); !remark.empty()) counted.notes.push_back(remark);
  counted.problem = std::move(problem);
  counted.opened = std::move(opened);
  counted.resolved = std::move(resolved);
  counted.build = std::move(builds.front());
  return counted;
}

}  // namespace whet
