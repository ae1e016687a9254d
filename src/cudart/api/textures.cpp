// Texture and surface objects.
#include <cuda_runtime_api.h>

#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

constexpr size_t k_most_linear_texels = size_t{1} << 28;

template <typename Value>
cudaError_t given(Value* to, const Value* found) {
  if (!to || !found) return cudaErrorInvalidValue;
  *to = *found;
  return cudaSuccess;
}

cudaError_t not_linked(Runtime& runtime) {
  return runtime.refuse(whet::missing("the virtual GPU has no textures and surfaces for judged host code", {},
                                      "read global memory, or judge it on a GPU"),
                        cudaErrorNotSupported);
}

}  // namespace

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* how, const cudaResourceViewDesc* view) {
  return call([&](Runtime& runtime) {
    if (view && view->format != cudaResViewFormatNone) {
      return runtime.refuse(whet::missing("the virtual GPU has no textures that view an array in another format", {},
                                          "pass no cudaResourceViewDesc; give the array the format it is read in"),
                            cudaErrorNotSupported);
    }
    if (runtime.device().link()) return not_linked(runtime);
    return runtime.textures().make(texture, resource, how);
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return call([&](Runtime& runtime) {
    runtime.streams().catch_up();
    return runtime.textures().destroy(texture);
  });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
  return call([&](Runtime& runtime) { return given(resource, runtime.textures().resource(texture)); });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* how, cudaTextureObject_t texture) {
  return call([&](Runtime& runtime) { return given(how, runtime.textures().description(texture)); });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  return call([&](Runtime& runtime) {
    return runtime.device().link() ? not_linked(runtime) : runtime.textures().make_surface(surface, resource);
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  return call([&](Runtime& runtime) {
    runtime.streams().catch_up();
    return runtime.textures().destroy_surface(surface);
  });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface) {
  return call([&](Runtime& runtime) { return given(resource, runtime.textures().surface_resource(surface)); });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* texels, const cudaChannelFormatDesc* channels, int) {
  return call([&](Runtime&) {
    if (!texels || !channels || !texel_format(*channels)) return cudaErrorInvalidValue;
    *texels = k_most_linear_texels;
    return cudaSuccess;
  });
}

}  // extern "C"
