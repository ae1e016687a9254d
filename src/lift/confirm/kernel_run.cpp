#include "lift/confirm/kernel_run.h"

#include <algorithm>

#include "lift/confirm/reached_code.h"
#include "vgpu/simulation.h"

namespace whet::lift {
namespace {

constexpr uint64_t k_device_bytes = 1ull << 28;
constexpr uint64_t k_instruction_budget = 500'000;  // of a warp
// A result that is right although threads race for it, or read what nobody wrote, is right by chance. Every other round
// is checked.
constexpr vgpu::CheckSet k_checks{.memory = true, .init = true, .race = true, .sync = true};

// Cooperative groups are structs that are copied with what lies between their members.
bool uses_groups(const vgpu::LoadedModule& module, const ptx::Function& kernel) {
  const auto functions = reached_functions(module.module(), kernel);
  return std::any_of(functions.begin(), functions.end(), [](const ptx::Function* function) {
    return function->name.find("cooperative_groups") != std::string::npos;
  });
}

uint64_t executed_in(const vgpu::Counts& counts) {
  uint64_t executed = 0;
  for (const vgpu::ExecutionCount& count : counts.instructions) executed += count.warps;
  return executed;
}

}  // namespace

KernelRun::KernelRun(std::unique_ptr<vgpu::GlobalMemory> memory, std::shared_ptr<vgpu::LoadedModule> module,
                     std::shared_ptr<const vgpu::Program> program, const Meaning& meaning,
                     std::vector<ParameterUse> uses, std::vector<MemberArray> members)
    : memory_(std::move(memory)),
      module_(std::move(module)),
      program_(std::move(program)),
      variables_(meaning.module_variables),
      members_(std::move(members)),
      may_race_(meaning.assumptions.contains(k_old_guesses)),
      is_in_step_(meaning.assumptions.contains(k_in_step)),
      copies_padding_(uses_groups(*module_, function())),
      arrays_(*memory_, meaning.names.parameters, std::move(uses)) {}

Result<KernelRun> KernelRun::load(const std::string& ptx, const std::string& kernel, const Meaning& meaning,
                                  std::vector<ParameterUse> uses, std::vector<MemberArray> members) {
  auto memory = std::make_unique<vgpu::GlobalMemory>(k_device_bytes);
  TRY(module, vgpu::LoadedModule::load(ptx, kernel + ".ptx", *memory));
  TRY(program, module->program(kernel));
  const ptx::Function& function = *module->module().function(program->kernel);
  const bool has_bfloats = has_bfloats_only(reached_functions(module->module(), function));
  for (ParameterUse& use : uses) use.is_bfloat |= use.has_alias && has_bfloats;
  return KernelRun(std::move(memory), std::move(module), std::move(program), meaning, std::move(uses),
                   std::move(members));
}

Result<std::vector<std::string>> KernelRun::arguments(const Surroundings& surroundings, int round) {
  const ptx::Function& kernel = function();
  std::vector<std::string> passed;
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    const bool is_array = i < arrays_.uses().size() && arrays_.uses()[i].is_array;
    if (!is_array) {
      passed.push_back(arrays_.scalar(static_cast<int>(i), kernel.parameters[i].bytes, surroundings));
      continue;
    }
    TRY(address, arrays_.place(static_cast<int>(i), surroundings, round));
    passed.push_back(address);
  }
  for (const MemberArray& member : members_) {
    std::string& bytes = passed[static_cast<size_t>(member.parameter)];
    TRY(address, arrays_.place(member.number, surroundings, round));
    const auto at = static_cast<size_t>(member.offset);
    if (at + address.size() > bytes.size()) return failed("a pointer lies outside of the struct that holds it");
    bytes.replace(at, address.size(), address);
  }
  return passed;
}

// Whatever a variable begins with, its contents are data: the host may write to it before the launch.
Result<void> KernelRun::fill_variables(const Surroundings& surroundings, int round) {
  for (size_t i = 0; i < variables_.size(); ++i) {
    const auto number = static_cast<int>(function().parameters.size() + i);
    const auto address = module_->address(variables_[i].symbol);
    if (!address) return failed("the variable `" + variables_[i].name + "` is not in the module");
    TRY_VOID(arrays_.fill_variable(number, *address, variables_[i].bytes, surroundings, round));
  }
  return {};
}

Result<vgpu::RunResult> KernelRun::launch(const Surroundings& surroundings, const RunShape& shape, int round,
                                          bool counted) {
  TRY(passed, arguments(surroundings, round));
  TRY_VOID(fill_variables(surroundings, round));
  TRY(parameters, vgpu::pack_arguments(*program_, passed));
  const vgpu::LaunchConfig config{.grid = shape.grid,
                                  .block = shape.block,
                                  .dynamic_shared_bytes = shape.dynamic_shared_bytes,
                                  .cooperative = false,
                                  .parameters = parameters};
  vgpu::RunOptions options;
  options.counted = counted;
  options.threads = 1;
  options.budget = k_instruction_budget;
  options.launch_budget = shape.budget;
  options.order.blocks = round % 2 == 0 ? vgpu::k_as_numbered : vgpu::k_backwards;
  vgpu::CheckSet checks = counted || round % 2 != 0 ? vgpu::CheckSet() : k_checks;
  checks.race &= !may_race_;
  checks.in_step = is_in_step_;
  checks.init &= !copies_padding_;
  return vgpu::run(*program_, config, *memory_, options, checks);
}

Result<RunOutcome> KernelRun::run(const Surroundings& surroundings, const RunShape& shape, double rounding, int round) {
  TRY(result, launch(surroundings, shape, round, false));
  RunOutcome outcome;
  if (!result.faults.empty()) {
    outcome.kind = RunOutcome::Kind::faulted;
    outcome.is_cut_off = result.faults[0].kind == vgpu::FaultKind::endless;
    outcome.is_misaligned = result.faults[0].kind == vgpu::FaultKind::misaligned;
    outcome.text = std::string(vgpu::name_of(result.faults[0].kind)) + ": " + result.faults[0].detail;
  } else {
    TRY(compared, arrays_.compare(rounding));
    outcome = std::move(compared);
  }
  outcome.instructions = executed_in(result.counts);
  TRY_VOID(arrays_.release());
  return outcome;
}

Result<ExecutedWork> KernelRun::count(const Surroundings& surroundings, const RunShape& shape) {
  TRY(result, launch(surroundings, shape, 0, true));
  TRY_VOID(arrays_.release());
  if (!result.faults.empty()) return failed("the kernel did not run to its end");
  ExecutedWork work;
  work.flops = vgpu::flops(*program_, result.counts, nullptr, nullptr).total();
  for (uint32_t i = 0; i < result.counts.accesses.size(); ++i) {
    const vgpu::AccessCount& access = result.counts.accesses[i];
    const std::string& opcode = program_->instruction(i).opcode;
    if (access.sectors == 0) continue;  // not global memory
    if (opcode == "ld" || opcode == "ldu" || opcode == "atom") work.loaded_bytes += access.bytes;
    if (opcode == "st" || opcode == "atom" || opcode == "red") work.stored_bytes += access.bytes;
  }
  return work;
}

}  // namespace whet::lift
