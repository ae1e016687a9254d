// The numbers that maps of several products are tried with.
#pragma once

#include <vector>

#include "write/schedule/products_apart.h"

namespace whet::write {

struct ProductsApartList {
  std::vector<ProductsApartNumbers> numbers;
  bool is_first = false;  // whether they come before what sums terms without tiles: no side is a single element
};

// Pairs of numbers for two stages: the first of both, the second of both.
template <typename Pair>
std::vector<Pair> paired(const std::vector<StageNumbers>& first, const std::vector<StageNumbers>& second, size_t most) {
  std::vector<Pair> list;
  if (first.empty() || second.empty()) return list;
  for (size_t i = 0; i < std::min(most, std::max(first.size(), second.size())); ++i)
    list.push_back({first[std::min(i, first.size() - 1)], second[std::min(i, second.size() - 1)]});
  return list;
}

// Empty: the meaning is no map of several products.
ProductsApartList products_apart_list(const Subject& subject, const Nest& nest);

}  // namespace whet::write
