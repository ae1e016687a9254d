// Instructions that read or change tensor maps.
#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/tensor_map.h"
#include "vgpu/ops/bulk_issue.h"
#include "vgpu/ops/bulk_ops.h"
#include "vgpu/ops/memory_access.h"

namespace whet::vgpu {

using ptx::Operand;
using ptx::Space;

namespace {

enum Field : uint16_t {
  global_address,
  rank,
  box_dim,
  global_dim,
  global_stride,
  element_stride,
  elemtype,
  interleave_layout,
  swizzle_mode,
  fill_mode,
};
constexpr std::string_view k_fields[] = {"global_address", "rank",           "box_dim",  "global_dim",
                                         "global_stride",  "element_stride", "elemtype", "interleave_layout",
                                         "swizzle_mode",   "fill_mode"};

// The instruction has its own numbering of element types.
constexpr TensorMap::Element k_element_codes[] = {TensorMap::u8,      TensorMap::u16, TensorMap::u32,  TensorMap::s32,
                                                  TensorMap::u64,     TensorMap::s64, TensorMap::f16,  TensorMap::f32,
                                                  TensorMap::f32_ftz, TensorMap::f64, TensorMap::bf16, TensorMap::tf32,
                                                  TensorMap::tf32_ftz};

// False if no map can have this value.
bool set_field(TensorMap& map, Field field, uint32_t at, uint64_t value) {
  if (at >= k_most_dimensions) return false;
  switch (field) {
    case global_address:
      map.address = value;
      return true;
    case rank:
      map.rank = static_cast<uint32_t>(value) + 1;
      return value < k_most_dimensions;
    case box_dim:
      map.box[at] = static_cast<uint32_t>(value);
      return value > 0 && value <= 256;
    case global_dim:
      map.sizes[at] = static_cast<uint32_t>(value);
      return value > 0;
    case global_stride:
      if (at + 1 >= k_most_dimensions) return false;
      map.strides[at + 1] = value;
      return value % 16 == 0 && value < 1ull << 40;
    case element_stride:
      map.steps[at] = static_cast<uint32_t>(value);
      return value > 0 && value <= 8;
    case elemtype:
      if (value >= std::size(k_element_codes)) return false;
      map.element = k_element_codes[value];
      map.strides[0] = element_bytes(map.element);
      return true;
    case interleave_layout:
      return value == 0;  // others are for im2col, and not modelled
    case swizzle_mode:
      map.swizzle = static_cast<TensorMap::Swizzle>(value);
      return value < TensorMap::k_swizzles;
    case fill_mode:
      map.nan_outside = value != 0;
      return value < 2;
  }
  return false;
}

// Host pointer to the map at an address; nullptr, and a fault, if there is none.
std::byte* map_bytes(BulkIssue& issue, const AddressPlace& place, bool write) {
  uint64_t addresses[k_lanes] = {};
  std::byte* hosts[k_lanes];
  uint64_t& address = addresses[issue.lane()];
  address = issue.address(place);
  if (place.shared && address < k_shared_window) address += k_shared_window;
  if (!issue.aligned(address, k_tensor_map_alignment, "the address of a tensor map")) return nullptr;
  const Mask lane = 1u << issue.lane();
  const Space space = concrete_space(issue.warp(), Space::generic, addresses, lane);
  for (const uint64_t more : {k_tensor_map_bytes - 64, size_t{0}}) {
    address += more;
    if (reach(issue.warp(), issue.op(), space, addresses, lane, 64, write, hosts) == 0) return nullptr;
    address -= more;
  }
  return hosts[issue.lane()];
}

// 128 bytes of zeros are a map whose fields are still to be set.
std::optional<TensorMap> map_to_change(std::span<const std::byte, k_tensor_map_bytes> bytes) {
  const bool is_empty = std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
  return is_empty ? std::optional(TensorMap{}) : decode_map(bytes);
}

// Op: small is the field, flags the dimension; in the form, `to` is the map and `bytes` the value.
void replace_field(BulkIssue& issue) {
  std::byte* const host = map_bytes(issue, issue.form().to, true);
  if (!host) return;
  auto map = map_to_change(std::span<const std::byte, k_tensor_map_bytes>(host, k_tensor_map_bytes));
  if (!map) return issue.fault(FaultKind::bad_tensor_map, 0, 0, "no cuTensorMapEncode made these 128 bytes");
  const Ref given = issue.form().bytes;
  const bool wide = issue.form().element_bytes == 8;
  uint64_t value = wide ? Source<uint64_t>(issue.warp(), given)[issue.lane()] : issue.number(given);
  const auto field = static_cast<Field>(issue.op().small);
  const auto& module = *issue.warp().program->module;
  const bool in_units = module.version_major < 8 || (module.version_major == 8 && module.version_minor < 5);
  if (field == global_stride && in_units) value *= 16;
  if (!set_field(*map, field, issue.op().flags, value))
    return issue.fault(FaultKind::bad_tensor_map, 0, 0, "no tensor map can have that value");
  const TensorMapBytes bytes = encode(*map);
  std::memcpy(host, bytes.data(), bytes.size());
}

void replace(Warp& warp, const Op& op) {
  for (Mask rest = warp.mask; rest && !warp.worker->launch.stopped; rest &= rest - 1) {
    BulkIssue issue(warp, op, std::countr_zero(rest));
    replace_field(issue);
  }
}

// All lanes have the same operands.
void copy_map(Warp& warp, const Op& op) {
  BulkIssue issue(warp, op, std::countr_zero(warp.mask));
  std::byte* const to = map_bytes(issue, issue.form().to, true);
  const std::byte* const from = to ? map_bytes(issue, issue.form().from, false) : nullptr;
  if (from) std::memcpy(to, from, k_tensor_map_bytes);
}

AddressPlace map_place(const DecodeInput& input, size_t operand, bool shared) {
  AddressPlace place = address_place(input, operand);
  place.shared = shared;
  return place;
}

Result<bool> decode_replace(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  for (uint16_t i = 0; i < std::size(k_fields); ++i) {
    if (!in.has(k_fields[i])) continue;
    const bool has_dimension = i >= box_dim && i <= element_stride;
    const size_t value = has_dimension ? 2 : 1;
    if (in.operands.size() != value + 1 || in.operands[0].kind != Operand::Kind::address) break;
    if (has_dimension && in.operands[1].kind != Operand::Kind::immediate) break;
    input.op.small = i;
    input.op.flags = has_dimension ? static_cast<uint8_t>(std::min<uint64_t>(in.operands[1].value, 255)) : 0;
    BulkForm form;
    form.to = map_place(input, 0, in.has("shared::cta"));
    form.bytes = input.operands[value].front();
    if (!form.bytes.present()) break;
    form.element_bytes = in.has("b64") ? 8 : 4;
    return set_bulk_form(input, std::move(form), replace);
  }
  return unsupported(*input.program.module, in);
}

}  // namespace

Result<bool> decode_tensor_map(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.has("replace")) return decode_replace(input);
  if (!in.has("cp_fenceproxy") || in.operands.size() < 2) return unsupported(*input.program.module, in);
  BulkForm form;
  form.to = map_place(input, 0, false);
  form.from = map_place(input, 1, true);
  return set_bulk_form(input, std::move(form), copy_map);
}

}  // namespace whet::vgpu
