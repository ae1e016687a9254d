// Chooses the instance of a handler by the types in memory and in the register.
#pragma once

#include <cstdint>

#include "vgpu/program/op.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

struct Wide {  // b128
  uint64_t low = 0, high = 0;
};

template <template <typename, typename> typename Do, typename E>
Handler by_register(int register_bytes) {
  switch (register_bytes) {
    case 2:
      return Do<E, uint16_t>::run;
    case 4:
      return Do<E, uint32_t>::run;
    default:
      return Do<E, uint64_t>::run;
  }
}

// Do<E, R>::run is the handler; E is the type in memory, R that of the register.
template <template <typename, typename> typename Do>
Handler by_types(const MemoryForm& form) {
  const int wide = form.register_bytes;
  switch (form.element_bytes) {
    case 1:
      return form.sign_extend ? by_register<Do, int8_t>(wide) : by_register<Do, uint8_t>(wide);
    case 2:
      return form.sign_extend ? by_register<Do, int16_t>(wide) : by_register<Do, uint16_t>(wide);
    case 4:
      return form.sign_extend ? by_register<Do, int32_t>(wide) : by_register<Do, uint32_t>(wide);
    case 8:
      return by_register<Do, uint64_t>(8);
    default:
      return Do<Wide, Wide>::run;
  }
}

}  // namespace whet::vgpu
