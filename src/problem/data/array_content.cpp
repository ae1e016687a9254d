#include "problem/data/array_content.h"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <optional>

#include "util/hash.h"

namespace whet {

namespace {

constexpr uint64_t k_small_bytes = 4 << 20;  // that are made to be compared
// Names need not be cryptographic: contents come from a secret, and no candidate chooses them.
constexpr uint64_t k_first_key = 0x7768657420616e73, k_second_key = 0x636f6e74656e7473;

template <typename Value>
std::string_view bytes_of_value(const Value& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

struct ArrayContent::Node {
  uint64_t size = 0;
  std::optional<ArrayRecipe> recipe = {};
  ArrayContent base = {}, other = {};
  std::shared_ptr<const HeldArray> array = nullptr;
  mutable std::once_flag made_once = {}, named_once = {};
  mutable std::atomic<bool> has_bytes = false;
  mutable std::mutex looking = {};
  mutable std::optional<formula::RangePart> range = {};
  mutable std::string bytes = {}, key = {};
};

ArrayContent::ArrayContent(std::string bytes) {
  auto node = std::make_shared<Node>();
  node->size = bytes.size();
  node->bytes = std::move(bytes);
  node->has_bytes = true;
  node_ = std::move(node);
}

ArrayContent ArrayContent::made_by(ArrayRecipe recipe, ArrayContent base, ArrayContent other) {
  auto node = std::make_shared<Node>();
  node->size = recipe.formula.count * bytes_of(recipe.type);
  node->recipe = std::move(recipe);
  node->base = std::move(base);
  node->other = std::move(other);
  return ArrayContent(std::move(node));
}

ArrayContent ArrayContent::held(uint64_t bytes, std::shared_ptr<const HeldArray> array) {
  auto node = std::make_shared<Node>();
  node->size = bytes;
  node->array = std::move(array);
  return ArrayContent(std::move(node));
}

uint64_t ArrayContent::size() const {
  return node_ ? node_->size : 0;
}

const std::string& ArrayContent::bytes() const {
  static const std::string none;
  if (!node_) return none;
  if (node_->has_bytes) return node_->bytes;
  std::call_once(node_->made_once, [this] {
    node_->bytes =
        node_->array ? node_->array->read() : made(*node_->recipe, {node_->base.bytes(), node_->other.bytes()});
    node_->has_bytes = true;
  });
  return node_->bytes;
}

const ArrayRecipe* ArrayContent::recipe() const {
  return node_ && node_->recipe ? &*node_->recipe : nullptr;
}

const HeldArray* ArrayContent::held() const {
  return node_ ? node_->array.get() : nullptr;
}

bool ArrayContent::has_bytes() const {
  return !node_ || node_->has_bytes;
}

const ArrayContent& ArrayContent::base() const {
  return node_->base;
}

const ArrayContent& ArrayContent::other() const {
  return node_->other;
}

// A recipe is a name too: formula, tables and what it reads decide every element.
const std::string& ArrayContent::key() const {
  static const std::string none;
  if (!node_) return none;
  std::call_once(node_->named_once, [this] {
    if (!node_->recipe || node_->size <= k_small_bytes) {
      node_->key =
          fmt::format("{:016x}{:016x}", quick_digest(bytes(), k_first_key), quick_digest(bytes(), k_second_key));
      return;
    }
    const ArrayRecipe& recipe = *node_->recipe;
    std::string text(bytes_of_value(recipe.type));
    text += bytes_of_value(recipe.formula);
    text.append(reinterpret_cast<const char*>(recipe.tables.data()), recipe.tables.size() * sizeof(uint64_t));
    node_->key = sha256_hex(text + node_->base.key() + "/" + node_->other.key());
  });
  return node_->key;
}

std::optional<formula::RangePart> ArrayContent::known_range() const {
  if (!node_) return std::nullopt;
  const std::lock_guard lock(node_->looking);
  return node_->range;
}

void ArrayContent::note_range(const formula::RangePart& range) const {
  const std::lock_guard lock(node_->looking);
  node_->range = range;
}

std::vector<double> ArrayContent::values(ElementType type, uint64_t step) const {
  if (step == 1) return decode_elements(type, bytes());
  const ArrayRecipe* const made_of = recipe();
  if (made_of && !has_bytes() && made_of->formula.kind < FormulaKind::unchanged)
    return decode_elements(type, every_of_fill(*made_of, step));
  std::vector<double> some;
  const uint64_t size = bytes_of(type), count = this->size() / size;
  for (uint64_t i = 0; i < count; i += step) some.push_back(decode_element(type, bytes().data() + i * size));
  return some;
}

bool operator==(const ArrayContent& a, const ArrayContent& b) {
  if (a.identity() == b.identity()) return true;
  if (a.size() != b.size()) return false;
  if (a.size() <= k_small_bytes || (a.has_bytes() && b.has_bytes())) return a.bytes() == b.bytes();
  return a.key() == b.key();
}

}  // namespace whet
