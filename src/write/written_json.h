// Written kernels as they pass from the process that wrote them.
#pragma once

#include "util/text/json.h"
#include "write/written_kernels.h"

namespace whet::write {

Json written_json(const Result<WrittenKernels>& written);
Result<WrittenKernels> written_from_json(const Json& json);

}  // namespace whet::write
