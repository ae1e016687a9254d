// How far recorded launches are from what their GPU can reach with their work.
#pragma once

#include "report/diagnose/diagnose_view.h"
#include "util/system/knowledge.h"

namespace whet {

// Sets the target and the levels of memory of a view, as far as they are known.
void add_reach(const DiagnosisRecord& record, const Gpu& gpu, const Knowledge& knowledge, DiagnoseView& view);

}  // namespace whet
