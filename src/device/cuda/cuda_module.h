// A cubin that is loaded on a real GPU.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/cuda/cuda_library.h"
#include "device/device.h"

namespace whet {

class CudaModule : public DeviceModule {
 public:
  // `driver` must outlive the module.
  static Result<std::shared_ptr<CudaModule>> load(const CudaLibrary& driver, const Build& build);
  CudaModule(const CudaLibrary& driver, void* module, std::vector<std::string> variables)
      : driver_(driver), module_(module), variables_(std::move(variables)) {}
  ~CudaModule() override;

  Result<void*> function(const std::string& kernel);
  // Nothing if the assembler removed the variable.
  std::optional<VariablePlace> place(const std::string& variable) const;
  const std::vector<std::string>& variables() const { return variables_; }  // names of those in global memory

 private:
  const CudaLibrary& driver_;
  void* module_;
  std::vector<std::string> variables_;
  std::map<std::string, void*> functions_;
};

}  // namespace whet
