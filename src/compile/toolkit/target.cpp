#include "compile/toolkit/target.h"

#include "util/text.h"

namespace whet {

Architecture fullest(Architecture architecture) {
  if (architecture.suffix == 0 && architecture.sm >= 90) architecture.suffix = 'a';
  return architecture;
}

Target target_of(Architecture architecture, const Hardware& hardware) {
  Target target{architecture, std::nullopt, std::nullopt};
  if (auto capability = hardware.capability(architecture.capability())) target.capability = *std::move(capability);
  return target;
}

Result<Target> resolve_target(std::string_view name, const Hardware& hardware) {
  if (const auto architecture = parse_architecture(name)) {
    const bool by_capability = name.find('.') != std::string_view::npos;
    return target_of(by_capability ? fullest(*architecture) : *architecture, hardware);
  }
  TRY(gpu, hardware.gpu(name));
  const auto architecture = parse_architecture(gpu.capability.id);
  if (!architecture) {
    return bad_input("`" + gpu.product.name + "` is no CUDA GPU", {}, "name an NVIDIA GPU; see `whet specs --list`");
  }
  return Target{fullest(*architecture), gpu.capability, gpu.product};
}

}  // namespace whet
