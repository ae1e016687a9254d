// libcuda.so.1 of the virtual GPU: the few driver functions that runtime programs call directly, mainly those for
// tensor maps. They are implemented in the runtime of the same process.
#include <cuda.h>
#include <dlfcn.h>

namespace {

using FindEntryPoint = int (*)(const char*, void**, unsigned, unsigned long long, void*);

// nullptr if the process has no such runtime, or the runtime no such function.
void* entry_point(const char* name) {
  static const auto find = reinterpret_cast<FindEntryPoint>(dlsym(RTLD_DEFAULT, "cudaGetDriverEntryPointByVersion"));
  void* found = nullptr;
  if (find) (void)find(name, &found, CUDA_VERSION, 0, nullptr);
  return found;
}

template <typename... Parameters, typename... Arguments>
CUresult forward(CUresult (*)(Parameters...), const char* name, Arguments... arguments) {
  const auto function = reinterpret_cast<CUresult (*)(Parameters...)>(entry_point(name));
  return function ? function(arguments...) : CUDA_ERROR_NOT_FOUND;
}

}  // namespace

#define FORWARD(function, ...) forward(function, #function, __VA_ARGS__)

extern "C" {

CUresult cuInit(unsigned flags) {
  return FORWARD(cuInit, flags);
}

CUresult cuDriverGetVersion(int* version) {
  return FORWARD(cuDriverGetVersion, version);
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  return FORWARD(cuGetErrorString, error, text);
}

CUresult cuGetErrorName(CUresult error, const char** text) {
  return FORWARD(cuGetErrorName, error, text);
}

CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                                const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                                const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  return FORWARD(cuTensorMapEncodeTiled, map, type, rank, address, sizes, strides, box, steps, interleave, swizzle,
                 promotion, fill);
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                                 const cuuint64_t* sizes, const cuuint64_t* strides, const int* lower, const int* upper,
                                 cuuint32_t channels, cuuint32_t pixels, const cuuint32_t* steps,
                                 CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                 CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  return FORWARD(cuTensorMapEncodeIm2col, map, type, rank, address, sizes, strides, lower, upper, channels, pixels,
                 steps, interleave, swizzle, promotion, fill);
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* address) {
  return FORWARD(cuTensorMapReplaceAddress, map, address);
}

#undef cuGetProcAddress
CUresult cuGetProcAddress_v2(const char* symbol, void** function, int, cuuint64_t,
                             CUdriverProcAddressQueryResult* status) {
  if (!symbol || !function) return CUDA_ERROR_INVALID_VALUE;
  *function = entry_point(symbol);
  if (status) *status = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

}  // extern "C"
