// NVRTC, the compiler as a library.
#pragma once

#include "environment/host.h"
#include "environment/probe.h"

namespace whet {

Probe nvrtc_probe(const Machine& machine, const Host& host);

}  // namespace whet
