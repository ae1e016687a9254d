// Finds the places of an instruction's operands: registers in the frame, constants, and what a name refers to.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "vgpu/decode/decode.h"
#include "vgpu/decode/function_frame.h"

namespace whet::vgpu {

class OperandPlaces {
 public:
  // `shared` is the layout of shared memory. All four must outlive the object.
  OperandPlaces(const ptx::Module& module, const AreaLayout& shared, const VariableAddress& address_of,
                Program& program)
      : module_(module), shared_(shared), address_of_(address_of), program_(program) {}

  // From now on, operands are those of this function.
  void enter(const FunctionFrame& frame) { frame_ = &frame; }

  // One place, or one per element of a vector or pair. An address gives its base register; other operands without a
  // register give an absent place.
  std::vector<Ref> refs(const ptx::Operand& operand);
  Ref register_ref(uint32_t index) const;
  // The width of the operand's (first) register; 0: it has none.
  int register_bytes(const ptx::Operand& operand) const;
  SymbolPlace symbol(std::string_view name) const;

 private:
  Ref constant_ref(uint64_t bits);
  Ref scrap_ref() const { return {Ref::lanes, frame_->scrap}; }

  const ptx::Module& module_;
  const AreaLayout& shared_;
  const VariableAddress& address_of_;
  Program& program_;
  const FunctionFrame* frame_ = nullptr;
  std::map<uint64_t, uint32_t> constant_offsets_;
};

}  // namespace whet::vgpu
