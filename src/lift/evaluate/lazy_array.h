// An array before a kernel runs, whose elements are made when a meaning first reads them: so its extent follows from
// what is read and written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lift/evaluate/asked_values.h"
#include "lift/evaluate/estimate.h"
#include "lift/expression/arena.h"

namespace whet::lift {

// Why an array may not be used at some sizes: the distance of its rows is given in bytes.
inline constexpr const char* k_between_elements = "an array is accessed between its elements";

// What numbers are made.
enum class Flavour : uint8_t {
  fractions,  // between -1 and 1, none of them zero
  integers,   // small ones: sums and products of them are exact
  positive,   // between 1/2 and 2
  // Fractions of one sign but for one in 128: whether any or all have a property depends on single elements.
  rarely_positive,
  rarely_negative,
  negative,  // between -2 and -1/2
  asked,     // what the kernel compares with, beside fractions
  tied,      // -1, 0 and 1: most elements equal others
};

struct ArrayRecipe {
  enum class Kind : uint8_t { numbers, indices, permutation, offsets } kind = Kind::numbers;
  Flavour flavour = Flavour::fractions;
  int bytes = 4;
  bool is_unsigned = false;
  bool is_bfloat = false;  // floating-point numbers of two bytes
  bool is_bool = false;
  bool is_integral = false;
  bool holds_numbers = false;  // bytes that are floating-point numbers: none is a NaN or infinite
  int64_t limit = 0;           // indices are below it; a permutation is of 0 .. limit-1
  uint64_t seed = 0;
  const AskedValues* asked = nullptr;  // of Flavour::asked; it outlives the array
};

// What a meaning stores to an element.
struct StoredElement {
  enum class Kind : uint8_t { none, real, integer, unknown } kind = Kind::none;
  Estimate real;
  int64_t integer = 0;  // the low bits count
  int statement = 0;    // that stores it
};

class LazyArray {
 public:
  explicit LazyArray(ArrayRecipe recipe) : recipe_(recipe) {}

  double real(int64_t offset);  // offset in bytes
  // The array has this element, whether it is read or not. No failure where it has none.
  void touch(int64_t offset);
  int64_t integer(int64_t offset);
  // False: the element was stored before with another value.
  bool store(int64_t offset, StoredElement value);
  // element = element (how) value
  void update(int64_t offset, Fold how, StoredElement value, Precision precision);

  int64_t size() const { return static_cast<int64_t>(elements_.size()); }  // elements touched, from 0 on
  int bytes() const { return recipe_.bytes; }
  bool is_integral() const { return recipe_.is_integral; }
  NumberFormat format() const { return format_of(recipe_.bytes, recipe_.is_bfloat); }
  // Writes the elements that were read into memory that has room for all.
  void write_image(char* to) const;
  const StoredElement& stored(int64_t index) const { return elements_[static_cast<size_t>(index)].stored; }
  uint64_t reads() const { return reads_; }    // different elements
  uint64_t writes() const { return writes_; }  // different elements

  const std::string& failure() const { return failure_; }

 private:
  struct Element {
    enum class Made : uint8_t { no, real, integer } made = Made::no;
    uint64_t bits = 0;
    StoredElement stored;
  };
  Element* at(int64_t offset);
  void make(Element& element, int64_t index, bool as_real);
  uint64_t draw(int64_t index) const;
  bool is_rare() const;
  bool is_asked(uint64_t bits) const;
  bool is_rarely_negative(uint64_t bits) const;
  bool is_any_narrow(uint64_t bits) const;
  int64_t narrow_number(int64_t bits) const;
  double number(int64_t index) const;
  int64_t whole_number(int64_t index) const;
  int64_t index_limit() const;

  ArrayRecipe recipe_;
  std::vector<Element> elements_;
  std::string failure_;
  uint64_t reads_ = 0, writes_ = 0;
};

}  // namespace whet::lift
