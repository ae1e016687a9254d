// The set the model is fitted on, by file of kernels.
#pragma once

#include "vgpu/case_list.h"

namespace whet::bench {

void add_basic(CaseList& list);

}  // namespace whet::bench
