#include "vgpu/ops/tensor/tensor_wmma_plan.h"

#include <algorithm>

#include "vgpu/ops/tensor/tensor_ops.h"

namespace whet::vgpu {

using ptx::Type;

namespace {

constexpr int k_ldmatrix_bytes = 16, k_ldmatrix_count = 4;

int bits_of(const WmmaKey& key) {
  if (key.part != WmmaPart::c) return operand_bits(key.type);
  return key.type == Type::f16 ? 16 : key.type == Type::f64 ? 64 : 32;
}

// A register as a block of the matrix: `outer` counts rows of A or C and columns of B, `inner` k or the columns of C.
struct Block {
  int outer = 0, inner = 0;  // of its first element
  int step = 1;              // elements from one lane of a row to the next
  int elements = 1;          // per lane
};

class PlanMaker {
 public:
  explicit PlanMaker(const WmmaKey& key) : key_(key), bits_(bits_of(key)) { plan_.key = key; }

  WmmaPlan make() {
    list_blocks();
    plan_.registers = static_cast<int>(blocks_.size());
    plan_.word_bytes = bits_ == 64 ? 8 : 4;
    plan_.line_bytes = (key_.natural ? inner_size() : outer_size()) * bits_ / 8;
    list_units();
    list_accesses();
    return plan_;
  }

 private:
  int outer_size() const { return 8 * (key_.part == WmmaPart::b ? key_.shape.column_blocks : key_.shape.row_blocks); }
  int inner_size() const {
    if (key_.part == WmmaPart::c) return 8 * key_.shape.column_blocks;
    return key_.shape.chunks * (bits_ == 64 ? 4 : 128 / bits_);
  }

  void list_blocks() {
    if (key_.part == WmmaPart::c) return list_accumulator_blocks();
    const TensorShape& shape = key_.shape;
    const bool is_a = key_.part == WmmaPart::a;
    const int lane = std::max(1, 32 / bits_), wide = inner_size() / shape.chunks;
    blocks_.resize(static_cast<size_t>(is_a ? shape.a_registers() : shape.b_registers()));
    for (int block = 0; block < outer_size() / 8; ++block) {
      for (int chunk = 0; chunk < shape.chunks; ++chunk) {
        const int at = is_a ? shape.a_register(block, chunk) : shape.b_register(block, chunk);
        blocks_[static_cast<size_t>(at)] = {block * 8, chunk * wide, lane, lane};
      }
    }
  }

  void list_accumulator_blocks() {
    const int together = bits_ == 16 ? 2 : 1;  // columns in one register
    for (int column = 0; column < key_.shape.column_blocks; ++column) {
      for (int row = 0; row < key_.shape.row_blocks; ++row) {
        for (int odd = 0; odd < 2; odd += together) blocks_.push_back({row * 8, column * 8 + odd, 2, together});
      }
    }
  }

  // The position of an element: its line, and the byte in it.
  int line_of(int outer, int inner) const { return key_.natural ? outer : inner; }
  int byte_of(int outer, int inner) const { return (key_.natural ? inner : outer) * bits_ / 8; }

  // If a register runs along memory, its elements are contiguous; otherwise each is a unit of its own.
  void list_units() {
    const bool whole = key_.natural || bits_ >= 32;
    plan_.unit_bytes = whole ? plan_.word_bytes : bits_ / 8;
    for (const Block& block : blocks_) {
      for (int lane = 0; lane < k_lanes; ++lane) {
        for (int i = 0; i < (whole ? 1 : block.elements); ++i) {
          const int outer = block.outer + lane / 4, inner = block.inner + lane % 4 * block.step + i;
          plan_.units.push_back(
              static_cast<uint16_t>(line_of(outer, inner) * plan_.line_bytes + byte_of(outer, inner)));
        }
      }
    }
  }

  void list_accesses() {
    const bool operand = key_.part != WmmaPart::c;
    if (operand && key_.shared && (bits_ == 16 || (key_.natural && bits_ <= 8))) return access_as_ldmatrix();
    for (size_t i = 0; i < blocks_.size(); ++i) {
      if (!operand && key_.natural && bits_ >= 32)
        access_pair(blocks_[i++]);
      else if (!key_.natural && bits_ == 16)
        access_turned_halves(blocks_[i]);
      else if (!key_.natural && bits_ == 8)
        access_bytes(blocks_[i]);
      else
        access_word(blocks_[i]);
    }
  }

