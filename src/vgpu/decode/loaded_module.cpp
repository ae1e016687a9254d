#include "vgpu/decode/loaded_module.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "binary/container/demangle.h"
#include "ptx/reader/parser.h"
#include "util/text.h"
#include "vgpu/decode/decode.h"

namespace whet::vgpu {

namespace {

bool in_device_memory(const ptx::Variable& variable) {
  return variable.space == ptx::Space::global || variable.space == ptx::Space::constant;
}

// "transpose" of "void transpose<32>(float const*, float*)".
std::string plain_name(const std::string& mangled) {
  std::string text = demangle(mangled);
  text = text.substr(0, text.find('('));
  text = text.substr(0, text.find('<'));
  const size_t space = text.rfind(' ');
  return space == std::string::npos ? text : text.substr(space + 1);
}

}  // namespace

LoadedModule::LoadedModule(ptx::Module module, GlobalMemory& memory)
    : module_(std::make_shared<const ptx::Module>(std::move(module))), memory_(memory) {}

LoadedModule::~LoadedModule() {
  for (const auto& [name, address] : addresses_) (void)memory_.free(address);
}

Result<std::shared_ptr<LoadedModule>> LoadedModule::load(std::string_view ptx, const std::string& name,
                                                         GlobalMemory& memory) {
  TRY(module, ptx::parse(ptx, name));
  std::shared_ptr<LoadedModule> loaded(new LoadedModule(std::move(module), memory));
  TRY_VOID(loaded->place_variables());
  return loaded;
}

Result<void> LoadedModule::place_variables() {
  for (const ptx::Variable& variable : module_->variables) {
    if (!in_device_memory(variable) || variable.is_extern) continue;
    TRY(address, memory_.allocate(std::max<uint64_t>(variable.bytes, 1), variable.name));
    TRY_VOID(memory_.fill(address, 0, variable.bytes));
    const uint64_t given = std::min<uint64_t>(variable.initial.size(), variable.bytes);
    TRY_VOID(memory_.write(address, variable.initial.data(), given));
    memory_.find(address)->read_only = variable.space == ptx::Space::constant;
    addresses_[variable.name] = address;
  }
  for (const ptx::Variable& variable : module_->variables) TRY_VOID(relocate(variable));
  return {};
}

Result<void> LoadedModule::relocate(const ptx::Variable& variable) {
  for (const ptx::Relocation& relocation : variable.relocations) {
    uint64_t value = 0;
    const auto& functions = module_->functions;
    const auto function = std::find_if(functions.begin(), functions.end(),
                                       [&](const ptx::Function& f) { return f.name == relocation.symbol; });
    if (const auto other = address(relocation.symbol)) {
      value = *other;
    } else if (function != functions.end()) {
      value = k_function_window + static_cast<uint64_t>(function - functions.begin());
    } else {
      return bad_input(fmt::format("`{}` points to `{}`, which is not in the module", variable.name, relocation.symbol),
                       fmt::format("PTX line {}", variable.line));
    }
    value += static_cast<uint64_t>(relocation.addend);
    const auto place = addresses_.find(variable.name);
    if (place == addresses_.end()) continue;
    TRY_VOID(memory_.write(place->second + relocation.offset, &value, static_cast<uint64_t>(relocation.bytes)));
  }
  return {};
}

std::optional<uint64_t> LoadedModule::address(std::string_view variable) const {
  const auto found = addresses_.find(variable);
  if (found == addresses_.end()) return std::nullopt;
  return found->second;
}

Result<std::shared_ptr<const Program>> LoadedModule::program(std::string_view kernel) {
  if (const auto known = programs_.find(kernel); known != programs_.end()) return known->second;
  std::vector<std::string> all, matches;
  for (const ptx::Function& function : module_->functions) {
    if (!function.is_entry || function.is_declaration) continue;
    all.push_back(plain_name(function.name));
    const bool named = function.name == kernel || demangle(function.name) == kernel;
    if (named) matches.assign(1, function.name);
    if (named) break;
    if (all.back() == kernel) matches.push_back(function.name);
  }
  if (matches.size() != 1) {
    return bad_input(
        fmt::format("the module has {} `{}`", matches.empty() ? "no kernel" : "several kernels called", kernel), {},
        "choose one of: " + join(all, ", "));
  }
  const VariableAddress address_of = [this](std::string_view name) { return address(name); };
  TRY(program, decode(module_, matches.front(), address_of));
  programs_[std::string(kernel)] = program;
  return program;
}

Result<std::string> pack_arguments(const Program& program, const std::vector<std::string>& arguments) {
  const auto& parameters = program.module->functions[program.entry].parameters;
  bool fits = parameters.size() == arguments.size();
  std::string sides;
  for (size_t i = 0; i < std::max(parameters.size(), arguments.size()); ++i) {
    const std::string wanted = i < parameters.size() ? fmt::format("{} bytes", parameters[i].bytes) : "none";
    const std::string given = i < arguments.size() ? fmt::format("{} bytes", arguments[i].size()) : "none";
    sides += fmt::format("  parameter {}: kernel {}, launch {}\n", i, wanted, given);
    fits &= i < parameters.size() && i < arguments.size() && parameters[i].bytes == arguments[i].size();
  }
  if (!fits) {
    Error error = bad_input(fmt::format("the kernel takes {} parameters, the launch gives {} that do not all fit",
                                        parameters.size(), arguments.size()));
    error.details = sides;
    return error;
  }
  std::string packed(program.param_bytes, '\0');
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::memcpy(packed.data() + program.param_offsets[i], arguments[i].data(), arguments[i].size());
  }
  return packed;
}

}  // namespace whet::vgpu
