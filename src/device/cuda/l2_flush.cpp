#include "device/cuda/l2_flush.h"

#include <utility>

#include "device/cuda/driver_constants.h"

namespace whet {

namespace {

constexpr int k_limit_persisting_l2 = 6;  // CU_LIMIT_PERSISTING_L2_CACHE_SIZE
constexpr unsigned k_flush_threads = 512, k_blocks_per_sm = 4;
constexpr uint64_t k_parts = 4;  // of the size of L2

}  // namespace

Result<L2Flush> L2Flush::open(const CudaLibrary& driver, int device, void* touch) {
  L2Flush flush(driver, touch);
  int sms = 0, bytes = 0;
  TRY_VOID(driver.call("cuDeviceGetAttribute", &sms, k_attribute_sms, device));
  TRY_VOID(driver.call("cuDeviceGetAttribute", &bytes, k_attribute_l2_bytes, device));
  if (sms <= 0 || bytes <= 0) return failed("the driver does not report the size of L2");
  flush.blocks_ = static_cast<unsigned>(sms) * k_blocks_per_sm;
  flush.bytes_ = static_cast<uint64_t>(bytes);
  TRY_VOID(driver.call("cuMemAlloc_v2", &flush.buffer_, static_cast<size_t>(k_parts * flush.bytes_)));
  TRY_VOID(driver.call("cuMemsetD8_v2", flush.buffer_, static_cast<unsigned char>(0),
                       static_cast<size_t>(k_parts * flush.bytes_)));
  return flush;
}

L2Flush::L2Flush(L2Flush&& other) noexcept
    : driver_(other.driver_),
      touch_(other.touch_),
      blocks_(other.blocks_),
      bytes_(other.bytes_),
      buffer_(std::exchange(other.buffer_, 0)) {}

L2Flush::~L2Flush() {
  if (buffer_) (void)driver_->call("cuMemFree_v2", buffer_);
}

Result<void> L2Flush::forget_persisting() const {
  // GPUs before Ampere have no persisting lines and reject the call.
  if (!driver_->call("cuCtxSetLimit", k_limit_persisting_l2, size_t{0})) return {};
  return driver_->call("cuCtxResetPersistingL2Cache");
}

Result<void> L2Flush::touch(unsigned long long address, bool write, void* stream) {
  unsigned long long bytes = bytes_;
  unsigned writes = write ? 1 : 0;
  void* arguments[] = {&address, &bytes, &writes};
  void** const none = nullptr;
  return driver_->call("cuLaunchKernel", touch_, blocks_, 1u, 1u, k_flush_threads, 1u, 1u, 0u, stream,
                       static_cast<void**>(arguments), none);
}

Result<void> L2Flush::queue(void* stream) {
  TRY_VOID(touch(buffer_, true, stream));
  return touch(buffer_ + bytes_, false, stream);
}

Result<void> L2Flush::queue_clean(void* stream) {
  for (uint64_t part = 2; part < k_parts; ++part) TRY_VOID(touch(buffer_ + part * bytes_, false, stream));
  return {};
}

}  // namespace whet
