#include "vgpu/decode/operand_places.h"

namespace whet::vgpu {

using ptx::Operand;

int OperandPlaces::register_bytes(const Operand& operand) const {
  if (operand.kind == Operand::Kind::vector || operand.kind == Operand::Kind::pair) {
    for (const Operand& element : operand.elements) {
      if (const int bytes = register_bytes(element)) return bytes;
    }
    return 0;
  }
  const bool has_register = operand.kind == Operand::Kind::reg ||
                            (operand.kind == Operand::Kind::address && operand.base_kind == Operand::Kind::reg);
  return has_register ? ptx::bytes_of(frame_->function->registers[operand.index].type) : 0;
}

Ref OperandPlaces::register_ref(uint32_t index) const {
  const ptx::Slot& slot = frame_->slots.registers[index];
  switch (slot.file) {
    case ptx::Slot::File::scalar:
      return {Ref::scalar, slot.offset};
    case ptx::Slot::File::lanes:
    case ptx::Slot::File::mask:
      return {Ref::lanes, slot.offset};
    case ptx::Slot::File::unused:
      break;
  }
  return scrap_ref();
}

Ref OperandPlaces::constant_ref(uint64_t bits) {
  const auto [known, is_new] =
      constant_offsets_.try_emplace(bits, static_cast<uint32_t>(program_.constants.size() * sizeof(uint64_t)));
  if (is_new) program_.constants.push_back(bits);
  return {Ref::constant, known->second};
}

std::vector<Ref> OperandPlaces::refs(const Operand& operand) {
  std::vector<Ref> found;
  switch (operand.kind) {
    case Operand::Kind::reg:
      return {register_ref(operand.index)};
    case Operand::Kind::immediate:
      return {constant_ref(operand.value)};
    case Operand::Kind::sink:
      return {scrap_ref()};
    case Operand::Kind::address:
      found.push_back(operand.base_kind == Operand::Kind::reg ? register_ref(operand.index) : Ref());
      break;
    case Operand::Kind::vector:
    case Operand::Kind::pair:
      break;
    case Operand::Kind::special:
    case Operand::Kind::symbol:
    case Operand::Kind::label:
    case Operand::Kind::list:
      return {Ref()};
  }
  for (const Operand& element : operand.elements) {
    const std::vector<Ref> more = refs(element);
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

SymbolPlace OperandPlaces::symbol(std::string_view name) const {
  using Kind = SymbolPlace::Kind;
  if (const auto it = frame_->frame_params.find(name); it != frame_->frame_params.end()) {
    return {.kind = Kind::frame_param, .param = it->second};
  }
  if (const auto it = frame_->parameters.places.find(name); it != frame_->parameters.places.end()) {
    return {.kind = Kind::kernel_param, .value = it->second.offset};
  }
  if (const auto it = frame_->locals.places.find(name); it != frame_->locals.places.end()) {
    return {.kind = Kind::local, .value = it->second.offset};
  }
  if (const auto it = shared_.places.find(name); it != shared_.places.end()) {
    return {.kind = Kind::shared, .value = it->second.offset};
  }
  for (uint32_t i = 0; i < module_.functions.size(); ++i) {
    if (module_.functions[i].name == name) return {.kind = Kind::function, .value = i};
  }
  if (const auto address = address_of_(name)) return {.kind = Kind::global, .value = *address};
  return {};
}

}  // namespace whet::vgpu
