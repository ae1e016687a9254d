// Whet's cache directory: whether it is writable, and its size. It is created if it does not exist.
#pragma once

#include "environment/machine.h"
#include "environment/probe.h"

namespace whet {

Probe cache_probe(const Machine& machine);

}  // namespace whet
