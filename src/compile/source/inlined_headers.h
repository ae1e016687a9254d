// A source as one text: the user's headers stand in place of the lines that include them.
//
//   #include "tile.h"         ->   the text of tile.h, once if it says #pragma once
//   #include "cuda_fp16.h"    ->   #include <cuda_fp16.h>: it is none of the user's
#pragma once

#include <string>

#include "compile/source/build.h"
#include "util/result.h"
#include "util/system/files.h"

namespace whet {

// An error: a header cannot be read, or the text would be larger than 16 MiB.
Result<std::string> inlined_headers(const CompileRequest& request, const FileSystem& files);

}  // namespace whet
