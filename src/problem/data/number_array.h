// The numbers of an array: of some type, on the host or on a device, and doubles for those who ask for them. A value:
// copies share what they know.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "problem/data/array_content.h"
#include "problem/numbers/element_type.h"

namespace whet {

class NumberArray {
 public:
  NumberArray() = default;
  NumberArray(ElementType type, ArrayContent content);
  NumberArray(std::vector<double> values);  // NOLINT: of type f64
  NumberArray(std::initializer_list<double> values) : NumberArray(std::vector<double>(values)) {}

  ElementType type() const;
  uint64_t size() const;  // elements
  bool empty() const { return size() == 0; }
  // Both are made of the other at the first call; safe from several threads.
  const std::vector<double>& values() const;
  const ArrayContent& content() const;
  bool is_held() const;  // on a device, and nowhere else

  double operator[](uint64_t i) const { return values()[i]; }
  double front() const { return values().front(); }
  auto begin() const { return values().begin(); }
  auto end() const { return values().end(); }

 private:
  struct Node;
  std::shared_ptr<const Node> node_;
};

// Of each output among a problem's own arguments; the other entries are empty.
using NumberArrays = std::vector<NumberArray>;

}  // namespace whet
