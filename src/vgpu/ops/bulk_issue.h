// What instructions of the asynchronous proxy share: their operands for one lane, the checks before a copy is issued,
// and the counting of what it moves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/async_copy.h"
#include "vgpu/machine/warp.h"
#include "vgpu/machine/warp_access.h"
#include "vgpu/program/fault.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

// A place in the shared memory of one block of the cluster.
struct SharedPlace {
  BlockState* block = nullptr;  // nullptr: invalid, and a fault was reported
  uint32_t offset = 0;
};

enum class BulkTraffic : uint8_t { load, store, reduce };

// The instruction of one lane.
class BulkIssue {
 public:
  BulkIssue(Warp& warp, const Op& op, int lane)
      : warp_(warp), op_(op), lane_(lane), form_(warp.program->bulk_forms[op.extra]) {}

  Warp& warp() { return warp_; }
  const Op& op() const { return op_; }
  int lane() const { return lane_; }
  const BulkForm& form() const { return form_; }
  uint64_t address(const AddressPlace& place) const;
  uint32_t number(Ref ref) const;
  int32_t coordinate(size_t dimension) const { return static_cast<int32_t>(number(form_.coordinates[dimension])); }
  // Reads are reported to the checks.
  SharedPlace shared(const AddressPlace& place, uint64_t bytes, uint32_t alignment, bool read);
  SharedPlace barrier();
  // False if the range is not device memory; a fault was reported then.
  bool global(uint64_t address, uint64_t bytes, AccessKind kind);
  bool aligned(uint64_t address, uint64_t alignment, const char* what);
  void fault(FaultKind kind, uint64_t address, int bytes, std::string detail);

  // A copy by this lane, without pieces yet.
  AsyncCopy copy(AsyncCopy::Way way) const;
  // Sends the copy to the block of `to` and `barrier`, or to each block in the multicast mask.
  void send_in(AsyncCopy copy, const SharedPlace& to, const SharedPlace& barrier);
  void send_out(AsyncCopy copy);
  void count(std::span<const CopyPiece> pieces, BulkTraffic traffic, bool through_shared);

 private:
  Warp& warp_;
  const Op& op_;
  int lane_;
  const BulkForm& form_;
};

// The place of the operand with this index.
AddressPlace address_place(const DecodeInput& input, size_t operand);
// Adds the form to the program and sets the op's handler. An error if an operand is neither a register nor a number.
Result<bool> set_bulk_form(DecodeInput& input, BulkForm form, Handler run);

}  // namespace whet::vgpu
