#include "judge/process/served_device.h"

#include <dlfcn.h>

#include <cstdlib>

#include "device/virtual/virtual_device.h"
#include "util/self.h"
#include "util/system/child_process.h"
#include "util/system/files.h"

namespace whet {

namespace {

constexpr const char* k_runtime = "libcudart.so.13";
constexpr const char* k_own_function = "whet_cudart_device";  // NVIDIA's runtime does not have it

// Runtimes stay loaded; a candidate's library finds their functions among those of the process.
void* load_runtime(const std::string& path) {
  return path.empty() ? nullptr : ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
}

// Must be of the same build as whet, because its Device is used as one of ours.
Result<void*> load_own_runtime(const std::string& device, uint64_t seed) {
  const std::string path = own_library(k_runtime);
  ::setenv("WHET_DEVICE", device.c_str(), 1);
  ::setenv("WHET_SEED", std::to_string(seed).c_str(), 1);
  ::setenv("WHET_LATE", std::to_string(seed | 1).c_str(), 1);
  void* const library = load_runtime(path);
  const auto opened = library ? reinterpret_cast<Device* (*)()>(::dlsym(library, k_own_function)) : nullptr;
  if (opened) (void)opened();  // reads its settings, which are then hidden from host code
  for (const char* name : {"WHET_DEVICE", "WHET_SEED", "WHET_LATE", "WHET_LINK"}) ::unsetenv(name);
  if (library) return library;
  return missing("host code on a virtual GPU needs whet's CUDA runtime, which is not next to whet", path,
                 "build it with the CUDA toolkit's headers present, or judge on a real GPU");
}

Result<void*> load_nvidia_runtime() {
  std::vector<std::string> paths = {k_runtime, "libcudart.so.12"};
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* home = std::getenv(name)) paths.push_back(std::string(home) + "/lib64/libcudart.so");
  }
  for (const char* home : {"/usr/local/cuda", "/opt/cuda"}) paths.push_back(std::string(home) + "/lib64/libcudart.so");
  for (const std::string& path : paths) {
    void* const library = load_runtime(path);
    if (library && !::dlsym(library, k_own_function)) return library;
  }
  return missing("host code needs the CUDA runtime, which the loader does not find", k_runtime,
                 "install the CUDA toolkit, or set CUDA_HOME to where it is");
}

}  // namespace

Result<ServedDevice> ServedDevice::open(const ServedOptions& options, const Knowledge& knowledge) {
  ServedDevice served;
  if (options.host_code && virtual_gpu_name(options.device)) {
    if (options.linked) ::setenv("WHET_LINK", std::to_string(k_child_link).c_str(), 1);
    TRY(runtime, load_own_runtime(options.device, options.virtual_options.seed));
    const auto device = reinterpret_cast<Device* (*)()>(::dlsym(runtime, k_own_function));
    served.device_ = device ? device() : nullptr;
    served.runtime_ = runtime;
    if (!served.device_) return bad_input("whet's CUDA runtime cannot be `" + options.device + "`");
    return served;
  }
  TRY(opened, open_device(options.device, options.virtual_options, knowledge));
  served.owned_ = std::move(opened.device);
  served.device_ = served.owned_.get();
  served.as_virtual_ = opened.as_virtual;
  if (options.host_code) {
    TRY(runtime, load_nvidia_runtime());
    served.runtime_ = runtime;
  }
  return served;
}

Result<void> ServedDevice::touch(uint64_t address) const {
  const auto fill = runtime_ ? reinterpret_cast<int (*)(void*, int, size_t)>(::dlsym(runtime_, "cudaMemset")) : nullptr;
  if (!fill) return missing("the CUDA runtime lacks cudaMemset");
  if (fill(reinterpret_cast<void*>(address), 0, 1) == 0) return {};
  return failed("the CUDA runtime cannot write to the GPU");
}

Result<void> ServedDevice::check_runtime() const {
  if (!runtime_) return {};
  const auto wait = reinterpret_cast<int (*)()>(::dlsym(runtime_, "cudaDeviceSynchronize"));
  const auto name = reinterpret_cast<const char* (*)(int)>(::dlsym(runtime_, "cudaGetErrorName"));
  if (!wait || !name) return missing("the CUDA runtime lacks cudaDeviceSynchronize");
  const int code = wait();
  // What whet's own runtime lacks is not the candidate's fault.
  const auto lacks = reinterpret_cast<const char* (*)()>(::dlsym(runtime_, "whet_cudart_lacks"));
  if (lacks && *lacks()) return missing(lacks());
  if (code == 0) return {};
  return failed(std::string("the candidate's host code left the error ") + name(code));
}

}  // namespace whet
