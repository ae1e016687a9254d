// Copies the accumulators of an op between its registers and the blocks of tensor_core.h, one block after another.
#pragma once

#include "vgpu/ops/tensor/tensor_accumulators.h"
#include "vgpu/ops/tensor/tensor_ops.h"

namespace whet::vgpu {

// `half`: a block is one register of packed f16; otherwise it is a pair of registers.
template <typename Word, typename Value, bool half>
void read_blocks(const Warp& warp, const Ref* refs, int blocks, Value* c) {
  for (int block = 0; block < blocks; ++block, c += k_block_values) {
    if constexpr (half) {
      const RegisterWords<uint32_t> words(warp, refs + block, 1);
      read_halves(words[0], c);
    } else {
      const RegisterWords<Word> words(warp, refs + 2 * block, 2);
      read_pair(words[0], words[1], c);
    }
  }
}

// Writes the active lanes of the registers.
template <typename Word, typename Value, bool half>
void write_blocks(Warp& warp, const Ref* refs, int blocks, const Value* d) {
  alignas(64) Word words[k_lanes];
  for (int block = 0; block < blocks; ++block, d += k_block_values) {
    if constexpr (half) {
      write_halves(d, words);
      put_words(warp, refs[block], words);
    } else {
      for (int odd = 0; odd < 2; ++odd) {
        write_pair(d, odd, words);
        put_words(warp, refs[2 * block + odd], words);
      }
    }
  }
}

}  // namespace whet::vgpu
