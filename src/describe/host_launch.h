// The shape of a launch in host code, in the names of the kernel.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "source/launch/host_reader.h"
#include "source/launch/launch_sites.h"

namespace whet {

struct HostLaunch {
  std::vector<std::string> grid, block;      // extents, x first; empty: not clear
  std::string shared;                        // bytes; empty: none
  std::vector<std::string> free_names;       // variables whose value the file does not tell: they are sizes
  std::map<std::string, int64_t> constants;  // that the block is made of and that device code uses: they may be tuned
};

// `name_of` gives the kernel's name of a host variable; other variables with a value become numbers, except constants
// of the block that device code uses too: both must change together.
HostLaunch read_host_launch(const HostValues& values, const LaunchSite& site, const HostReader::Kept& name_of);

}  // namespace whet
