// The GPU behind the CUDA calls of this process, for code in the same process that also allocates and reads its memory.
// whet's libcudart exports it next to CUDA's own functions:
//
//   void* library = dlopen("libcudart.so.13", RTLD_NOW);
//   auto device = reinterpret_cast<whet::Device* (*)()>(dlsym(library, "whet_cudart_device"));
//
// It is nullptr when the GPU of WHET_DEVICE could not be opened. It is not locked against CUDA calls of other threads.
// Caller and library must come from the same build.
#pragma once

namespace whet {
class Device;
}

extern "C" whet::Device* whet_cudart_device();
// The first feature that the program used and the virtual GPU does not have; empty if there was none.
extern "C" const char* whet_cudart_lacks();
