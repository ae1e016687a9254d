#include "environment/cuda_calls.h"

namespace whet {

void emit_failure(const Emit& emit, const CallFailure& failure) {
  const Json::Object fields{{"step", failure.step}, {"code", failure.code}, {"text", failure.text}};
  emit(Json(Json::Object{{"failure", Json(fields)}}));
}

CudaCalls::Describe driver_describer(const CudaCalls& driver) {
  using TextOf = int(int, const char**);
  return
      [name_of = driver.find<TextOf>("cuGetErrorName"), text_of = driver.find<TextOf>("cuGetErrorString")](int code) {
        const char* name = nullptr;
        const char* text = nullptr;
        if (name_of) name_of(code, &name);
        if (text_of) text_of(code, &text);
        std::string description = name ? name : "";
        if (text) description += (description.empty() ? "" : ": ") + std::string(text);
        return description;
      };
}

void* open_driver(Libraries& libraries, std::string& why_not) {
  std::string wsl_reason;
  if (void* library = libraries.open("libcuda.so.1", why_not)) return library;
  return libraries.open("/usr/lib/wsl/lib/libcuda.so.1", wsl_reason);
}

}  // namespace whet
