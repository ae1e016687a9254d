// Driver functions that programs request through the runtime: those that make tensor maps, and a few basic ones.
#include <cuda.h>
#include <cuda_runtime_api.h>

#include <cstring>

#include "cudart/api/process_runtime.h"
#include "cudart/error_text.h"
#include "cudart/memory/tensor_map_encoder.h"

using namespace whet::cudart;

namespace {

constexpr int k_driver_version = 13000;

// Reports why a map was refused.
CUresult told(CUresult result, const std::string& why) {
  if (result == CUDA_SUCCESS) return result;
  (void)call([&](Runtime& runtime) {
    whet::Error error = whet::bad_input("the tensor map is refused: " + why, {}, "see cuTensorMapEncodeTiled");
    const bool lacks = result == CUDA_ERROR_NOT_SUPPORTED;
    if (lacks) error.kind = whet::ErrorKind::missing;
    (void)runtime.refuse(error, lacks ? cudaErrorNotSupported : cudaErrorInvalidValue);
    return cudaSuccess;
  });
  return result;
}

CUresult encode_tiled_map(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                          const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                          const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                          CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  std::string why;
  return told(
      encode_tiled(map, {type, rank, address, sizes, strides, steps, interleave, swizzle, promotion, fill}, box, why),
      why);
}

CUresult encode_im2col_map(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                           const cuuint64_t* sizes, const cuuint64_t* strides, const int* lower, const int* upper,
                           cuuint32_t channels, cuuint32_t pixels, const cuuint32_t* steps,
                           CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                           CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  std::string why;
  return told(encode_im2col(map, {type, rank, address, sizes, strides, steps, interleave, swizzle, promotion, fill},
                            {lower, upper, channels, pixels}, why),
              why);
}

CUresult replace_map_address(CUtensorMap* map, void* address) {
  std::string why;
  return told(replace_address(map, address, why), why);
}

CUresult initialise(unsigned) {
  return CUDA_SUCCESS;
}

CUresult driver_version(int* version) {
  if (!version) return CUDA_ERROR_INVALID_VALUE;
  *version = k_driver_version;
  return CUDA_SUCCESS;
}

// The driver's error codes are the runtime's.
CUresult error_string(CUresult error, const char** text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  *text = cudaGetErrorString(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}

// Names of the error codes that the functions in this file return.
CUresult error_word(CUresult error, const char** text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  switch (error) {
    case CUDA_SUCCESS:
      *text = "CUDA_SUCCESS";
      return CUDA_SUCCESS;
    case CUDA_ERROR_INVALID_VALUE:
      *text = "CUDA_ERROR_INVALID_VALUE";
      return CUDA_SUCCESS;
    case CUDA_ERROR_NOT_FOUND:
      *text = "CUDA_ERROR_NOT_FOUND";
      return CUDA_SUCCESS;
    case CUDA_ERROR_NOT_SUPPORTED:
      *text = "CUDA_ERROR_NOT_SUPPORTED";
      return CUDA_SUCCESS;
    default:
      *text = nullptr;
      return CUDA_ERROR_INVALID_VALUE;
  }
}

struct EntryPoint {
  const char* name;
  void* function;
};

const EntryPoint k_entry_points[] = {
    {"cuTensorMapEncodeTiled", reinterpret_cast<void*>(encode_tiled_map)},
    {"cuTensorMapEncodeIm2col", reinterpret_cast<void*>(encode_im2col_map)},
    {"cuTensorMapReplaceAddress", reinterpret_cast<void*>(replace_map_address)},
    {"cuInit", reinterpret_cast<void*>(initialise)},
    {"cuDriverGetVersion", reinterpret_cast<void*>(driver_version)},
    {"cuGetErrorString", reinterpret_cast<void*>(error_string)},
    {"cuGetErrorName", reinterpret_cast<void*>(error_word)},
};

// A missing function is not an error if the program asks for the status: it may look for functions of newer drivers.
cudaError_t find_entry_point(const char* symbol, void** function, cudaDriverEntryPointQueryResult* status) {
  if (!symbol || !function) return remember(cudaErrorInvalidValue);
  *function = nullptr;
  for (const EntryPoint& entry : k_entry_points) {
    if (std::strcmp(entry.name, symbol) == 0) *function = entry.function;
  }
  if (status) *status = *function ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return *function || status ? cudaSuccess : remember(cudaErrorSymbolNotFound);
}

}  // namespace

extern "C" {

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult* status) {
  return find_entry_point(symbol, function, status);
}

cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char* symbol, void** function, unsigned, unsigned long long,
                                                  cudaDriverEntryPointQueryResult* status) {
  return find_entry_point(symbol, function, status);
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long,
                                    cudaDriverEntryPointQueryResult* status) {
  return find_entry_point(symbol, function, status);
}

cudaError_t cudaGetDriverEntryPoint_ptsz(const char* symbol, void** function, unsigned long long,
                                         cudaDriverEntryPointQueryResult* status) {
  return find_entry_point(symbol, function, status);
}

}  // extern "C"
