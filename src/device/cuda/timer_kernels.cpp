#include "device/cuda/timer_kernels.h"

namespace whet {

const char* const k_timer_ptx = R"(.version 6.4
.target sm_70
.address_size 64

.visible .entry whet_empty()
{
  ret;
}

.visible .entry whet_gate(.param .u64 flag, .param .u64 nanoseconds)
{
  .reg .pred %p<3>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [flag];
  ld.param.u64 %rd2, [nanoseconds];
  mov.u64 %rd3, %globaltimer;
waiting:
  ld.volatile.u32 %r1, [%rd1];
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra open;
  mov.u64 %rd4, %globaltimer;
  sub.u64 %rd5, %rd4, %rd3;
  setp.lt.u64 %p2, %rd5, %rd2;
  @%p2 bra waiting;
  mov.u32 %r2, 1;
  st.volatile.u32 [%rd1+4], %r2;
open:
  ret;
}

.visible .entry whet_stamp(.param .u64 slots)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [slots];
  mov.u32 %r1, %smid;
  mul.wide.u32 %rd2, %r1, 16;
  add.u64 %rd1, %rd1, %rd2;
  mov.u64 %rd3, %globaltimer;
  mov.u64 %rd4, %clock64;
  st.volatile.u64 [%rd1], %rd3;
  st.volatile.u64 [%rd1+8], %rd4;
  ret;
}

.visible .entry whet_touch(.param .u64 base, .param .u64 bytes, .param .u32 write)
{
  .reg .pred %p<4>;
  .reg .b32 %r<11>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [base];
  ld.param.u64 %rd2, [bytes];
  ld.param.u32 %r1, [write];
  setp.ne.u32 %p3, %r1, 0;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mul.wide.u32 %rd3, %r2, %r3;
  cvt.u64.u32 %rd4, %r4;
  add.u64 %rd3, %rd3, %rd4;
  shl.b64 %rd3, %rd3, 4;
  mov.u32 %r5, %nctaid.x;
  mul.wide.u32 %rd5, %r5, %r3;
  shl.b64 %rd5, %rd5, 4;
  mov.u32 %r6, 0;
next:
  add.u64 %rd6, %rd3, 16;
  setp.gt.u64 %p1, %rd6, %rd2;
  @%p1 bra done;
  add.u64 %rd7, %rd1, %rd3;
  ld.v4.u32 {%r7, %r8, %r9, %r10}, [%rd7];
  xor.b32 %r6, %r6, %r7;
  xor.b32 %r7, %r7, 1;
  @%p3 st.v4.u32 [%rd7], {%r7, %r8, %r9, %r10};
  add.u64 %rd3, %rd3, %rd5;
  bra next;
done:
  setp.eq.u32 %p2, %r6, 1592594996;
  @%p2 st.u32 [%rd1], %r6;
  ret;
}
)";

bool is_timer_kernel(std::string_view name) {
  return name == "whet_empty" || name == "whet_gate" || name == "whet_stamp" || name == "whet_touch";
}

}  // namespace whet
