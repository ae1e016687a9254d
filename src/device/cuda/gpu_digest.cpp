#include "device/cuda/gpu_digest.h"

#include <fmt/format.h>

#include <utility>

#include "util/hash.h"

namespace whet {

namespace {

constexpr unsigned k_digest_threads = 128;

// `mixed` of hash.cpp, in place.
std::string mix(const char* bits) {
  return fmt::format(R"(
  shr.u64 %t, {0}, 32;
  xor.b64 {0}, {0}, %t;
  mul.lo.u64 {0}, {0}, {1};
  shr.u64 %t, {0}, 29;
  xor.b64 {0}, {0}, %t;
  mul.lo.u64 {0}, {0}, {2};
  shr.u64 %t, {0}, 32;
  xor.b64 {0}, {0}, %t;)",
                     bits, k_digest_odd[3], k_digest_odd[0]);
}

std::string begin_lane(int lane) {
  const std::string name = fmt::format("%lane{}", lane);
  return fmt::format("\n  add.u64 {0}, %own, {2};{3}\n  add.u64 %odd{1}, %twice, {2};", name, lane, k_digest_odd[lane],
                     mix(name.c_str()));
}

// `step` of hash.cpp.
std::string step(int lane) {
  return fmt::format(R"(
  xor.b64 %lane{0}, %lane{0}, %word{0};
  mul.lo.u64 %lane{0}, %lane{0}, %odd{0};
  shl.b64 %t, %lane{0}, 31;
  shr.u64 %lane{0}, %lane{0}, 33;
  or.b64 %lane{0}, %lane{0}, %t;)",
                     lane);
}

std::string end_lane(int lane) {
  return fmt::format("\n  xor.b64 %own, %own, %lane{};", lane) + mix("%own");
}

std::string of_lanes(std::string (*part)(int lane)) {
  return part(0) + part(1) + part(2) + part(3);
}

constexpr const char* k_beginning = R"(.version 6.4
.target sm_70
.address_size 64

.visible .entry whet_digest(.param .u64 base, .param .u64 parts, .param .u64 key, .param .u64 sum)
{
  .reg .pred %out, %more;
  .reg .b32 %x, %y;
  .reg .b64 %t, %number, %count, %at, %end, %own, %twice, %sum, %lane<4>, %word<4>, %odd<4>;
  ld.param.u64 %at, [base];
  ld.param.u64 %count, [parts];
  ld.param.u64 %own, [key];
  ld.param.u64 %sum, [sum];
  mov.u32 %x, %ctaid.x;
  mov.u32 %y, %ntid.x;
  mul.wide.u32 %number, %x, %y;
  mov.u32 %x, %tid.x;
  cvt.u64.u32 %t, %x;
  add.u64 %number, %number, %t;
  setp.ge.u64 %out, %number, %count;
  @%out bra done;
  shl.b64 %twice, %own, 1;
)";

}  // namespace

std::string digest_ptx() {
  std::string text = k_beginning;
  text += fmt::format("  mul.lo.u64 %t, %number, {};\n  add.u64 %own, %own, %t;", k_digest_odd[2]);
  text += of_lanes(begin_lane);
  text += fmt::format("\n  mul.lo.u64 %t, %number, {0};\n  add.u64 %at, %at, %t;\n  add.u64 %end, %at, {0};\nnext:",
                      k_digest_part_bytes);
  text += "\n  ld.global.v2.u64 {%word0, %word1}, [%at];\n  ld.global.v2.u64 {%word2, %word3}, [%at+16];";
  text += of_lanes(step);
  text += "\n  add.u64 %at, %at, 32;\n  setp.lt.u64 %more, %at, %end;\n  @%more bra next;";
  text += mix("%own") + of_lanes(end_lane);
  return text + "\n  red.global.add.u64 [%sum], %own;\ndone:\n  ret;\n}\n";
}

Result<GpuDigest> GpuDigest::open(const CudaLibrary& driver) {
  GpuDigest digest(driver);
  const std::string ptx = digest_ptx();
  TRY_VOID(driver.call("cuModuleLoadData", &digest.module_, static_cast<const void*>(ptx.c_str())));
  TRY_VOID(driver.call("cuModuleGetFunction", &digest.function_, digest.module_, "whet_digest"));
  TRY_VOID(driver.call("cuMemAlloc_v2", &digest.sum_, sizeof(uint64_t)));
  return digest;
}

GpuDigest::GpuDigest(GpuDigest&& other) noexcept
    : driver_(other.driver_),
      module_(std::exchange(other.module_, nullptr)),
      function_(other.function_),
      sum_(std::exchange(other.sum_, 0)) {}

GpuDigest::~GpuDigest() {
  if (sum_) (void)driver_->call("cuMemFree_v2", sum_);
  if (module_) (void)driver_->call("cuModuleUnload", module_);
}

Result<uint64_t> GpuDigest::sum_of_parts(uint64_t address, uint64_t parts, uint64_t key) {
  uint64_t sum = 0;
  if (parts == 0) return sum;
  TRY_VOID(driver_->call("cuMemsetD8_v2", sum_, static_cast<unsigned char>(0), sizeof sum));
  void* arguments[] = {&address, &parts, &key, &sum_};
  void* const stream = nullptr;
  void** const none = nullptr;
  const auto blocks = static_cast<unsigned>((parts + k_digest_threads - 1) / k_digest_threads);
  TRY_VOID(driver_->call("cuLaunchKernel", function_, blocks, 1u, 1u, k_digest_threads, 1u, 1u, 0u, stream,
                         static_cast<void**>(arguments), none));
  TRY_VOID(driver_->call("cuMemcpyDtoH_v2", static_cast<void*>(&sum), sum_, sizeof sum));
  return sum;
}

}  // namespace whet
