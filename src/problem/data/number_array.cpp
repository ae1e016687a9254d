#include "problem/data/number_array.h"

#include <mutex>
#include <utility>

namespace whet {

struct NumberArray::Node {
  ElementType type = ElementType::f64;
  uint64_t size = 0;
  bool begins_with_values = false;
  mutable ArrayContent content = {};
  mutable std::vector<double> values = {};
  mutable std::once_flag completed = {};
};

NumberArray::NumberArray(ElementType type, ArrayContent content) {
  auto node = std::make_shared<Node>();
  node->type = type;
  node->size = content.size() / bytes_of(type);
  node->content = std::move(content);
  node_ = std::move(node);
}

NumberArray::NumberArray(std::vector<double> values) {
  auto node = std::make_shared<Node>();
  node->size = values.size();
  node->begins_with_values = true;
  node->values = std::move(values);
  node_ = std::move(node);
}

ElementType NumberArray::type() const {
  return node_ ? node_->type : ElementType::f64;
}

uint64_t NumberArray::size() const {
  return node_ ? node_->size : 0;
}

const std::vector<double>& NumberArray::values() const {
  static const std::vector<double> none;
  if (!node_) return none;
  if (!node_->begins_with_values)
    std::call_once(node_->completed, [this] { node_->values = decode_elements(node_->type, node_->content); });
  return node_->values;
}

const ArrayContent& NumberArray::content() const {
  static const ArrayContent none;
  if (!node_) return none;
  if (node_->begins_with_values)
    std::call_once(node_->completed, [this] { node_->content = encode_elements(node_->type, node_->values); });
  return node_->content;
}

bool NumberArray::is_held() const {
  return node_ && !node_->begins_with_values && node_->content.held() && !node_->content.has_bytes();
}

}  // namespace whet
