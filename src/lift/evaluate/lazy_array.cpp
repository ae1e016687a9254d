#include "lift/evaluate/lazy_array.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace whet::lift {
namespace {

constexpr int64_t k_most_elements = 1 << 21;
constexpr int64_t k_most_touched = 1 << 18;  // further elements are made only where they are read
constexpr uint64_t k_one_is_wide = 8;        // of so many unsigned integers, one has the bit that is a sign in others
constexpr uint64_t k_one_is_any = 4;         // of so many bytes, one is any byte
constexpr uint64_t k_one_is_beyond = 16;     // of so many numbers of eight bytes, one does not fit four
constexpr uint64_t k_one_pair_is_any = 16;   // of numbers of two bytes: few, so that sums of their products fit 32 bits

uint64_t mixed(uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

Estimate combined(Estimate a, Fold how, Estimate b, Precision precision) {
  if (how == Fold::sum) {
    EstimateSum sum;
    sum.add(a);
    sum.add(b);
    return sum.total(precision);
  }
  if (how == Fold::product) return EstimateMath(precision).product({a, b});
  const bool first = how == Fold::maximum ? a.value >= b.value : a.value <= b.value;
  return {first ? a.value : b.value, std::max(a.error, b.error)};
}

int64_t combined(int64_t a, Fold how, int64_t b) {
  const auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
  if (how == Fold::sum) return static_cast<int64_t>(x + y);
  if (how == Fold::product) return static_cast<int64_t>(x * y);
  return how == Fold::maximum ? std::max(a, b) : std::min(a, b);
}

}  // namespace

uint64_t LazyArray::draw(int64_t index) const {
  return mixed(recipe_.seed ^ mixed(static_cast<uint64_t>(index)));
}

bool LazyArray::is_rare() const {
  return recipe_.flavour == Flavour::rarely_positive || recipe_.flavour == Flavour::rarely_negative;
}

// Three of four elements.
bool LazyArray::is_asked(uint64_t bits) const {
  return recipe_.flavour == Flavour::asked && recipe_.asked != nullptr && (bits >> 20) % 4 != 0;
}

bool LazyArray::is_rarely_negative(uint64_t bits) const {
  constexpr uint64_t k_one_in = 128;
  return (recipe_.flavour == Flavour::rarely_negative) == (bits % k_one_in == 0);
}

double LazyArray::number(int64_t index) const {
  const uint64_t bits = draw(index);
  const double unit = static_cast<double>(bits >> 40) / (1 << 24);  // 24 bits: exact in fp32
  if (recipe_.flavour == Flavour::integers) return static_cast<double>(static_cast<int64_t>(bits % 15) - 7);
  if (recipe_.flavour == Flavour::tied) return static_cast<double>(static_cast<int64_t>(bits % 3) - 1);
  if (recipe_.flavour == Flavour::positive) return static_cast<float>(0.5 + 1.5 * unit);
  if (recipe_.flavour == Flavour::negative) return static_cast<float>(-0.5 - 1.5 * unit);
  if (is_asked(bits)) return asked_real(*recipe_.asked, bits >> 24, recipe_.bytes);
  const bool is_negative = is_rare() ? is_rarely_negative(bits) : (bits & 1) == 0;
  return static_cast<float>(is_negative ? -0.001 - unit * 0.999 : 0.001 + unit * 0.999);
}

bool LazyArray::is_any_narrow(uint64_t bits) const {
  return (recipe_.bytes == 1 && bits % k_one_is_any == 0) || (recipe_.bytes == 2 && bits % k_one_pair_is_any == 0);
}

// The low bits as a number of the array's type.
int64_t LazyArray::narrow_number(int64_t bits) const {
  const int unused = 64 - 8 * recipe_.bytes;
  const auto high = static_cast<uint64_t>(bits) << unused;
  return recipe_.is_unsigned ? static_cast<int64_t>(high >> unused) : static_cast<int64_t>(high) >> unused;
}

// What its elements can hold is below 2^7 or 2^8 if they are bytes.
int64_t LazyArray::index_limit() const {
  const int bits = 8 * recipe_.bytes - (recipe_.is_unsigned ? 0 : 1);
  return std::clamp<int64_t>(recipe_.limit, 1, int64_t{1} << std::min(bits, 62));
}

// Offsets grow by 0 to 4 from each to the next; a permutation steps by a number without common factors.
int64_t LazyArray::whole_number(int64_t index) const {
  const auto bits = static_cast<int64_t>(draw(index) >> 16);
  const int64_t limit = index_limit();
  if (recipe_.holds_numbers) return narrow_number((bits & 0x7c) == 0x7c ? bits ^ 0x40 : bits);
  if (recipe_.kind == ArrayRecipe::Kind::offsets) return 2 * index + (index == 0 ? 0 : bits % 3);
  if (recipe_.kind == ArrayRecipe::Kind::indices) return bits % limit;
  if (recipe_.kind == ArrayRecipe::Kind::permutation) {
    int64_t step = limit / 2 + 1;
    while (std::gcd(step, limit) != 1) ++step;
    return index < limit ? (index * step + 1) % limit : index;
  }
  if (is_asked(draw(index)) && !recipe_.asked->wholes.empty() && !recipe_.is_bool)
    return asked_whole(*recipe_.asked, draw(index) >> 24, recipe_.bytes, recipe_.is_unsigned);
  if (is_rare() && (recipe_.is_bool || recipe_.is_unsigned))
    return is_rarely_negative(draw(index)) ? 0 : 1 + bits % 7 * !recipe_.is_bool;
  if (is_rare()) return (1 + bits % 7) * (is_rarely_negative(draw(index)) ? -1 : 1);
  if (recipe_.is_bool) return bits % 2;
  if (recipe_.flavour == Flavour::tied) return bits % 3 - (recipe_.is_unsigned ? 0 : 1);
  if (recipe_.flavour == Flavour::integers && is_any_narrow(draw(index))) return narrow_number(bits >> 16);
  if (recipe_.is_unsigned && recipe_.flavour == Flavour::integers && draw(index) % k_one_is_wide == 0) {
    return (int64_t{1} << std::min(8 * recipe_.bytes - 1, 62)) + bits % 15;
  }
  if (recipe_.bytes == 8 && recipe_.flavour == Flavour::integers && draw(index) % k_one_is_beyond == 1)
    return (int64_t{1} << 32) + bits % 15;
  if (recipe_.is_unsigned || recipe_.flavour == Flavour::positive) return bits % 15;
  if (recipe_.flavour == Flavour::negative) return -1 - bits % 15;
  return bits % 15 - 7;
}

LazyArray::Element* LazyArray::at(int64_t offset) {
  if (offset < 0) failure_ = "an element before the start of an array is read or written";
  if (offset % recipe_.bytes != 0) failure_ = k_between_elements;
  const int64_t index = offset / recipe_.bytes;
  if (index >= k_most_elements) failure_ = "an array would have too many elements";
  if (!failure_.empty()) return nullptr;
  if (index >= size()) elements_.resize(static_cast<size_t>(index) + 1);
  return &elements_[static_cast<size_t>(index)];
}

void LazyArray::touch(int64_t offset) {
  const int64_t index = offset / recipe_.bytes;
  if (offset < 0 || offset % recipe_.bytes != 0 || index >= k_most_touched) return;
  if (index >= size()) elements_.resize(static_cast<size_t>(index) + 1);
}

void LazyArray::make(Element& element, int64_t index, bool as_real) {
  element.made = as_real ? Element::Made::real : Element::Made::integer;
  ++reads_;
  const bool is_format = recipe_.bytes == 2 || recipe_.bytes == 4 || recipe_.bytes == 8;
  if (as_real && !is_format) {
    failure_ = "floating-point numbers of " + std::to_string(recipe_.bytes) + " bytes are not evaluated";
  } else if (as_real) {
    element.bits = bits_of(number(index), format());
  } else {
    element.bits = static_cast<uint64_t>(whole_number(index));
  }
}

double LazyArray::real(int64_t offset) {
  Element* const element = at(offset);
  if (element == nullptr) return 0;
  if (element->made == Element::Made::no) make(*element, offset / recipe_.bytes, true);
  if (element->made != Element::Made::real)
    failure_ = "an element is read as an integer and as a floating-point number";
  return number_of(element->bits, format());
}

int64_t LazyArray::integer(int64_t offset) {
  Element* const element = at(offset);
  if (element == nullptr) return 0;
  if (element->made == Element::Made::no) make(*element, offset / recipe_.bytes, false);
  if (element->made != Element::Made::integer) {
    failure_ = "an element is read as an integer and as a floating-point number";
  }
  return static_cast<int64_t>(element->bits);
}

bool LazyArray::store(int64_t offset, StoredElement value) {
  Element* const element = at(offset);
  if (element == nullptr) return true;
  StoredElement& stored = element->stored;
  if (stored.kind == StoredElement::Kind::none) ++writes_;
  const bool is_same =
      stored.kind == StoredElement::Kind::none ||
      (stored.kind == value.kind && stored.real.value == value.real.value && stored.integer == value.integer);
  stored = value;
  return is_same;
}

void LazyArray::update(int64_t offset, Fold how, StoredElement value, Precision precision) {
  Element* const element = at(offset);
  if (element == nullptr) return;
  const bool is_real = value.kind == StoredElement::Kind::real;
  StoredElement& stored = element->stored;
  if (stored.kind == StoredElement::Kind::none) {
    ++writes_;
    stored = {value.kind, is_real ? Estimate{real(offset), 0} : Estimate(), is_real ? 0 : integer(offset)};
  }
  stored.statement = value.statement;
  if (stored.kind != value.kind) {
    stored.kind = StoredElement::Kind::unknown;
  } else if (is_real) {
    stored.real = combined(stored.real, how, value.real, precision);
  } else {
    stored.integer = combined(stored.integer, how, value.integer);
  }
}

void LazyArray::write_image(char* to) const {
  const auto width = static_cast<size_t>(recipe_.bytes);
  for (size_t i = 0; i < elements_.size(); ++i) {
    if (elements_[i].made != Element::Made::no) std::memcpy(to + i * width, &elements_[i].bits, width);
  }
}

}  // namespace whet::lift
