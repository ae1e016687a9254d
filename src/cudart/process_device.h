// The GPU that the CUDA calls of this process go to, for code in the same process that wants to allocate and read
// through it too. Exported by whet's libcudart beside CUDA's own functions:
//
//   void* library = dlopen("libcudart.so.13", RTLD_NOW);
//   auto device = reinterpret_cast<whet::Device* (*)()>(dlsym(library, "whet_cudart_device"));
//
// nullptr when WHET_DEVICE names no GPU. Not locked against CUDA calls of other threads. Caller and library must be of
// the same build.
#pragma once

namespace whet {
class Device;
}

extern "C" whet::Device* whet_cudart_device();
// What the program asked for and the virtual GPU has not, the first of it; empty: nothing.
extern "C" const char* whet_cudart_lacks();