  // Eight rows of 16 bytes per matrix, four matrices at a time.
  void access_as_ldmatrix() {
    for (size_t first = 0; first < blocks_.size(); first += k_ldmatrix_count) {
      WmmaAccess& access = start(k_ldmatrix_bytes);
      access.rows = true;
      const int count = std::min<int>(k_ldmatrix_count, static_cast<int>(blocks_.size() - first));
      access.lanes = count == k_ldmatrix_count ? k_all_lanes : (1u << count * 8) - 1;
      for (int lane = 0; lane < count * 8; ++lane) {
        const Block& block = blocks_[first + static_cast<size_t>(lane / 8)];
        const int row = lane % 8;
        put(access, lane, key_.natural ? block.outer + row : block.outer,
            key_.natural ? block.inner : block.inner + row);
      }
    }
  }
  // Accesses a whole register: one word per lane.
  void access_word(const Block& block) {
    WmmaAccess& access = start(plan_.word_bytes);
    for (int lane = 0; lane < k_lanes; ++lane) {
      put(access, lane, block.outer + lane / 4, block.inner + lane % 4 * block.step);
    }
  }
  // Accesses both registers of a block of C at once.
  void access_pair(const Block& even) {
    access_word(even);
    plan_.accesses.back().width *= 2;
  }
  // Accesses two neighbours along memory, which movmatrix makes neighbours along the register.
  void access_turned_halves(const Block& block) {
    WmmaAccess& access = start(4);
    for (int lane = 0; lane < k_lanes; ++lane) put(access, lane, block.outer + lane % 4 * 2, block.inner + lane / 4);
  }
  void access_bytes(const Block& block) {
    for (int i = 0; i < block.elements; ++i) {
      WmmaAccess& access = start(1);
      for (int lane = 0; lane < k_lanes; ++lane) {
        put(access, lane, block.outer + lane / 4, block.inner + lane % 4 * block.step + i);
      }
    }
  }

  WmmaAccess& start(int width) {
    WmmaAccess& access = plan_.accesses.emplace_back();
    access.width = width;
    access.line.fill(0);
    access.byte.fill(0);
    return access;
  }
  void put(WmmaAccess& access, int lane, int outer, int inner) const {
    access.line[static_cast<size_t>(lane)] = static_cast<uint16_t>(line_of(outer, inner));
    access.byte[static_cast<size_t>(lane)] = static_cast<uint16_t>(byte_of(outer, inner));
  }

  WmmaKey key_;
  int bits_;
  WmmaPlan plan_;
  std::vector<Block> blocks_;
};

void add_plans(std::vector<WmmaPlan>& plans, WmmaKey key) {
  for (const bool natural : {true, false}) {
    for (const bool shared : {true, false}) {
      key.natural = natural;
      key.shared = shared;
      const bool turnable = natural || key.part == WmmaPart::c || operand_bits(key.type) >= 8;
      if (turnable) plans.push_back(make_plan(key));
    }
  }
}

void add_shape(std::vector<WmmaPlan>& plans, std::initializer_list<Type> operands, std::initializer_list<Type> sums,
               const TensorShape& shape) {
  for (const Type type : operands) {
    add_plans(plans, {.part = WmmaPart::a, .type = type, .shape = shape});
    add_plans(plans, {.part = WmmaPart::b, .type = type, .shape = shape});
  }
  for (const Type type : sums) add_plans(plans, {.part = WmmaPart::c, .type = type, .shape = shape});
}

std::vector<WmmaPlan> list_plans() {
  constexpr TensorShape square{2, 2, 1}, square_wide{2, 2, 2}, tall{4, 1, 1}, tall_wide{4, 1, 2}, small{1, 1, 1};
  std::vector<WmmaPlan> plans;
  add_shape(plans, {Type::f16, Type::bf16}, {Type::f16, Type::f32}, square_wide);
  add_shape(plans, {Type::f16, Type::bf16}, {Type::f16, Type::f32}, tall_wide);
  add_shape(plans, {Type::tf32}, {}, square_wide);
  add_shape(plans, {Type::s8, Type::u8}, {Type::s32}, square);
  add_shape(plans, {Type::s8, Type::u8}, {Type::s32}, tall);
  add_shape(plans, {Type::s4, Type::u4, Type::b1, Type::f64}, {Type::s32, Type::f64}, small);
  return plans;
}

}  // namespace

WmmaPlan make_plan(const WmmaKey& key) {
  return PlanMaker(key).make();
}

const std::vector<WmmaPlan>& wmma_plans() {
  static const std::vector<WmmaPlan> plans = list_plans();
  return plans;
}

int plan_number(const WmmaKey& key) {
  const std::vector<WmmaPlan>& plans = wmma_plans();
  const auto found = std::find_if(plans.begin(), plans.end(), [&](const WmmaPlan& plan) { return plan.key == key; });
  return found == plans.end() ? -1 : static_cast<int>(found - plans.begin());
}

}  // namespace whet::vgpu
