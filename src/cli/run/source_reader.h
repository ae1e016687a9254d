// The text of a problem's source files, for what stands on a line.
#pragma once

#include "diagnose/function_lines.h"
#include "problem/file/problem.h"
#include "util/system/files.h"

namespace whet {

// By the compiler's name of a file. The kernel's own file is the problem's source, which may differ from the disk's.
// Both must outlive the reader.
SourceText source_reader(const Problem& problem, const FileSystem& files);

}  // namespace whet
