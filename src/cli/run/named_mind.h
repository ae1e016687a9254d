// Opens the minds that --mind names.
#pragma once

#include "cli/frame/context.h"
#include "consult/calls/mind_calls.h"
#include "optimize/score/settings.h"

namespace whet {

// Takes the keys of servers out of the environment; before anything is started that could inherit them.
void take_keys(Context& context);

Result<consult::OpenedMind> open_named_mind(const std::string& name, const MindOrder& order, Context& context);

}  // namespace whet
