#include "device/cuda/cupti_library.h"

namespace whet {

Result<CudaLibrary> open_cupti(std::vector<std::string> names, LibraryAccess access) {
  if (names.empty()) {
    names = {"libcupti.so.13", "libcupti.so", "/usr/local/cuda/lib64/libcupti.so",
             "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so", "libcupti.so.12"};
  }
  TRY(cupti, CudaLibrary::open(names, "CUPTI", access));
  using TextOf = int (*)(int, const char**);
  const auto text_of = reinterpret_cast<TextOf>(cupti.symbol("cuptiGetResultString"));
  cupti.describe_with([text_of](int code) {
    const char* text = nullptr;
    if (text_of) text_of(code, &text);
    return std::string(text ? text : "code " + std::to_string(code));
  });
  return cupti;
}

}  // namespace whet
