#include "device/array_kernels.h"

#include <fmt/format.h>

#include <algorithm>

#include "device/own_kernels.h"
#include "problem/data/edited_values.h"
#include "problem/data/kernel_text.h"

namespace whet {

namespace {

constexpr uint32_t k_array_threads = 256;
constexpr uint64_t k_most_array_blocks = 4096, k_least_table_bytes = 64 << 10;

template <typename Value>
std::string parameter_bytes(const Value& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

ArrayKernels::~ArrayKernels() {
  if (tables_) (void)device_.free(tables_);
}

Result<std::shared_ptr<DeviceModule>> ArrayKernels::module_of(ElementType type, FormulaKind kind) {
  std::shared_ptr<DeviceModule>& module = modules_[{type, array_kernel(kind)}];
  if (module) return module;
  TRY(loaded, load_own_kernels(fmt::format("{}_{}.cu", array_kernel(kind), name_of(type)),
                               array_kernel_text(type, kind), device_, compiler_));
  module = std::move(loaded);
  return module;
}

// Many recipes have the same ones: they are written when they change.
Result<void> ArrayKernels::write_tables(const std::vector<uint64_t>& tables) {
  if (tables.empty() || tables == written_) return {};
  const uint64_t bytes = tables.size() * sizeof(uint64_t);
  written_.clear();
  if (bytes > room_) {
    if (tables_) TRY_VOID(device_.free(tables_));
    tables_ = room_ = 0;
    TRY(address, device_.allocate(std::max(bytes, k_least_table_bytes), "tables of arrays"));
    tables_ = address;
    room_ = std::max(bytes, k_least_table_bytes);
  }
  TRY_VOID(device_.write(tables_, {reinterpret_cast<const char*>(tables.data()), bytes}));
  written_ = tables;
  return {};
}

Result<Launch> ArrayKernels::launch_of(const ArrayRecipe& recipe, const Places& places) {
  TRY(module, module_of(recipe.type, recipe.formula.kind));
  TRY_VOID(write_tables(recipe.tables));
  const uint64_t of_block = k_array_threads * k_elements_of_thread;
  const uint64_t blocks = (recipe.formula.count + of_block - 1) / of_block;
  Launch launch;
  launch.module = module;
  launch.kernel = array_kernel(recipe.formula.kind);
  launch.shape.grid.x = static_cast<uint32_t>(std::clamp<uint64_t>(blocks, 1, k_most_array_blocks));
  launch.shape.block.x = k_array_threads;
  launch.arguments = {parameter_bytes(recipe.formula), parameter_bytes(places.to), parameter_bytes(places.base),
                      parameter_bytes(places.other), parameter_bytes(tables_)};
  return launch;
}

Result<std::vector<double>> ArrayKernels::gather(ElementType type, uint64_t count, uint64_t base, uint64_t step) {
  const ArrayRecipe recipe = every_recipe(type, count, step);
  const uint64_t bytes = recipe.formula.count * bytes_of(type);
  TRY(some, device_.allocate(std::max<uint64_t>(bytes, 1), "gathered values"));
  auto done = make(recipe, {some, base});
  auto read = done ? device_.read(some, bytes) : Result<std::string>(done.error());
  TRY_VOID(device_.free(some));
  TRY(values, std::move(read));
  return decode_elements(type, values);
}

Result<void> ArrayKernels::make(const ArrayRecipe& recipe, const Places& places) {
  if (recipe.formula.count == 0) return {};
  TRY(launch, launch_of(recipe, places));
  return device_.launch(launch);
}

}  // namespace whet
