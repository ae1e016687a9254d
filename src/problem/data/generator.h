// Input data from a file of the problem, `generate = "inputs.py"` or `"inputs.cpp"`: a function of seed and sizes.
//
//   def generate(seed, rows, nnz): return {"offsets": ..., "columns": ...}
//   void generate(uint64_t seed, double* offsets, double* columns, int64_t rows, int64_t nnz)
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "problem/data/resolve.h"

namespace whet {

class DataGenerator {
 public:
  virtual ~DataGenerator() = default;
  // The bytes of one array. The file is run once per seed; it is an error if an array is missing or has another size.
  virtual Result<std::string> data(const ResolvedArgument& argument, uint64_t seed) = 0;
};

// The generator of the arguments whose fill is `generated`.
std::shared_ptr<DataGenerator> make_generator(const Problem& problem, const std::vector<ResolvedArgument>& arguments,
                                              const std::vector<NamedNumber>& dims);

}  // namespace whet
