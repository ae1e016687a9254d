// What there is to confine a candidate with.
#pragma once

#include "environment/host.h"
#include "environment/probe.h"

namespace whet {

// Landlock and seccomp confine the runner; user namespaces and cgroups add to it.
Probe sandbox_probe(const Machine& machine);

// bubblewrap, tried on a harmless program: being installed is not enough where user namespaces are restricted.
Probe bwrap_probe(const Machine& machine, const Host& host);

}  // namespace whet
