#include "hardware/math.h"

namespace whet {

std::string_view math_name(Math math) {
  switch (math) {
    case Math::fp64:
      return "fp64";
    case Math::fp64_tensor:
      return "fp64 tensor";
    case Math::fp32:
      return "fp32";
    case Math::tf32_tensor:
      return "tf32 tensor";
    case Math::fp16_tensor:
      return "fp16 tensor";
    case Math::bf16_tensor:
      return "bf16 tensor";
    case Math::fp8_tensor:
      return "fp8 tensor";
    case Math::int8_tensor:
      return "int8 tensor";
  }
  return "";
}

}  // namespace whet
