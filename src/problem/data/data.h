// Argument data from a seed: the same on every machine and with any number of threads, because element i of an array
// depends only on the seed and i.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "problem/data/array_content.h"
#include "problem/data/array_recipe.h"
#include "problem/data/resolve.h"
#include "problem/formula/random.h"
#include "util/system/files.h"

namespace whet {

// The standard normal quantile of (bits + 1/2) / 2^32, within 2e-7; between -6.4 and 6.4.
double normal_quantile(uint32_t bits);

// The array's own seed: that of its fill, or else one made from the run's seed and the array's name, so that arrays
// differ and adding one changes no other.
uint64_t seed_of(const ResolvedArgument& argument, uint64_t run_seed);

struct DataOptions {
  uint64_t seed = 0;
  unsigned threads = 0;  // 0: as many as the machine has
};

// How a fill makes the array element by element; nothing of a file's, a generator's or a structured fill's data.
std::optional<ArrayRecipe> fill_recipe(const ResolvedArgument& argument, uint64_t run_seed);

// The bytes of an array before the kernel runs: its fill, or poison for outputs and scratch.
Result<std::string> make_data(const ResolvedArgument& argument, const DataOptions& options, const FileSystem& files);

// The byte that fills an array without data: a NaN in any floating type, 0xa5 otherwise.
uint8_t poison_byte(ElementType type);

// The content of an array that is read: a recipe where there is one, else the bytes of `make_data`.
Result<ArrayContent> make_content(const ResolvedArgument& argument, uint64_t seed, const FileSystem& files);

}  // namespace whet
