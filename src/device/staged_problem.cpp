#include "device/staged_problem.h"

#include <algorithm>
#include <cstring>

#include "binary/cubin/cubin.h"
#include "device/random_words.h"
#include "problem/module_variables.h"
#include "problem/signature/entry.h"
#include "problem/signature/signature.h"
#include "ptx/reader/parser.h"
#include "util/hash.h"
#include "util/stage_times.h"

namespace whet {

namespace {

constexpr uint8_t k_guard = 0xc9;

Result<std::vector<ModuleKernel>> kernels_of_ptx(const Build& build) {
  TRY(module, ptx::parse(build.ptx, "the kernel's PTX"));
  std::vector<ModuleKernel> kernels;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry) continue;
    ModuleKernel kernel{function.name, {}};
    for (const ptx::Variable& parameter : function.parameters)
      kernel.parameter_bytes.push_back(static_cast<int>(parameter.bytes));
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

Result<std::vector<ModuleKernel>> kernels_of(const Build& build) {
  if (build.cubin.empty()) return kernels_of_ptx(build);
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
                                           Device& device, const Placement& placement,
                                           std::shared_ptr<DeviceModule> loaded) {
  StagedProblem staged(resolved, device, placement);
  staged.module_ = std::move(loaded);
  TRY_VOID(staged.allocate());
  TRY_VOID(staged.add_launches(problem, build));
  return staged;
}

StagedProblem::~StagedProblem() {
  for (const uint64_t allocation : allocations_) (void)device_->free(allocation);
}

Result<void> StagedProblem::allocate() {
  written_.resize(resolved_->arguments.size());
  contents_.resize(resolved_->arguments.size());
  for (size_t i = 0; i < resolved_->arguments.size(); ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    const bool borrowed = placement_.arrays_of && i < resolved_->own_arguments && !argument.is_variable;
    addresses_.push_back(borrowed ? placement_.arrays_of->addresses_[i] : 0);
    if (argument.is_scalar || argument.is_variable || borrowed) continue;
    const uint64_t bytes = before(i) + argument.bytes + placement_.guard_bytes;
    const bool is_protected = argument.role == ArgumentRole::in && placement_.protects_inputs;
    TRY(allocation,
        is_protected ? device_->allocate_input(bytes, argument.name) : device_->allocate(bytes, argument.name));
    allocations_.push_back(allocation);
    addresses_.back() = allocation + before(i);
  }
  return {};
}

uint64_t StagedProblem::before(size_t argument) const {
  const uint64_t moved = argument < resolved_->own_arguments ? placement_.offset_elements : 0;
  return placement_.guard_bytes + placement_.offset_bytes + moved * bytes_of(resolved_->arguments[argument].type);
}

std::string StagedProblem::value_of(size_t argument) const {
  const ResolvedArgument& wanted = resolved_->arguments[argument];
  if (!wanted.fields.empty()) return struct_bytes(wanted);
  if (wanted.is_scalar) return wanted.encoded;
  return {reinterpret_cast<const char*>(&addresses_[argument]), sizeof(uint64_t)};
}

// Its encoded numbers, with the device addresses of its pointers.
std::string StagedProblem::struct_bytes(const ResolvedArgument& argument) const {
  std::string bytes = argument.encoded;
  for (const ResolvedField& field : argument.fields) {
    for (size_t i = 0; i < resolved_->arguments.size() && !field.array.empty(); ++i) {
      if (resolved_->arguments[i].name == field.array)
        std::memcpy(bytes.data() + field.offset, &addresses_[i], sizeof(uint64_t));
    }
  }
  return bytes;
}

Result<void> StagedProblem::place_variables(const Problem& problem, const Build& build) {
  for (size_t i = 0; i < resolved_->own_arguments; ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    if (!argument.is_variable) continue;
    TRY(found, module_variable(problem, argument, build));
    TRY(place, device_->variable(*module_, found));
    if (place.bytes < argument.bytes) return other_size(problem, argument, place.bytes);
    addresses_[i] = place.address;
    variables_.push_back(found);
  }
  return {};
}

bool StagedProblem::is_given(const std::string& variable) const {
  return std::find(variables_.begin(), variables_.end(), variable) != variables_.end();
}

Result<void> StagedProblem::add_launches(const Problem& problem, const Build& build) {
  if (!module_) {
    TRY(module, device_->load(build));
    module_ = std::move(module);
  }
  TRY_VOID(place_variables(problem, build));
  if (problem.is_host_function) {
    Launch call{module_, problem.entry, {}, {}};
    for (size_t i = 0; i < resolved_->own_arguments; ++i) {
      if (problem.is_passed(problem.arguments[i])) call.arguments.push_back(value_of(i));
    }
    launches_.push_back(std::move(call));
    return {};
  }
  TRY(kernels, kernels_of(build));
  for (size_t i = 0; i < resolved_->launches.size(); ++i) {
    const ResolvedLaunch& wanted = resolved_->launches[i];
    const auto kernel = choose_instance(kernels, wanted.entry);
    if (!kernel) return placed(kernel.error(), problem.place(wanted.line));
    TRY_VOID(check_parameter_bytes(problem, i, *kernel));
    Launch launch{module_,
                  kernel->name,
                  {extent_of(wanted.grid), extent_of(wanted.block), wanted.shared_bytes, wanted.cooperative,
                   wanted.cluster ? std::optional(extent_of(*wanted.cluster)) : std::nullopt},
                  {}};
    for (const size_t at : wanted.arguments) launch.arguments.push_back(value_of(at));
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
    TRY(content, make_content(argument, data.seed, files));
    TRY_VOID(device_->make(addresses_[i], content));
  }
  return {};
}

Result<void> StagedProblem::write(const ArrayContents& contents, const ArrayPoison& poison) {
  const StageTimer timer("staged: write");
  for (size_t i = 0; i < addresses_.size(); ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    if (argument.is_scalar) continue;
    const bool alone = !argument.is_variable;  // a module's variable has no guard zones
    if (alone && before(i) > 0) TRY_VOID(device_->fill(addresses_[i] - before(i), k_guard, before(i)));
    if (alone && placement_.guard_bytes > 0)
      TRY_VOID(device_->fill(addresses_[i] + argument.bytes, k_guard, placement_.guard_bytes));
    if (i < contents.size() && !contents[i].empty())
      TRY_VOID(write_input(i, contents[i]));
    else if (!poison.stays)
      TRY_VOID(write_random_words(*device_, addresses_[i], argument.bytes, random_bits(poison.seed, i)));
  }
  inputs_hold_ = false;
  return {};
}

Result<void> StagedProblem::write_input(size_t argument, const ArrayContent& content) {
  const bool is_there = inputs_hold_ && contents_[argument].identity() == content.identity() &&
                        resolved_->arguments[argument].role == ArgumentRole::in;
  if (is_there) return {};
  if (InputSource* const source = placement_.inputs) {
    TRY(digest, source->put(addresses_[argument], content));
    written_[argument] = digest;
  } else {
    const uint64_t to = addresses_[argument];
    TRY(is_made_there, device_->make(to, content));
    TRY(digest, is_made_there ? device_->digest(to, content.size(), digest_key_)
                              : Result<uint64_t>(quick_digest(content, digest_key_)));
    written_[argument] = digest;
  }
  contents_[argument] = content;
  return {};
}

Result<std::optional<std::string>> StagedProblem::overrun() const {
  const auto holds = [](const std::string& bytes) {
    return bytes.find_first_not_of(static_cast<char>(k_guard)) == std::string::npos;
  };
  for (size_t i = 0; i < addresses_.size(); ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    if (argument.is_scalar || argument.is_variable) continue;
    std::string beside;
    if (before(i) > 0) {
      TRY(front, device_->read(addresses_[i] - before(i), before(i)));
      beside += front;
    }
    if (placement_.guard_bytes > 0) {
      TRY(back, device_->read(addresses_[i] + argument.bytes, placement_.guard_bytes));
      beside += back;
    }
    if (!holds(beside)) return std::optional(argument.name);
  }
  return std::optional<std::string>();
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

Result<ArrayContents> StagedProblem::outputs() const {
  ArrayContents contents(addresses_.size());
  for (size_t i = 0; i < addresses_.size(); ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    if (argument.is_scalar || !argument.is_written()) continue;
    TRY(content, device_->keep(addresses_[i], argument.bytes));
    contents[i] = std::move(content);
  }
  return contents;
}

Result<ArrayContents> StagedProblem::take_outputs() {
  ArrayContents contents(addresses_.size());
  for (size_t i = 0; i < addresses_.size(); ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    if (argument.is_scalar || !argument.is_written()) continue;
    const auto own = std::find(allocations_.begin(), allocations_.end(), addresses_[i]);  // without guards
    const bool is_own = own != allocations_.end();
    if (is_own) allocations_.erase(own);
    TRY(content, is_own ? device_->take(addresses_[i], argument.bytes) : device_->keep(addresses_[i], argument.bytes));
    contents[i] = std::move(content);
  }
  return contents;
}

Result<std::vector<uint64_t>> StagedProblem::output_digests() const {
  const StageTimer timer("staged: output digests");
  std::vector<uint64_t> digests;
  for (size_t i = 0; i < addresses_.size(); ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    if (argument.is_scalar || !argument.is_written()) continue;
    TRY(digest, device_->digest(addresses_[i], argument.bytes, digest_key_));
    digests.push_back(digest);
  }
  return digests;
}

Result<std::optional<std::string>> StagedProblem::changed_input(bool trusting) {
  for (size_t i = 0; i < addresses_.size(); ++i) {
    const ResolvedArgument& argument = resolved_->arguments[i];
    if (argument.is_scalar || argument.role != ArgumentRole::in) continue;
    TRY(digest, trusting ? device_->digest(addresses_[i], argument.bytes, digest_key_) : digest_of(i));
    if (digest != written_[i]) return std::optional(argument.name);
  }
  inputs_hold_ = trusting;
  return std::optional<std::string>();
}

Result<uint64_t> StagedProblem::digest_of(size_t argument) const {
  TRY(bytes, device_->read(addresses_[argument], resolved_->arguments[argument].bytes));
  return quick_digest(bytes, digest_key_);
}

Result<void> StagedProblem::restore(const std::vector<std::string>& saved) {
  for (size_t i = 0; i < saved.size(); ++i) {
    if (!saved[i].empty()) TRY_VOID(device_->write(addresses_[i], saved[i]));
  }
  return {};
}

}  // namespace whet
