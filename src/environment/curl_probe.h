// libcurl, with which minds behind servers are asked.
#pragma once

#include "environment/host.h"
#include "environment/probe.h"

namespace whet {

Probe curl_probe(const Machine& machine, const Host& host);

}  // namespace whet
