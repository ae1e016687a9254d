// Whether a meaning reads every word as the kind of number that it is declared to hold.
//
//   y[i] = shr(x[i], 31)    of floats x: their bits, which came through shared memory, are shifted as integers
//
// Instructions are checked where they read an array themselves (thread/bit_readings.h). What went through shared
// memory, local memory or other lanes first shows only in the meaning.
#pragma once

#include <optional>
#include <string>

#include "lift/meaning/meaning.h"
#include "source/kernel/parameters.h"

namespace whet::lift {

// Why the statement must not be believed; nothing: it reads all as it is declared.
std::optional<std::string> misread_words(const Arena& arena, const Statement& statement,
                                         const std::vector<Parameter>& parameters);

}  // namespace whet::lift
