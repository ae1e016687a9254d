#include "device/cuda/cuda_counters.h"

#include <cmath>

#include "device/cuda/cupti_pc_sampling.h"
#include "device/cuda/cupti_session.h"

namespace whet {

CudaCounters::CudaCounters(Work work) : work_(std::move(work)) {}

CudaCounters::~CudaCounters() = default;

Result<void> CudaCounters::load() {
  TRY_VOID(work_.make_current());
  if (cupti_) return {};
  TRY(cupti, work_.open_cupti());
  cupti_ = std::move(cupti);
  return {};
}

Result<CuptiSession*> CudaCounters::session() {
  TRY_VOID(load());
  if (session_) return session_.get();
  TRY(opened, CuptiSession::open(*cupti_, work_.context, work_.device));
  session_ = std::move(opened);
  return session_.get();
}

Result<void> CudaCounters::prepare(const Restore& restore) const {
  TRY_VOID(restore());
  return work_.flush();
}

Result<std::vector<std::string>> CudaCounters::known_metrics(const std::vector<std::string>& names) {
  TRY(session, this->session());
  return session->known(names);
}

Result<void> CudaCounters::collect(const Launch& launch, const std::vector<std::string>& names, const Restore& restore,
                                   CounterReading& reading) {
  TRY(session, this->session());
  auto read = session->collect(names, [&] { return prepare(restore); }, [&] { return work_.launch(launch); });
  if (!read) {
    Error error = std::move(read).error();
    if (!session->objection().empty()) error.what += "; " + session->objection();
    return error;
  }
  reading.passes += read->passes;
  for (const auto& [name, value] : read->values) {
    if (std::isfinite(value)) reading.metrics.push_back({name, value, Origin::measured});
  }
  return {};
}

Result<CounterReading> CudaCounters::count(const Launch& launch, const std::vector<std::string>& names,
                                           const Restore& restore) {
  if (sampling_) return failed("nothing can be counted while samples are taken");
  CounterReading reading;
  TRY_VOID(collect(launch, names, restore, reading));
  return reading;
}

Result<void> CudaCounters::begin_sampling() {
  TRY_VOID(load());
  TRY(opened, CuptiPcSampling::open(*cupti_, work_.context));
  sampling_ = std::move(opened);
  return {};
}

void CudaCounters::end_sampling() {
  sampling_.reset();
}

Result<PcSampling> CudaCounters::sample_pcs(const Launch& launch, double seconds, const Restore& restore) {
  if (!sampling_) return failed("sampling was not begun");
  TRY_VOID(work_.make_current());
  return sampling_->sample(
      sampling_exponent(seconds, work_.clock_hz), [&] { return prepare(restore); },
      [&] { return work_.launch(launch); });
}

}  // namespace whet
