// st.async and red.async: asynchronous stores to the shared memory of a block of the cluster.
#include <bit>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"
#include "vgpu/ops/bulk_issue.h"
#include "vgpu/ops/bulk_ops.h"
#include "vgpu/ops/bulk_reduce.h"

namespace whet::vgpu {

using ptx::Operand;

namespace {

void append_value(BulkIssue& issue, Ref ref, std::string& bytes) {
  const size_t width = issue.form().element_bytes;
  const uint64_t value = width == 8 ? Source<uint64_t>(issue.warp(), ref)[issue.lane()] : issue.number(ref);
  bytes.append(reinterpret_cast<const char*>(&value), width);
}

void send_value(BulkIssue& issue) {
  const BulkForm& form = issue.form();
  AsyncCopy copy = issue.copy(AsyncCopy::Way::value);
  for (const Ref ref : form.values) append_value(issue, ref, copy.bytes);
  const auto bytes = static_cast<uint32_t>(copy.bytes.size());
  const SharedPlace to = issue.shared(form.to, bytes, bytes, false);
  const SharedPlace barrier = to.block ? issue.barrier() : SharedPlace{};
  if (!barrier.block) return;
  copy.pieces = {{0, to.offset, bytes}};
  copy.reported_bytes = bytes;
  copy.combine = form.combine;
  issue.send_in(std::move(copy), to, barrier);
}

void send_values(Warp& warp, const Op& op) {
  for (Mask rest = warp.mask; rest && !warp.worker->launch.stopped; rest &= rest - 1) {
    BulkIssue issue(warp, op, std::countr_zero(rest));
    send_value(issue);
  }
}

}  // namespace

Result<bool> decode_async_store(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const bool plain = in.operands.size() == 3 && in.operands[0].kind == Operand::Kind::address &&
                     in.operands[2].kind == Operand::Kind::address && in.has("mbarrier::complete_tx::bytes");
  BulkForm form;
  form.element_bytes = static_cast<uint32_t>(ptx::bytes_of(in.type()));
  if (!plain || (form.element_bytes != 4 && form.element_bytes != 8)) return unsupported(*input.program.module, in);
  form.to = address_place(input, 0);
  form.values = input.operands[1];
  form.barrier = address_place(input, 2);
  if (in.opcode == "red") {
    form.combine = combine_of(reduction_of(in), in.type());
    if (!form.combine) return unsupported(*input.program.module, in);
  }
  return set_bulk_form(input, std::move(form), send_values);
}

}  // namespace whet::vgpu
