// Whet's own cache directory: may it be written, and how large is it. Made when it is not there yet.
#pragma once

#include "environment/machine.h"
#include "environment/probe.h"

namespace whet {

Probe cache_probe(const Machine& machine);

}  // namespace whet
