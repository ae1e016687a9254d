// Two probes from the report of the counters' child: CUPTI itself, and the permission to read counters.
#pragma once

#include "environment/child.h"
#include "environment/host.h"
#include "environment/probe.h"

namespace whet {

Probe cupti_probe(const ChildReport& report, const Host& host);
Probe counters_probe(const ChildReport& report, const Machine& machine, const Host& host);

}  // namespace whet
