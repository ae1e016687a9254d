#include "device/cuda/cupti_pc_sampling.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <map>
#include <string_view>
#include <thread>

#if __has_include(<cupti_pcsampling.h>)
#include <cupti_pcsampling.h>
#endif

namespace whet {

uint32_t sampling_exponent(double seconds, double clock_hz) {
  constexpr double k_samples = 2000, k_least_cycles = 32, k_most_cycles = 1u << 20;
  const double cycles = std::clamp(seconds * clock_hz / k_samples, k_least_cycles, k_most_cycles);
  return static_cast<uint32_t>(std::bit_width(static_cast<uint32_t>(cycles)) - 1);
}

StallName stall_name(const std::string& counter) {
  constexpr std::string_view k_stalled = "issue_stalled_", k_unissued = "_not_issued";
  const size_t at = counter.find(k_stalled);
  if (at == std::string::npos) return {};
  StallName name{counter.substr(at + k_stalled.size()), false};
  if (name.reason.ends_with(k_unissued)) {
    name.reason.resize(name.reason.size() - k_unissued.size());
    name.unissued = true;
  }
  return name;
}

#if __has_include(<cupti_pcsampling.h>)

namespace {

constexpr size_t k_pcs = 4096;     // read at a time
constexpr int k_empty_reads = 20;  // before it is believed that there are no samples
constexpr std::chrono::milliseconds k_pause{10};
constexpr int k_most_reads = 1024;                     // in case CUPTI never says that nothing is left
constexpr size_t k_hardware_bytes = size_t{64} << 20;  // on the GPU: four million samples
constexpr uint32_t k_first_good_version = 22;          // CUPTI 12.4: before it, records were shorter than this build's

using Mode = CUpti_PCSamplingCollectionMode;
using Attribute = CUpti_PCSamplingConfigurationInfo;

}  // namespace

struct CuptiPcSampling::State {
  // Records with room for every stall reason. CUPTI writes into them from its own threads until sampling is disabled.
  struct PcBuffer {
    std::vector<CUpti_PCSamplingStallReason> stalls;
    std::vector<CUpti_PCSamplingPCData> records;
    CUpti_PCSamplingData data{};

    explicit PcBuffer(size_t reasons) : stalls(k_pcs * reasons), records(k_pcs) {
      for (size_t i = 0; i < k_pcs; ++i) {
        records[i].size = sizeof(CUpti_PCSamplingPCData);
        records[i].stallReason = stalls.data() + i * reasons;
      }
      data.size = sizeof data;
      data.collectNumPcs = k_pcs;
      data.pPcData = records.data();
    }
    PcBuffer(const PcBuffer&) = delete;
    PcBuffer& operator=(const PcBuffer&) = delete;
  };

