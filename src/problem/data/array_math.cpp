#include "problem/data/array_math.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "problem/numbers/codec.h"
#include "problem/numbers/typical_size.h"
#include "util/parallel.h"

namespace whet {

namespace {

constexpr uint64_t k_elements_at_once = 1 << 16;

// Looks at the stored elements of several arrays of one type: `Part::consider` gets what `value_of` makes of them.
template <typename Part, typename Look>
Part looked_at(uint64_t count, const Look& look) {
  std::vector<Part> parts((count + k_elements_at_once - 1) / k_elements_at_once);
  for_parts(count, k_elements_at_once, [&](uint64_t number, uint64_t begin, uint64_t end) {
    Part part;  // not shared with other threads
    for (uint64_t i = begin; i < end; ++i) look(part, i);
    parts[number] = part;
  });
  Part whole;
  for (const Part& part : parts) whole.add(part);
  return whole;
}

}  // namespace

Result<Comparison> ArrayMath::compare(const NumberArray& output, const NumberArray& expected, const CompareRule& rule,
                                      const NumberArray& slack) {
  return compare_output(output.type(), output.content(), expected.values(), rule, slack.values());
}

Result<formula::RangePart> ArrayMath::range(const NumberArray& array) {
  formula::RangePart range;
  with_codec(array.type(), [&](auto codec) {
    using Codec = decltype(codec);
    const char* const bytes = array.content().data();
    range = looked_at<formula::RangePart>(array.size(), [&](formula::RangePart& part, uint64_t i) {
      part.consider(Codec::decode(formula::loaded<typename Codec::Stored>(bytes, i)));
    });
  });
  return range;
}

Result<std::vector<double>> ArrayMath::every(const NumberArray& array, uint64_t step) {
  if (step == 1) return array.values();
  return array.content().values(array.type(), step);
}

Result<double> ArrayMath::value(const NumberArray& array, uint64_t i) {
  return array[i];
}

Result<std::vector<bool>> ArrayMath::find(const NumberArray& array, const std::vector<double>& values) {
  std::vector<bool> found(values.size());
  for (const double value : array) {
    const uint64_t place = formula::place_among(values.data(), values.size(), value);
    if (place < values.size()) found[place] = true;
  }
  return found;
}

Result<formula::MaskedPart> ArrayMath::masked(const NumberArray& first, const NumberArray& second, uint64_t mask) {
  formula::MaskedPart found;
  with_codec(first.type(), [&](auto codec) {
    using Codec = decltype(codec);
    using Stored = typename Codec::Stored;
    const char *const a = first.content().data(), *const b = second.content().data();
    found = looked_at<formula::MaskedPart>(first.size(), [&](formula::MaskedPart& part, uint64_t i) {
      part.consider(Codec::word(formula::loaded<Stored>(a, i)) ^ Codec::word(formula::loaded<Stored>(b, i)), mask);
    });
  });
  return found;
}

Result<NumberArray> ArrayMath::widened(NumberArray slack, const NumberArray& expected, const NumberArray& moved,
                                       const SlackRule& rule) {
  const std::vector<double>&was = expected.values(), &is = moved.values();
  std::vector<double> changes(was.size()), wider = slack.empty() ? std::vector<double>(was.size()) : slack.values();
  for (size_t i = 0; i < was.size(); ++i) changes[i] = std::fabs(is[i] - was[i]);
  const TypicalSize typical(changes, rule.shape);
  for (size_t i = 0; i < was.size(); ++i) {
    if (formula::is_unsure_infinity(was[i], is[i])) wider[i] = formula::infinity();
    if (!std::isfinite(changes[i])) continue;
    const double more = std::max(wider[i], rule.multiple * std::max(changes[i], typical.at(i)));
    wider[i] = rule.in_doubles ? more : static_cast<double>(static_cast<float>(more));
  }
  return NumberArray(std::move(wider));
}

Result<double> ArrayMath::typical(const NumberArray& array) {
  TRY(some, every(array, step_of_whole(array.size())));
  return typical_of(some);
}

ArrayMath& host_math() {
  static ArrayMath math;
  return math;
}

}  // namespace whet
