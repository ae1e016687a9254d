// A kernel's meaning as it passes from the process that read it.
#pragma once

#include "describe/kernel_meaning.h"
#include "util/text/json.h"

namespace whet {

Json meaning_json(const KernelMeaning& meaning);
// What is absent is empty: both ends are this program.
KernelMeaning meaning_from_json(const Json& json);

}  // namespace whet
