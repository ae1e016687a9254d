// The part of CUPTI's range profiler that works without a GPU: which metrics a chip has, what must be counted for them,
// and their values once that was counted.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "device/cuda/cuda_library.h"

namespace whet {

class CuptiHost {
 public:
  // `cupti` must outlive it. `chip` is CUPTI's name of it: "GH100".
  static Result<CuptiHost> open(const CudaLibrary& cupti, const std::string& chip);
  ~CuptiHost();
  CuptiHost(CuptiHost&& other) noexcept;
  CuptiHost& operator=(CuptiHost&&) = delete;

  // The names of all that the chip counts, without what is made of it: "sm__cycles_active" of "sm__cycles_active.avg".
  Result<std::set<std::string, std::less<>>> base_metrics() const;
  // Adds metrics, once: what is added later gets passes of its own (an H200 then took 34 passes instead of 11). It is
  // an error when the chip does not have one of them, and nothing can be added then.
  Result<void> add(const std::vector<std::string>& names) const;
  // What must be counted for the metrics that were added.
  Result<std::vector<uint8_t>> configuration() const;
  // Of the first range of the counters.
  Result<std::vector<double>> evaluate(const std::vector<std::string>& names, const std::vector<uint8_t>& data) const;

 private:
  CuptiHost(const CudaLibrary& cupti, void* object) : cupti_(&cupti), object_(object) {}

  const CudaLibrary* cupti_;
  void* object_;  // CUpti_Profiler_Host_Object
};

}  // namespace whet
