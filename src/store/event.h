// Something that happened in a run; events are stored in order.
#pragma once

#include <cstdint>
#include <string>

#include "store/run.h"
#include "util/text/json.h"

namespace whet::store {

struct Event {
  int64_t id = 0;  // given by the store, increasing
  RunId run = 0;
  int64_t time_ms = 0;
  std::string kind;
  Json data;
};

}  // namespace whet::store
