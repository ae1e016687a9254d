// The declaration of a variable of the module in a written file.
#pragma once

#include "write/subject/subject.h"

namespace whet::write {

// "__constant__ float filter[9];", with what it begins with. Where a schedule has the name for itself, a macro gives
// another.
Result<std::string> variable_text(const lift::ModuleVariable& variable, const SubjectParameter& parameter);

}  // namespace whet::write
