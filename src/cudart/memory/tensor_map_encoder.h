// Encodes tensor maps with the checks of the driver's cuTensorMapEncode functions.
#pragma once

#include <cuda.h>

#include <string>

#include "vgpu/memory/tensor_map.h"

namespace whet::cudart {

// The parameters that all kinds of maps share. `sizes` and `steps` have `rank` numbers, `strides` has one less.
struct TensorDescription {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT8;
  cuuint32_t rank = 0;
  void* address = nullptr;
  const cuuint64_t* sizes = nullptr;
  const cuuint64_t* strides = nullptr;
  const cuuint32_t* steps = nullptr;
  CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

struct Im2colDescription {
  const int *lower = nullptr, *upper = nullptr;
  cuuint32_t channels = 0, pixels = 0;
};

// `why` receives what is wrong, or which feature the virtual GPU lacks (CUDA_ERROR_NOT_SUPPORTED).
CUresult encode_tiled(CUtensorMap* to, const TensorDescription& tensor, const cuuint32_t* box, std::string& why);
CUresult encode_im2col(CUtensorMap* to, const TensorDescription& tensor, const Im2colDescription& window,
                       std::string& why);
CUresult replace_address(CUtensorMap* map, void* address, std::string& why);

}  // namespace whet::cudart
