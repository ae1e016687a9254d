// The work of a problem from runs of its kernels at small sizes on the virtual GPU.
#pragma once

#include <string>

#include "describe/describe.h"

namespace whet {

struct CountedWork {
  std::string bytes;  // of arrays that are read and written nearly whole; empty: of some only a part is
  std::string flops;  // executed: "4.08 * heads * length * length * width"; empty: they do not follow one product
};

CountedWork count_work(const Problem& problem, const DescribeServices& services);

}  // namespace whet
