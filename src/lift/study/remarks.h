// Numerical remarks on a meaning and its PTX: what a reader should know before trusting or changing it.
#pragma once

#include <string>
#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

// Sentences, the most important first.
std::vector<std::string> numerical_remarks(Arena& arena, const Meaning& meaning, const ptx::Module& module,
                                           const ptx::Function& kernel);

}  // namespace whet::lift
