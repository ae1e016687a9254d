// What the judge is given of a command's context.
#pragma once

#include "cli/frame/context.h"
#include "judge/judge_bench.h"

namespace whet {

inline JudgeServices judge_services(const Context& context) {
  return {context.files,     context.processes,       context.clock,
          context.knowledge, context.cache_directory, context.host_arrays};
}

}  // namespace whet
