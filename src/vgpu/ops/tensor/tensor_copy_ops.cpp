// cp.async.bulk.tensor and cp.reduce.async.bulk.tensor: copies of boxes of a tensor that a map describes.
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/tensor_map.h"
#include "vgpu/ops/bulk_issue.h"
#include "vgpu/ops/bulk_ops.h"
#include "vgpu/ops/bulk_reduce.h"
#include "vgpu/ops/tensor/tensor_box.h"

namespace whet::vgpu {

using ptx::Operand;

namespace {

constexpr uint32_t k_box_alignment = 128;
// Alignment of the start of a box in its rows; an H200 reports others as illegal instructions.
constexpr int64_t k_row_alignment = 16;

template <void (*One)(BulkIssue&)>
void each_lane(Warp& warp, const Op& op) {
  for (Mask rest = warp.mask; rest && !warp.worker->launch.stopped; rest &= rest - 1) {
    BulkIssue issue(warp, op, std::countr_zero(rest));
    One(issue);
  }
}

std::optional<TensorMap> refuse_map(BulkIssue& issue, uint64_t address, const char* why) {
  issue.fault(FaultKind::bad_tensor_map, address, 0, why);
  return std::nullopt;
}

// The map at an address. Nothing, and a fault, if there is none or it does not fit the instruction.
std::optional<TensorMap> map_at(BulkIssue& issue, const AddressPlace& place) {
  const uint64_t address = issue.address(place);
  if (!issue.aligned(address, k_tensor_map_alignment, "the address of a tensor map")) return std::nullopt;
  const Allocation* const found = issue.warp().worker->launch.memory->find(address);
  if (!found || found->freed || !found->holds(address, k_tensor_map_bytes))
    return refuse_map(issue, address, "it must lie in global or constant memory, or be a __grid_constant__ parameter");
  const std::byte* const host = found->host + (address - found->base);
  const auto map = decode_map(std::span<const std::byte, k_tensor_map_bytes>(host, k_tensor_map_bytes));
  if (!map) return refuse_map(issue, address, "no cuTensorMapEncode made these 128 bytes");
  if (!defect_of(*map).empty()) return refuse_map(issue, address, defect_of(*map).c_str());
  if (map->rank != issue.form().coordinates.size())
    return refuse_map(issue, address, "its tensor has another number of dimensions than the instruction");
  const bool wants_im2col = issue.op().small != 0;
  if (map->is_im2col != wants_im2col)
    return refuse_map(issue, address, map->is_im2col ? "it was made for im2col" : "it was not made for im2col");
  if (!map->is_im2col && issue.coordinate(0) * int64_t{element_bytes(map->element)} % k_row_alignment != 0) {
    issue.fault(FaultKind::bad_instruction, address, 0,
                fmt::format("the first coordinate is {}: a box must begin at a multiple of {} bytes of its row",
                            issue.coordinate(0), k_row_alignment));
    return std::nullopt;
  }
  return map;
}

TensorBox box_of(BulkIssue& issue, const TensorMap& map, uint32_t shared, BoxUse use) {
  Coordinates at{};
  for (size_t i = 0; i < map.rank; ++i) at[i] = issue.coordinate(i);
  if (!map.is_im2col) return tile_box(map, at, shared, use);
  std::array<uint16_t, 3> offsets{};
  for (size_t i = 0; i < issue.form().offsets.size() && i < offsets.size(); ++i)
    offsets[i] = Source<uint16_t>(issue.warp(), issue.form().offsets[i])[issue.lane()];
  return im2col_box(map, at, offsets, shared, use);
}

// Pieces that are contiguous in global memory are checked as one.
bool box_is_there(BulkIssue& issue, const std::vector<CopyPiece>& pieces, AccessKind kind) {
  uint64_t start = 0, end = 0;
  for (const CopyPiece& piece : pieces) {
    if (piece.filled) continue;
    if (piece.other != end) {
      if (!issue.global(start, end - start, kind)) return false;
      start = piece.other;
    }
    end = piece.other + piece.bytes;
  }
  return issue.global(start, end - start, kind);
}

// What lies outside the tensor is read as fill, but not written.
void leave_out_fills(std::vector<CopyPiece>& pieces) {
  std::erase_if(pieces, [](const CopyPiece& piece) { return piece.filled; });
}

// To the nearest number of tf32, or the even one of two; infinities and NaNs stay. NVIDIA's CUTLASS leaves rounding to
// this type of map, Triton's tests have the figures.
void round_words(std::byte* to, const std::byte* from, size_t bytes, bool) {
  constexpr uint32_t k_exponent = 0x7f800000;
  for (size_t at = 0; at < bytes; at += sizeof(uint32_t)) {
    uint32_t word;
    std::memcpy(&word, from + at, sizeof word);
    if ((word & k_exponent) != k_exponent) word = (word + 0xfff + (word >> 13 & 1)) & 0xffffe000;
    std::memcpy(to + at, &word, sizeof word);
  }
}

void load_box(BulkIssue& issue) {
  const auto map = map_at(issue, issue.form().from);
  if (!map) return;
  const SharedPlace to = issue.shared(issue.form().to, box_span(*map), k_box_alignment, false);
  const SharedPlace barrier = to.block ? issue.barrier() : SharedPlace{};
  if (!barrier.block) return;
  TensorBox box = box_of(issue, *map, to.offset, BoxUse::read);
  if (!box_is_there(issue, box.pieces, AccessKind::read)) return;
  AsyncCopy copy = issue.copy(AsyncCopy::Way::from_global);
  copy.pieces = std::move(box.pieces);
  copy.reported_bytes = box.bytes;
  copy.fill = fill_pattern(*map);
  if (map->element == TensorMap::tf32) copy.combine = round_words;
  issue.count(copy.pieces, BulkTraffic::load, true);
  issue.send_in(std::move(copy), to, barrier);
}

// A box that is written may extend beyond the end of the tensor, but not start before it: an H200 reports that as an
// illegal instruction.
bool begins_inside(BulkIssue& issue, const TensorMap& map) {
  for (size_t i = 0; i < map.rank && !map.is_im2col; ++i) {
    if (issue.coordinate(i) >= 0) continue;
    issue.fault(FaultKind::bad_instruction, 0, 0,
                fmt::format("coordinate {} is {}: a box that is written may not begin before its tensor", i,
                            issue.coordinate(i)));
    return false;
  }
  return true;
}

void store_box(BulkIssue& issue) {
  const auto map = map_at(issue, issue.form().to);
  if (!map || !begins_inside(issue, *map)) return;
  AsyncCopy copy = issue.copy(AsyncCopy::Way::to_global);
  if (!issue.form().reduction.empty()) {
    copy.combine = combine_of(issue.form().reduction, arithmetic_type(map->element));
    if (!copy.combine) {
      refuse_map(issue, issue.address(issue.form().to), "no GPU has that reduction on its element type");
      return;
    }
  }
  const SharedPlace from = issue.shared(issue.form().from, box_span(*map), k_box_alignment, true);
  if (!from.block) return;
  TensorBox box = box_of(issue, *map, from.offset, BoxUse::written);
  leave_out_fills(box.pieces);
  if (!box_is_there(issue, box.pieces, copy.combine ? AccessKind::atomic : AccessKind::write)) return;
  copy.memory_of = from.block;
  copy.pieces = std::move(box.pieces);
  issue.count(copy.pieces, copy.combine ? BulkTraffic::reduce : BulkTraffic::store, true);
  issue.send_out(std::move(copy));
}

void prefetch_box(BulkIssue& issue) {
  const auto map = map_at(issue, issue.form().from);
  if (!map) return;
  TensorBox box = box_of(issue, *map, 0, BoxUse::read);
  leave_out_fills(box.pieces);
  issue.count(box.pieces, BulkTraffic::load, false);
}

size_t dimensions_in(const ptx::Instruction& in) {
  constexpr std::string_view k_words[] = {"1d", "2d", "3d", "4d", "5d"};
  for (size_t i = 0; i < std::size(k_words); ++i) {
    if (in.has(k_words[i])) return i + 1;
  }
  return 0;
}

// [map, {x, y}]
bool read_map_operand(const DecodeInput& input, size_t operand, AddressPlace& place, BulkForm& form) {
  if (operand >= input.in.operands.size() || input.in.operands[operand].kind != Operand::Kind::address) return false;
  const std::vector<Ref>& places = input.operands[operand];
  place = address_place(input, operand);
  form.coordinates.assign(places.begin() + 1, places.end());
  return form.coordinates.size() == dimensions_in(input.in);
}

bool is_unknown_mode(const ptx::Instruction& in) {
  for (const std::string_view word : {"tile::gather4", "tile::scatter4", "im2col::w", "im2col::w::128"}) {
    if (in.has(word)) return true;
  }
  return false;
}

Result<bool> decode_load(DecodeInput& input, BulkForm form, bool has_offsets) {
  const ptx::Instruction& in = input.in;
  const bool plain = in.operands.size() >= 3 && in.operands[0].kind == Operand::Kind::address &&
                     read_map_operand(input, 1, form.from, form) && in.operands[2].kind == Operand::Kind::address;
  if (!plain) return unsupported(*input.program.module, in);
  form.to = address_place(input, 0);
  form.barrier = address_place(input, 2);
  size_t next = 3;
  if (has_offsets) {
    if (next >= in.operands.size()) return unsupported(*input.program.module, in);
    form.offsets = input.operands[next++];
  }
  if (in.has("multicast::cluster")) {
    if (next >= in.operands.size()) return unsupported(*input.program.module, in);
    form.multicast = input.operands[next].front();
  }
  return set_bulk_form(input, std::move(form), each_lane<load_box>);
}

}  // namespace

Result<bool> decode_tensor_copy(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (is_unknown_mode(in) || in.has("cta_group::2")) return unsupported(*input.program.module, in);
  const bool im2col = in.has("im2col") || in.has("im2col_no_offs");
  input.op.small = im2col ? 1 : 0;
  BulkForm form;
  if (in.has("prefetch")) {
    if (!read_map_operand(input, 0, form.from, form)) return unsupported(*input.program.module, in);
    if (im2col && in.operands.size() > 1) form.offsets = input.operands[1];
    return set_bulk_form(input, std::move(form), each_lane<prefetch_box>);
  }
  if (in.has("mbarrier::complete_tx::bytes")) return decode_load(input, std::move(form), in.has("im2col"));
  const bool stores = in.operands.size() >= 2 && read_map_operand(input, 0, form.to, form) &&
                      in.operands[1].kind == Operand::Kind::address && in.has("bulk_group");
  if (!stores) return unsupported(*input.program.module, in);
  form.from = address_place(input, 1);
  if (in.has("reduce")) {
    form.reduction = reduction_of(in);
    form.element_bytes = 4;
    input.program.order_matters = true;
  }
  return set_bulk_form(input, std::move(form), each_lane<store_box>);
}

}  // namespace whet::vgpu
