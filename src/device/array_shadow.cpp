#include "device/array_shadow.h"

#include <utility>

namespace whet {

Result<ArrayShadow> ArrayShadow::make(const ResolvedCase& resolved, const StagedProblem& staged, Device& device) {
  ArrayShadow shadow(device);
  for (size_t i = 0; i < resolved.arguments.size(); ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (argument.is_scalar || argument.role == ArgumentRole::in || argument.bytes == 0) continue;
    TRY(copy, device.allocate(argument.bytes, "copy of " + argument.name));
    SamplingPlan::Reset reset;
    reset.to = staged.address(i);
    reset.bytes = argument.bytes;
    reset.from = copy;
    shadow.resets_.push_back(reset);
  }
  return shadow;
}

ArrayShadow::ArrayShadow(ArrayShadow&& other) noexcept
    : device_(other.device_), resets_(std::exchange(other.resets_, {})) {}

ArrayShadow::~ArrayShadow() {
  for (const SamplingPlan::Reset& reset : resets_) (void)device_->free(reset.from);
}

Result<void> ArrayShadow::keep() {
  for (const SamplingPlan::Reset& reset : resets_) TRY_VOID(device_->copy(reset.from, reset.to, reset.bytes));
  return device_->finish();
}

}  // namespace whet
