// User objects: data of the program that lives as long as the graphs that use it.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "cudart/api/graph_handles.h"
#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

// The program's own function destroys it when the last reference is released.
struct UserObject {
  void* data;
  cudaHostFn_t destroy;
  unsigned references;
};

UserObject* object_of(cudaUserObject_t handle) {
  return reinterpret_cast<UserObject*>(handle);
}

cudaError_t release(UserObject* object, unsigned count) {
  if (!object || count == 0 || count > object->references) return cudaErrorInvalidValue;
  object->references -= count;
  if (object->references > 0) return cudaSuccess;
  object->destroy(object->data);
  delete object;
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* data, cudaHostFn_t destroy, unsigned references,
                                 unsigned) {
  return call([&](Runtime&) {
    if (!object || !destroy || references == 0) return cudaErrorInvalidValue;
    *object = reinterpret_cast<cudaUserObject_t>(new UserObject{data, destroy, references});
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
  return call([&](Runtime&) {
    if (!object || count == 0) return cudaErrorInvalidValue;
    object_of(object)->references += count;
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
  return call([&](Runtime&) { return release(object_of(object), count); });
}

// The graph shares each reference with its clones and executables; it is released when the last of them is destroyed.
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags) {
  return call([&](Runtime&) {
    if (!graph || !object || count == 0) return cudaErrorInvalidValue;
    if (!(flags & cudaGraphUserObjectMove)) object_of(object)->references += count;
    for (unsigned i = 0; i < count; ++i)
      graph_of(graph)->objects.emplace_back(object_of(object), [](UserObject* held) { (void)release(held, 1); });
    return cudaSuccess;
  });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count) {
  return call([&](Runtime&) {
    if (!graph || !object) return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; ++i) {
      auto& held = graph_of(graph)->objects;
      const auto found =
          std::find_if(held.begin(), held.end(), [&](const auto& each) { return each.get() == object_of(object); });
      if (found == held.end()) return cudaErrorInvalidValue;
      held.erase(found);
    }
    return cudaSuccess;
  });
}

}  // extern "C"