  State(const CudaLibrary& library, void* of) : cupti_(library), context_(static_cast<CUcontext>(of)) {}
  // The buffer must still be there: it is freed afterwards.
  ~State() {
    if (enabled_)
      (void)call<CUpti_PCSamplingDisableParams>("cuptiPCSamplingDisable", CUpti_PCSamplingDisableParamsSize);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Everything else may be called only after this.
  Result<void> enable() {
    TRY_VOID(call<CUpti_PCSamplingEnableParams>("cuptiPCSamplingEnable", CUpti_PCSamplingEnableParamsSize));
    enabled_ = true;
    return read_reasons();
  }

  Result<void> configure(uint32_t exponent, Mode mode) {
    if (!buffer_) buffer_ = std::make_unique<PcBuffer>(indices_.size());
    if (!read_) read_ = std::make_unique<PcBuffer>(indices_.size());
    std::vector<Attribute> attributes(6);
    attributes[0].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_STALL_REASON;
    attributes[0].attributeData.stallReasonData.stallReasonCount = indices_.size();
    attributes[0].attributeData.stallReasonData.pStallReasonIndex = indices_.data();
    attributes[1].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD;
    attributes[1].attributeData.samplingPeriodData.samplingPeriod = exponent;
    attributes[2].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE;
    attributes[2].attributeData.hardwareBufferSizeData.hardwareBufferSize = k_hardware_bytes;
    attributes[3].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE;
    attributes[3].attributeData.collectionModeData.collectionMode = mode;
    attributes[4].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL;
    attributes[4].attributeData.enableStartStopControlData.enableStartStopControl = 1;
    attributes[5].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER;
    attributes[5].attributeData.samplingDataBufferData.samplingDataBuffer = &buffer_->data;
    CUpti_PCSamplingConfigurationInfoParams params{};
    params.size = CUpti_PCSamplingConfigurationInfoParamsSize;
    params.ctx = context_;
    params.numAttributes = attributes.size();
    params.pPCSamplingConfigurationInfo = attributes.data();
    return cupti_.call("cuptiPCSamplingSetConfigurationAttribute", &params);
  }

  Result<void> start() {
    return call<CUpti_PCSamplingStartParams>("cuptiPCSamplingStart", CUpti_PCSamplingStartParamsSize);
  }
  Result<void> stop() {
    return call<CUpti_PCSamplingStopParams>("cuptiPCSamplingStop", CUpti_PCSamplingStopParamsSize);
  }

  struct Way {
    uint32_t exponent;
    Mode mode;
  };

  Result<PcSampling> sample(const Way& way, const std::function<Result<void>()>& before,
                            const std::function<Result<void>()>& pass) {
    TRY_VOID(configure(way.exponent, way.mode));
    TRY_VOID(before());
    TRY_VOID(start());
    const auto launched = pass();
    const auto stopped = stop();
    TRY_VOID(launched);
    TRY_VOID(stopped);
    return read(way);
  }

 private:
  Result<PcSampling> read(const Way& way) {
    PcSampling sampling;
    sampling.period_cycles = uint64_t{1} << way.exponent;
    for (int i = 0; i < k_most_reads; ++i) {
      CUpti_PCSamplingGetDataParams params{};
      params.size = CUpti_PCSamplingGetDataParamsSize;
      params.ctx = context_;
      params.pcSamplingData = &read_->data;
      TRY_VOID(cupti_.call("cuptiPCSamplingGetData", &params));
      const size_t found = std::min(size_t{read_->data.totalNumPcs}, k_pcs);
      take(*read_, found, sampling);
      if (found > 0 || read_->data.remainingNumPcs > 0) continue;
      // CUPTI's threads may not have come to the first samples yet.
      if (!sampling.samples.empty() || i >= k_empty_reads) return sampling;
      std::this_thread::sleep_for(k_pause);
    }
    return failed("CUPTI did not come to an end with its samples");
  }

  // The structs that hold their size and the context alone.
  template <typename Params>
  Result<void> call(const char* name, size_t size) {
    Params params{};
    params.size = size;
    params.ctx = context_;
    return cupti_.call(name, &params);
  }

  Result<void> read_reasons() {
    size_t count = 0;
    CUpti_PCSamplingGetNumStallReasonsParams number{};
    number.size = CUpti_PCSamplingGetNumStallReasonsParamsSize;
    number.ctx = context_;
    number.numStallReasons = &count;
    TRY_VOID(cupti_.call("cuptiPCSamplingGetNumStallReasons", &number));
    if (count == 0) return failed("CUPTI knows no stall reasons on this GPU");
    std::vector<char> text(count * CUPTI_STALL_REASON_STRING_SIZE);
    std::vector<char*> names(count);
    for (size_t i = 0; i < count; ++i) names[i] = text.data() + i * CUPTI_STALL_REASON_STRING_SIZE;
    indices_.resize(count);
    CUpti_PCSamplingGetStallReasonsParams reasons{};
    reasons.size = CUpti_PCSamplingGetStallReasonsParamsSize;
    reasons.ctx = context_;
    reasons.numStallReasons = count;
    reasons.stallReasonIndex = indices_.data();
    reasons.stallReasons = names.data();
    TRY_VOID(cupti_.call("cuptiPCSamplingGetStallReasons", &reasons));
    for (size_t i = 0; i < count; ++i) reasons_[indices_[i]] = stall_name(names[i]);
    return {};
  }

  // The sums are those of the whole range, so that a second read tells them again. CUPTI shares the functions' names
  // among records of all its interfaces, so they are left to it.
  void take(const PcBuffer& from, size_t found, PcSampling& sampling) const {
    sampling.total = std::max(sampling.total, uint64_t{from.data.totalSamples});
    sampling.dropped = std::max(sampling.dropped, uint64_t{from.data.droppedSamples});
    sampling.elsewhere = std::max(sampling.elsewhere, uint64_t{from.data.nonUsrKernelsTotalSamples});
    for (size_t i = 0; i < found; ++i) {
      const CUpti_PCSamplingPCData& record = from.records[i];
      PcSample sample;
      const char* const name = record.functionName;
      if (name) sample.function = name;
      sample.offset = record.pcOffset;
      const size_t stalls = std::min(size_t{record.stallReasonCount}, indices_.size());
      for (size_t j = 0; j < stalls; ++j) add(record.stallReason[j], sample);
      sampling.samples.push_back(std::move(sample));
    }
  }

  void add(const CUpti_PCSamplingStallReason& stall, PcSample& sample) const {
    const auto known = reasons_.find(uint32_t{stall.pcSamplingStallReasonIndex});
    if (known == reasons_.end() || known->second.reason.empty() || stall.samples == 0) return;
    const StallName& name = known->second;
    auto place = std::find_if(sample.stalls.begin(), sample.stalls.end(),
                              [&](const StallCount& each) { return each.reason == name.reason; });
    if (place == sample.stalls.end()) place = sample.stalls.insert(place, {name.reason, 0, 0});
    (name.unissued ? place->unissued : place->samples) += stall.samples;
  }

  const CudaLibrary& cupti_;
  CUcontext context_;
  bool enabled_ = false;
  std::vector<uint32_t> indices_;
  std::map<uint32_t, StallName> reasons_;
  std::unique_ptr<PcBuffer> buffer_;  // that CUPTI parses samples into
  std::unique_ptr<PcBuffer> read_;    // that it hands them out in
};

CuptiPcSampling::CuptiPcSampling(std::unique_ptr<State> state) : state_(std::move(state)) {}

CuptiPcSampling::~CuptiPcSampling() = default;

Result<std::unique_ptr<CuptiPcSampling>> CuptiPcSampling::open(const CudaLibrary& cupti, void* context) {
  uint32_t version = 0;
  TRY_VOID(cupti.call("cuptiGetVersion", &version));
  if (version < k_first_good_version)
    return missing("CUPTI is older than 12.4, whose samples this build cannot read", {}, "update the CUDA toolkit");
  auto state = std::make_unique<State>(cupti, context);
  TRY_VOID(state->enable());
  return std::unique_ptr<CuptiPcSampling>(new CuptiPcSampling(std::move(state)));
}

Result<PcSampling> CuptiPcSampling::sample(uint32_t exponent, const std::function<Result<void>()>& before,
                                           const std::function<Result<void>()>& pass) {
  auto sampling = state_->sample({exponent, CUPTI_PC_SAMPLING_COLLECTION_MODE_KERNEL_SERIALIZED}, before, pass);
  if (sampling) return sampling;
  // Nothing else runs, so that the other mode samples the same launch.
  auto other = state_->sample({exponent, CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS}, before, pass);
  return other ? other : sampling;
}

#else

struct CuptiPcSampling::State {};

CuptiPcSampling::CuptiPcSampling(std::unique_ptr<State> state) : state_(std::move(state)) {}

CuptiPcSampling::~CuptiPcSampling() = default;

Result<std::unique_ptr<CuptiPcSampling>> CuptiPcSampling::open(const CudaLibrary&, void*) {
  return missing("whet was built without CUPTI's headers", {}, "build it where the CUDA toolkit is installed");
}

Result<PcSampling> CuptiPcSampling::sample(uint32_t, const std::function<Result<void>()>&,
                                           const std::function<Result<void>()>&) {
  return missing("whet was built without CUPTI's headers");
}

#endif

}  // namespace whet
