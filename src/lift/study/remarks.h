// Numerical remarks on a meaning and its PTX: what a reader should know before trusting or changing it.
#pragma once

#include <string>
#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

// Sentences, the most important first.
std::vector<std::string> numerical_remarks(Arena& arena, const Meaning& meaning, const ptx::Module& module,
                                           const ptx::Function& kernel);

// Whether data exists at which rounding alone takes the kernel far from its meaning: some of the remarks above.
bool rounds_badly(Arena& arena, const Meaning& meaning);

// Whether it cuts a computed number to an integer: where that lies between two, rounding decides.
bool cuts_numbers(Arena& arena, const Meaning& meaning);

}  // namespace whet::lift
