#include "device/cuda/cupti_activity.h"

#include "device/cuda/cupti_library.h"

#if __has_include(<cupti_activity.h>)
#include <cupti_activity.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "device/cuda/timer_kernels.h"

namespace whet {

namespace {

constexpr size_t k_buffer_bytes = 1 << 20, k_alignment = 8;
constexpr CUpti_ActivityKind k_kinds[] = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                                          CUPTI_ACTIVITY_KIND_MEMSET};

// CUPTI's callbacks have no user pointer and run on CUPTI's own thread.
struct Record {
  std::mutex mutex;
  uint64_t first_ns = UINT64_MAX, last_ns = 0;

  void add(uint64_t start, uint64_t end) {
    if (start == 0 || end == 0) return;
    first_ns = std::min(first_ns, start);
    last_ns = std::max(last_ns, end);
  }
};
Record record;

using NextRecord = int (*)(uint8_t*, size_t, CUpti_Activity**);
NextRecord next_record = nullptr;

void add(const CUpti_Activity& activity) {
  if (activity.kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
    const auto& kernel = reinterpret_cast<const CUpti_ActivityKernel10&>(activity);
    if (!kernel.name || !is_timer_kernel(kernel.name)) record.add(kernel.start, kernel.end);
  } else if (activity.kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
    const auto& copy = reinterpret_cast<const CUpti_ActivityMemcpy6&>(activity);
    record.add(copy.start, copy.end);
  } else if (activity.kind == CUPTI_ACTIVITY_KIND_MEMSET) {
    const auto& fill = reinterpret_cast<const CUpti_ActivityMemset4&>(activity);
    record.add(fill.start, fill.end);
  }
}

void give_buffer(uint8_t** buffer, size_t* bytes, size_t* most_records) {
  *buffer = static_cast<uint8_t*>(std::aligned_alloc(k_alignment, k_buffer_bytes));
  *bytes = *buffer ? k_buffer_bytes : 0;
  *most_records = 0;  // no limit but the buffer
}

void take_buffer(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t valid_bytes) {
  const std::scoped_lock lock(record.mutex);
  CUpti_Activity* activity = nullptr;
  while (next_record(buffer, valid_bytes, &activity) == 0) add(*activity);
  std::free(buffer);
}

}  // namespace

Result<std::unique_ptr<CuptiActivity>> CuptiActivity::open() {
  TRY(cupti, open_cupti());
  next_record = reinterpret_cast<NextRecord>(cupti.symbol("cuptiActivityGetNextRecord"));
  if (!next_record) return missing("CUPTI has no `cuptiActivityGetNextRecord`", {}, "update the CUDA toolkit");
  TRY_VOID(cupti.call("cuptiActivityRegisterCallbacks", &give_buffer, &take_buffer));
  std::unique_ptr<CuptiActivity> activity(new CuptiActivity(std::move(cupti)));
  for (const CUpti_ActivityKind kind : k_kinds) TRY_VOID(activity->cupti_.call("cuptiActivityEnable", kind));
  return activity;
}

CuptiActivity::~CuptiActivity() {
  for (const CUpti_ActivityKind kind : k_kinds) (void)cupti_.call("cuptiActivityDisable", kind);
  (void)cupti_.call("cuptiActivityFlushAll", uint32_t{CUPTI_ACTIVITY_FLAG_FLUSH_FORCED});
}

Result<void> CuptiActivity::begin() {
  TRY_VOID(cupti_.call("cuptiActivityFlushAll", uint32_t{CUPTI_ACTIVITY_FLAG_FLUSH_FORCED}));
  const std::scoped_lock lock(record.mutex);
  record.first_ns = UINT64_MAX;
  record.last_ns = 0;
  return {};
}

Result<double> CuptiActivity::span() {
  TRY_VOID(cupti_.call("cuptiActivityFlushAll", uint32_t{CUPTI_ACTIVITY_FLAG_FLUSH_FORCED}));
  const std::scoped_lock lock(record.mutex);
  return record.last_ns > record.first_ns ? 1e-9 * static_cast<double>(record.last_ns - record.first_ns) : 0.0;
}

}  // namespace whet

#else

namespace whet {

Result<std::unique_ptr<CuptiActivity>> CuptiActivity::open() {
  return missing("whet was built without CUPTI's headers", {}, "build it where the CUDA toolkit is installed");
}

CuptiActivity::~CuptiActivity() = default;

Result<void> CuptiActivity::begin() {
  return {};
}

Result<double> CuptiActivity::span() {
  return 0.0;
}

}  // namespace whet

#endif
