// The content of an array: its bytes, how they are made of other contents, or where a device holds them. Contents are
// values: copies share what they know, and none of it changes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problem/data/array_recipe.h"
#include "problem/formula/typical.h"

namespace whet {

// Content in the memory of a device, which lives as long as this.
class HeldArray {
 public:
  virtual ~HeldArray() = default;
  virtual uint64_t address() const = 0;
  // As many bytes in any case: zeros if the device no longer answers, which its next call reports.
  virtual std::string read() const = 0;
};

class ArrayContent {
 public:
  ArrayContent() = default;         // of an array that is not read
  ArrayContent(std::string bytes);  // NOLINT: bytes are a content
  ArrayContent(const char* bytes) : ArrayContent(std::string(bytes)) {}
  // `base` and `other` are what the recipe reads.
  static ArrayContent made_by(ArrayRecipe recipe, ArrayContent base = {}, ArrayContent other = {});
  static ArrayContent held(uint64_t bytes, std::shared_ptr<const HeldArray> array);

  bool empty() const { return size() == 0; }
  uint64_t size() const;
  // Made or read at the first call; safe from several threads.
  const std::string& bytes() const;
  operator const std::string&() const { return bytes(); }
  operator std::string_view() const { return bytes(); }
  const char* data() const { return bytes().data(); }

  const ArrayRecipe* recipe() const;  // nullptr: it is not made
  const HeldArray* held() const;      // nullptr: no device holds it
  bool has_bytes() const;             // `bytes` costs nothing
  const ArrayContent& base() const;
  const ArrayContent& other() const;
  // The same for contents that are copies of one another.
  const void* identity() const { return node_.get(); }
  // Some of its values, of a type: those at every `step`-th place.
  std::vector<double> values(ElementType type, uint64_t step = 1) const;
  // The range of its values, if somebody has looked and noted it.
  std::optional<formula::RangePart> known_range() const;
  void note_range(const formula::RangePart& range) const;
  // A name for what it holds: equal names mean equal bytes.
  const std::string& key() const;

  // Small contents are compared as bytes. Of large ones, what is made in the same way is equal, and what is made in
  // different ways is not: nobody makes gigabytes to find out.
  friend bool operator==(const ArrayContent& a, const ArrayContent& b);

 private:
  struct Node;
  explicit ArrayContent(std::shared_ptr<const Node> node) : node_(std::move(node)) {}

  std::shared_ptr<const Node> node_;
};

using ArrayContents = std::vector<ArrayContent>;

}  // namespace whet
