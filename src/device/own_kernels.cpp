#include "device/own_kernels.h"

#include "problem/data/kernel_text.h"

namespace whet {

Result<std::shared_ptr<DeviceModule>> load_own_kernels(const std::string& name, std::string source, Device& device,
                                                       Compiler& compiler) {
  CompileRequest request;
  request.file = name;
  request.source = std::move(source);
  request.architectures = {device.facts().architecture};
  request.extra_flags = {k_array_kernel_flag};
  request.line_info = false;
  request.exact = false;
  request.choice = CompileRequest::Choice::nvrtc;
  TRY(builds, compiler.compile(request));
  return device.load(builds.front());
}

}  // namespace whet
