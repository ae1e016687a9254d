// The functions that nvcc's host code calls before main to register its device code.
#include <cuda_runtime_api.h>

#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

CodeModule* module_of(void** handle) {
  return reinterpret_cast<CodeModule*>(handle);
}

// Registration cannot return an error: without a device it does nothing, and later calls report it.
template <typename Body>
void registering(const Body& body) {
  const std::lock_guard lock(process_mutex());
  if (Runtime* const runtime = process_runtime()) body(*runtime);
}

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  void** handle = nullptr;
  registering([&](Runtime& runtime) { handle = reinterpret_cast<void**>(runtime.code().add(wrapper)); });
  return handle;
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** handle) {
  registering([&](Runtime& runtime) {
    if (handle) runtime.code().remove(module_of(handle));
  });
}

void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, uint3*, uint3*, dim3*, dim3*,
                            int*) {
  registering([&](Runtime& runtime) { runtime.code().add_kernel(module_of(handle), host, name); });
}

void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, size_t bytes, int, int) {
  registering([&](Runtime& runtime) { runtime.code().add_variable(host, {module_of(handle), name, bytes}); });
}

void __cudaRegisterHostVar(void** handle, const char* name, char* host, size_t bytes) {
  registering([&](Runtime& runtime) { runtime.code().add_variable(host, {module_of(handle), name, bytes}); });
}

void __cudaRegisterManagedVar(void** handle, void** pointer, char*, const char* name, int, size_t bytes, int, int) {
  registering(
      [&](Runtime& runtime) { runtime.code().add_variable(pointer, {module_of(handle), name, bytes, pointer}); });
}

void __cudaRegisterUnifiedTable(void**, void*) {}

// Called before the host's first use of a managed variable.
char __cudaInitModule(void** handle) {
  char loaded = 0;
  registering([&](Runtime& runtime) {
    const auto module = handle ? runtime.code().load(*module_of(handle)) : whet::bad_input("no module");
    if (module)
      loaded = 1;
    else
      (void)runtime.refuse(module.error(), cudaErrorNoKernelImageForDevice);
  });
  return loaded;
}

}  // extern "C"
