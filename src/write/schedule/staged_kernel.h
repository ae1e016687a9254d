// The kernels of several stages as one file.
#pragma once

#include "write/schedule/stages.h"

namespace whet::write {

// Constants that have other values in a later kernel get a name of their own: kCombineThreads.
WrittenKernel join_kernels(const Subject& subject, const Stages& stages, std::vector<WrittenKernel> kernels);

}  // namespace whet::write
