#include "device/staged_problem.h"

#include "binary/cubin.h"
#include "problem/entry.h"
#include "problem/signature.h"

namespace whet {

namespace {

Result<std::vector<ModuleKernel>> kernels_of(const Build& build) {
  TRY(cubin, read_cubin(as_bytes(build.cubin)));
  std::vector<ModuleKernel> kernels;
  for (const CubinFunction& function : cubin.functions) {
    ModuleKernel kernel{function.name, {}};
    for (const KernelParameter& parameter : function.parameters) kernel.parameter_bytes.push_back(parameter.bytes);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

Error placed(Error error, const std::string& place) {
  if (error.where.empty()) error.where = place;
  return error;
}

Extent extent_of(const std::array<uint32_t, 3>& extents) {
  return {extents[0], extents[1], extents[2]};
}

}  // namespace

Result<StagedProblem> StagedProblem::stage(const Problem& problem, const ResolvedCase& resolved, const Build& build,
                                           Device& device) {
  StagedProblem staged(resolved, device);
  TRY_VOID(staged.allocate());
  TRY_VOID(staged.add_launches(problem, build));
  return staged;
}

Result<void> StagedProblem::allocate() {
  for (const ResolvedArgument& argument : resolved_->arguments) {
    addresses_.push_back(0);
    if (argument.is_scalar) continue;
    TRY(address, device_->allocate(argument.bytes, argument.name));
    addresses_.back() = address;
  }
  return {};
}

Result<void> StagedProblem::add_launches(const Problem& problem, const Build& build) {
  TRY(kernels, kernels_of(build));
  TRY(module, device_->load(build));
  for (size_t i = 0; i < resolved_->launches.size(); ++i) {
    const ResolvedLaunch& wanted = resolved_->launches[i];
    const auto kernel = choose_instance(kernels, wanted.entry);
    if (!kernel) return placed(kernel.error(), problem.place(wanted.line));
    TRY_VOID(check_parameter_bytes(problem, i, *kernel));
    Launch launch{module,
                  kernel->name,
                  {extent_of(wanted.grid), extent_of(wanted.block), wanted.shared_bytes, wanted.cooperative},
                  {}};
    for (const size_t at : wanted.arguments) {
      const ResolvedArgument& argument = resolved_->arguments[at];
      const char* address = reinterpret_cast<const char*>(&addresses_[at]);
      launch.arguments.push_back(argument.is_scalar ? argument.encoded : std::string(address, sizeof(uint64_t)));
    }
    launches_.push_back(std::move(launch));
  }
  return {};
}

Result<void> StagedProblem::fill(const DataOptions& data, const FileSystem& files) {
  for (size_t i = 0; i < addresses_.size(); ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    if (argument.is_scalar) continue;
    if (argument.role == ArgumentRole::out || argument.role == ArgumentRole::scratch) {
      TRY_VOID(device_->fill(addresses_[i], poison_byte(argument.type), argument.bytes));
      continue;
    }
    TRY(bytes, make_data(argument, data, files));
    TRY_VOID(device_->write(addresses_[i], bytes));
  }
  return {};
}

Result<std::vector<std::string>> StagedProblem::read_if(bool (*wanted)(const ResolvedArgument&)) const {
  std::vector<std::string> contents(addresses_.size());
  for (size_t i = 0; i < addresses_.size(); ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    if (argument.is_scalar || !wanted(argument)) continue;
    TRY(bytes, device_->read(addresses_[i], argument.bytes));
    contents[i] = std::move(bytes);
  }
  return contents;
}

Result<std::vector<std::string>> StagedProblem::save() const {
  return read_if([](const ResolvedArgument& argument) { return argument.role != ArgumentRole::in; });
}

Result<std::vector<std::string>> StagedProblem::outputs() const {
  return read_if([](const ResolvedArgument& argument) {
    return argument.role == ArgumentRole::out || argument.role == ArgumentRole::inout;
  });
}

Result<void> StagedProblem::restore(const std::vector<std::string>& saved) {
  for (size_t i = 0; i < saved.size(); ++i) {
    if (!saved[i].empty()) TRY_VOID(device_->write(addresses_[i], saved[i]));
  }
  return {};
}

}  // namespace whet
