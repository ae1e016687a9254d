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

Result<OpenedDevice> open_counting_device(const std::string& name, const Knowledge& knowledge) {
  VirtualOptions options;
  options.budget = judge_policy(true).warp_instructions;
  return open_device(name, options, knowledge);
}

// The virtual GPU that counts what the hardware does not; without it there is less to see.
void open_twin(CountedProblem& counted, Context& context) {
  if (counted.opened.as_virtual) return;
  const std::string gpu = counted.opened.device->facts().gpu.product.name;
  auto twin = open_counting_device("virtual:" + gpu, context.knowledge);
  if (!twin) {
    counted.no_twin = "whet does not know this GPU: " + twin.error().what;
    return;
  }
  const auto room = check_room(counted.resolved, *twin, false, context.files);
  if (room)
    counted.twin = std::move(*twin);
  else
    counted.no_twin = room.error().what;
}

}  // namespace

std::vector<Option> counted_option_table(CountedFlags* flags) {
  std::vector<Option> table = {
      {"problem", "folder with problem.toml, the file, or a .cu", &flags->problem, "FILE", {}, true},
      {"-d,--device", "virtual:GPU (default virtual), cuda:N, or auto", &flags->device, "DEVICE"},
      {"--collector", "who counts on a real GPU (default cupti)", &flags->collector, "NAME", {"cupti", "ncu"}},
      {"--counters-only", "of a real GPU: its counters alone, without samples and the virtual GPU's counts",
       &flags->counters_only},
      {"-c,--case", "case of the problem, by name or index", &flags->case_name, "CASE"},
      {"--dims", "other sizes: M=4096,N=1K", &flags->dims, "SIZES"},
      {"--set", "values of [tune]: TILE=32", &flags->tunables, "VALUES"},
  };
  for (Option& option : compile_option_table(&flags->compile)) table.push_back(std::move(option));
  return table;
}

DiagnoseRequest CountedProblem::request(const AdviceBook& book, const FileSystem& files) const {
  return {problem, resolved,          build,   opened.device->facts(), source_reader(problem, files),
          book,    without_consent(), &meaning};
}

Result<CountedProblem> prepare_counted(const CountedFlags& flags, Context& context, bool thorough) {
  CountedProblem counted;
  TRY(additions, read_additions(flags.compile, context.files));
  std::vector<std::string> assumed;
  TRY(problem, load_or_describe(flags.problem, additions, context, assumed));
  if (problem.is_host_function)
    return bad_input(fmt::format("the entry `{}` is a host function, which is called as a whole", problem.entry),
                     problem.place(problem.entry_line), "name one of its kernels as the entry");
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(opened, open_counting_device(flags.device, context.knowledge));
  if (thorough && !(flags.counters_only && !opened.as_virtual)) {
    counted.meaning = find_kernel_meaning(problem, compiler);
    add_derived_work(problem, counted.meaning, {context.files, compiler, context.knowledge});
  }
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
  counted.no_twin = "it was not asked (--counters-only)";
  if (thorough && !flags.counters_only) open_twin(counted, context);
  return counted;
}

}  // namespace whet
