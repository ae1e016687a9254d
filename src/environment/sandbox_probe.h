// The means to confine a candidate.
#pragma once

#include "environment/host.h"
#include "environment/probe.h"

namespace whet {

// Landlock and seccomp confine the runner; user namespaces and cgroups are reported too.
Probe sandbox_probe(const Machine& machine);

// Tries bubblewrap on a harmless program: it may be installed and still not work where user namespaces are restricted.
Probe bwrap_probe(const Machine& machine, const Host& host);

}  // namespace whet
