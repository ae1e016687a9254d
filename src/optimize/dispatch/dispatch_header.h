// A dispatch as a C++ header: which variant runs at which size on which device. It needs C++14 and no other file.
//
//   const auto variant = softmax_dispatch::select(90, {rows, cols});   // 90: sm_90
//   if (variant == softmax_dispatch::Variant::v1) ...                  // values_of(variant).TILE
#pragma once

#include <string>

#include "optimize/dispatch/dispatch.h"

namespace whet {

struct DispatchTitle {
  std::string kernel;  // "softmax"
  std::string origin;  // of the times: "measured", "modelled, confirmed"
};

std::string dispatch_header(const DispatchInput& input, const Dispatch& dispatch, const DispatchTitle& title);

}  // namespace whet
