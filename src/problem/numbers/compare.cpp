#include "problem/numbers/compare.h"

#include <fmt/format.h>

#include "problem/numbers/codec.h"
#include "problem/numbers/typical_size.h"
#include "util/parallel.h"

namespace whet {

namespace {

constexpr uint64_t k_part = 1 << 16;  // elements that are compared at a time

class HostArrays : public ComparedArrays {
 public:
  HostArrays(ElementType type, std::string_view output, const std::vector<double>& expected,
             const std::vector<double>& slack)
      : type_(type), output_(output), expected_(expected), slack_(slack) {}

  Result<std::vector<double>> expected_values(uint64_t step) override {
    std::vector<double> values;
    for (uint64_t i = 0; i < expected_.size(); i += step) values.push_back(expected_[i]);
    return values;
  }

  Result<void> measure(const formula::Lines& rows, const formula::Lines& columns) override {
    rows_ = typical_of_lines(expected_, rows);
    columns_ = typical_of_lines(expected_, columns);
    return {};
  }

  Result<formula::ComparedPart> compare(formula::Allowance allowance) override {
    allowance.rows = rows_.empty() ? nullptr : rows_.data();
    allowance.columns = columns_.empty() ? nullptr : columns_.data();
    allowance.wide_slack = slack_.empty() ? nullptr : slack_.data();
    std::vector<formula::ComparedPart> parts((expected_.size() + k_part - 1) / k_part);
    with_codec(type_, [&](auto codec) {
      for_parts(expected_.size(), k_part, [&](uint64_t number, uint64_t begin, uint64_t end) {
        compare_part<decltype(codec)>(allowance, begin, end, parts[number]);
      });
    });
    formula::ComparedPart whole;
    for (const formula::ComparedPart& part : parts) whole.add(part);
    return whole;
  }

  Result<Mismatch> element(uint64_t i) override {
    return Mismatch{i, decode_element(type_, output_.data() + i * bytes_of(type_)), expected_[i]};
  }

 private:
  template <typename Codec>
  void compare_part(const formula::Allowance& allowance, uint64_t begin, uint64_t end, formula::ComparedPart& to) {
    formula::ComparedPart part;  // not shared with other threads
    for (uint64_t i = begin; i < end; ++i)
      formula::compare_element<Codec>(i, Codec::decode(formula::loaded<typename Codec::Stored>(output_.data(), i)),
                                      expected_[i], allowance, part);
    to = part;
  }

  ElementType type_;
  std::string_view output_;
  const std::vector<double>&expected_, &slack_;
  std::vector<double> rows_, columns_;
};

// What is said of elements by their index is completed by their values.
Result<Comparison> completed(const formula::ComparedPart& part, const formula::Allowance& allowance,
                             ComparedArrays& arrays) {
  Comparison found;
  found.mismatches = part.mismatches;
  found.max_absolute = part.max_absolute;
  found.max_relative = part.max_relative;
  found.nans = part.nans;
  found.infinities = part.infinities;
  found.unexpected_nans = part.unexpected_nans;
  found.tolerance = {allowance.absolute, allowance.relative};
  if (part.first != formula::k_no_element) {
    TRY(first, arrays.element(part.first));
    found.first = first;
  }
  if (part.worst.index != formula::k_no_element) {
    TRY(worst, arrays.element(part.worst.index));
    found.worst = worst;
  }
  if (part.closest.index != formula::k_no_element) {
    TRY(closest, arrays.element(part.closest.index));
    const double difference = formula::magnitude(closest.got - closest.expected);
    found.closest = Closest{closest, difference, difference / part.closest.measure};
  }
  return found;
}

}  // namespace

// Rows and columns are measured only where the measure of the whole array does not do.
Result<Comparison> compare_arrays(ElementType type, uint64_t count, const CompareRule& rule, ComparedArrays& arrays) {
  TRY(sampled, arrays.expected_values(step_of_whole(count)));
  const double typical = typical_of(sampled);
  const Tolerance tolerance = tolerance_of(rule.precision, type, typical);
  const ArrayLines lines = lines_of(count, rule.shape);
  formula::Allowance allowance{tolerance.absolute, tolerance.relative,
                               rule.precision.absolute ? 0 : share_of(rule.precision), typical};
  allowance.row_length = lines.rows.length;
  allowance.column_count = std::max<uint64_t>(1, lines.columns.count);
  TRY(part, arrays.compare(allowance));
  if (part.mismatches > 0 && allowance.share_of_typical > 0) {
    TRY_VOID(arrays.measure(lines.rows, lines.columns));
    TRY(closer, arrays.compare(allowance));
    part = closer;
  }
  TRY(found, completed(part, allowance, arrays));
  found.count = count;
  return found;
}

Result<Comparison> compare_output(ElementType type, std::string_view output, const std::vector<double>& expected,
                                  const CompareRule& rule, const std::vector<double>& slack) {
  if (output.size() != expected.size() * bytes_of(type)) {
    return failed(fmt::format("the output has {} bytes, and {} elements of {} are expected", output.size(),
                              expected.size(), name_of(type)));
  }
  HostArrays arrays(type, output, expected, slack);
  return compare_arrays(type, expected.size(), rule, arrays);
}

}  // namespace whet
