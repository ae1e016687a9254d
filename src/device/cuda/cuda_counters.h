// Counters and samples of launches on a real GPU, by CUPTI, which is loaded at the first need.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "device/cuda/cuda_library.h"
#include "device/launch_counters.h"

namespace whet {

class CuptiPcSampling;
class CuptiSession;

class CudaCounters : public LaunchCounters {
 public:
  // How the device does its part.
  struct Work {
    std::function<Result<CudaLibrary>()> open_cupti;
    std::function<Result<void>()> make_current;         // the context, on this thread
    std::function<Result<void>()> flush;                // L2
    std::function<Result<void>(const Launch&)> launch;  // and wait
    void* context = nullptr;
    int device = 0;
    double clock_hz = 0;  // about
  };
  explicit CudaCounters(Work work);
  ~CudaCounters() override;

  Result<std::vector<std::string>> known_metrics(const std::vector<std::string>& names) override;
  Result<CounterReading> count(const Launch& launch, const std::vector<std::string>& names,
                               const Restore& restore) override;
  Result<void> begin_sampling() override;
  void end_sampling() override;
  Result<PcSampling> sample_pcs(const Launch& launch, double seconds, const Restore& restore) override;

 private:
  Result<void> load();
  Result<CuptiSession*> session();
  Result<void> prepare(const Restore& restore) const;
  // Adds to the reading.
  Result<void> collect(const Launch& launch, const std::vector<std::string>& names, const Restore& restore,
                       CounterReading& reading);

  Work work_;
  std::optional<CudaLibrary> cupti_;
  std::unique_ptr<CuptiSession> session_;
  std::unique_ptr<CuptiPcSampling> sampling_;
};

}  // namespace whet
