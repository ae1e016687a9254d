// What the mending of one kind of waste would bring: the time now divided by the time without it, from the shares of
// the launch's resources. Such a gain is an estimate; rules rank their findings by it.
#pragma once

#include <optional>
#include <span>

#include "diagnose/run_facts.h"

namespace whet {

// "gain.coalesced_loads", with what is changed in the model of the launch.
std::span<const RunFactRow> gain_table();

}  // namespace whet
