#include "environment/announced_calls.h"

namespace whet {

void emit_step(const Emit& emit, const std::string& step) {
  emit(Json(Json::Object{{"step", step}}));
}

void emit_failure(const Emit& emit, const CallFailure& failure) {
  const Json::Object fields{{"step", failure.call}, {"code", failure.code}, {"text", failure.text}};
  emit(Json(Json::Object{{"failure", Json(fields)}}));
}

}  // namespace whet
