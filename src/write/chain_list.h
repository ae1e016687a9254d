// The numbers that chains of products are tried with, in one kernel and in two, and which of both comes first.
#pragma once

#include <vector>

#include "write/schedule/chain.h"
#include "write/schedule/chain_apart.h"

namespace whet::write {

struct ChainList {
  std::vector<ChainNumbers> whole;       // one kernel
  std::vector<ChainApartNumbers> apart;  // two
  bool is_whole_first = true;            // by prediction; never where a side of both products is short
};

// Empty lists: the meaning is no chain, or no sum would be repeated by other schedules.
ChainList chain_list(const Subject& subject, const Nest& nest);

}  // namespace whet::write
