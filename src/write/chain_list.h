// The numbers that chains of products are tried with, in one kernel and in two, and which of them comes first.
#pragma once

#include <vector>

#include "write/schedule/chain.h"
#include "write/schedule/chain_apart.h"
#include "write/schedule/tensor_chain.h"

namespace whet::write {

struct ChainList {
  std::vector<ChainNumbers> whole;              // one kernel
  std::vector<ChainApartNumbers> apart;         // two
  bool is_whole_first = true;                   // by prediction; never where a side of both products is short
  std::vector<TensorChainNumbers> tensor = {};  // one kernel on tensor cores
  bool is_tensor_first = false;                 // by prediction: before both others
};

// Empty lists: the meaning is no chain, or no sum would be repeated by other schedules.
ChainList chain_list(const Subject& subject, const Nest& nest);

}  // namespace whet::write
