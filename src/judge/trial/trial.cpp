#include "judge/trial/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "judge/trial/cell_inputs.h"
#include "judge/trial/patch_trials.h"
#include "problem/data/data.h"
#include "problem/data/edited_values.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_small = 0.01;
// For f32 this stays below 1e30, which honest kernels that compute a maximum use for infinity.
constexpr double k_usual_reach = 0.75;

// Arrays to which the variant does not apply keep the problem's data.
ArrayContents varied_inputs(const ResolvedCase& resolved, DataVariant variant, uint64_t secret,
                            const ArrayContents& plain, double reach) {
  ArrayContents inputs = plain;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!applies(variant, argument)) continue;
    const auto gather = [&](uint64_t step) { return plain[i].values(argument.type, step); };
    auto recipe = variant_recipe(variant, argument, random_bits(secret, 77 + i), reach, gather);
    if (recipe) inputs[i] = ArrayContent::made_by(*std::move(recipe), plain[i]);
  }
  return inputs;
}

// Makes the trials of a case.
class TrialMaker {
 public:
  TrialMaker(const ResolvedCase& resolved, const TrialPlan& plan, const FileSystem& files)
      : resolved_(std::make_shared<ResolvedCase>(resolved)), plan_(plan), files_(files) {}

  Result<std::vector<Trial>> make() {
    TRY(first, data(1));
    TRY(second, data(2));
    add("plain", "the problem's data", first);
    add("again",
        plan_.varies_order ? "the same call once more, its blocks in another order" : "the same call once more", first);
    add("new contents", "other data at the same addresses", second).stale = true;
    if (resolved_->allows_split) add_digits(first);
    if (plan_.effort == Effort::quick) return std::move(trials_);
    add("few changes", "a few values changed at the same addresses", few_changed(second));
    add("moved", "the first data at other addresses", first).moved = true;
    if (plan_.many_calls > 0) add("many calls", "other data after many calls", second).calls = plan_.many_calls;
    for (const DataVariant variant : k_data_variants) add_variant(variant, first);
    for (Trial& trial : patch_trials(resolved_, plan_, first)) trials_.push_back(std::move(trial));
    if (plan_.every_kind) add_cells(first);
    TRY_VOID(add_arguments(second));
    TRY_VOID(add_wide_integers(second));
    add_scalars(second);
    return std::move(trials_);
  }

 private:
  Trial& add(std::string name, std::string what, ArrayContents inputs) {
    trials_.push_back({std::move(name), std::move(what), resolved_, std::move(inputs)});
    return trials_.back();
  }

  // A trial that is tried on the original first, because its data may not be meaningful for this problem.
  Trial& add_beyond(std::string name, std::string what, ArrayContents inputs) {
    Trial& trial = add(std::move(name), std::move(what), std::move(inputs));
    trial.admission = std::make_shared<Admission>();
    return trial;
  }

  Result<ArrayContents> data(uint64_t number) const {
    ArrayContents inputs(resolved_->own_arguments);
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!resolved_->arguments[i].is_read()) continue;
      TRY(content, make_content(resolved_->arguments[i], random_bits(plan_.secret, number), files_));
      inputs[i] = std::move(content);
    }
    return inputs;
  }

  // One element in each sixteenth of every array gets the value of another: wherever a fingerprint looks, something
  // else changes.
  ArrayContents few_changed(ArrayContents inputs) const {
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (is_structured(resolved_->arguments[i].fill.kind)) continue;
      const ElementType type = resolved_->arguments[i].type;
      if (inputs[i].empty()) continue;
      ArrayRecipe recipe = few_changed_recipe(type, inputs[i].size() / bytes_of(type), plan_.secret ^ i);
      inputs[i] = ArrayContent::made_by(std::move(recipe), inputs[i]);
    }
    return inputs;
  }

  void add_digits(ArrayContents inputs) {
    bool is_other = false;
    // The same direction for all arrays: errors of factors would cancel.
    const LastDigits digits = random_bits(plan_.secret, 78) >> 63 ? LastDigits::above_middle : LastDigits::below_middle;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const ResolvedArgument& argument = resolved_->arguments[i];
      if (!has_last_digits(argument)) continue;
      inputs[i] =
          ArrayContent::made_by(last_digits_recipe(argument, digits, random_bits(plan_.secret, 79 + i)), inputs[i]);
      is_other = true;
    }
    if (is_other) add(std::string(k_digits_trial), "values that lose as much as they can in tf32", std::move(inputs));
  }

  void add_variant(DataVariant variant, const ArrayContents& plain) {
    if (is_asked_once(variant) && !plan_.every_kind) return;
    ArrayContents inputs = varied_inputs(*resolved_, variant, plan_.secret, plain, k_usual_reach);
    if (inputs == plain) return;
    const std::string name(name_of(variant)), what(description_of(variant));
    Trial& trial = is_beyond(variant) ? add_beyond(name, what, std::move(inputs)) : add(name, what, std::move(inputs));
    trial.variant = variant;
    trial.secret = plan_.secret;
    if (has_reach(variant)) trial.reach = k_usual_reach;
    trial.is_held = !is_beyond(variant) || resolved_->special_values;
    trial.stale = ((random_bits(plan_.secret, 76) >> 7) + static_cast<uint64_t>(variant)) % 2 == 0;
    if (variant == DataVariant::whole_numbers) trial.strict_share = strict_share();
  }

  void add_cells(const ArrayContents& plain) {
    for (ArrayContents& inputs : cell_inputs(*resolved_, plan_, plain)) {
      Trial& trial =
          add("every cell", "one large and one low value in each row, at one place after another", std::move(inputs));
      trial.variant = DataVariant::lone_large;
    }
  }

  // The largest number of terms that one result may sum, judging by shapes.
  double longest_sum() const {
    uint64_t outputs = 0;
    for (const ResolvedArgument& argument : resolved_->arguments) outputs += argument.is_written() ? argument.count : 0;
    uint64_t longest = 1;
    for (const ResolvedArgument& argument : resolved_->arguments) {
      if (!argument.is_read()) continue;
      longest = std::max(longest, argument.count / std::max<uint64_t>(1, outputs));
      for (const uint64_t extent : argument.shape) longest = std::max(longest, argument.shape.size() > 1 ? extent : 1);
    }
    return static_cast<double>(longest);
  }

  // A share below the effect of one missing term in the longest sum; nothing if the class already detects that.
  std::optional<double> strict_share() const {
    constexpr double k_longest_seen = 4000, k_share_of_term = 0.1, k_few_last_places = 0x1p-22;
    const double longest = longest_sum();
    if (longest <= k_longest_seen) return std::nullopt;
    return std::max(k_few_last_places, k_share_of_term / longest);
  }

  // A whole number in a variable of the module may be a size.
  static bool stands_for_number(const ResolvedArgument& argument) {
    return argument.is_variable && argument.count == 1 && !is_floating(argument.type);
  }

  // Other values for a constant array: a kernel may have the constant built in, or ignore the content of an array that
  // it changes.
  ResolvedArgument loosened(const ResolvedArgument& argument) const {
    ResolvedArgument loose = argument;
    if (argument.fill.kind != FillKind::constant || stands_for_number(argument)) return loose;
    loose.fill = {FillKind::normal, argument.fill.first, 0.25, {}, argument.fill.seed};
    if (!is_floating(argument.type)) {
      const double most = argument.type == ElementType::boolean ? 1 : argument.fill.first + 5;
      const double least = std::min(argument.fill.first, most);
      loose.fill = {FillKind::uniform, least, std::min(most, largest(argument.type)), {}, argument.fill.seed};
    }
    return loose;
  }

  // A constant that is changed in place may be a counter that must begin at zero; the original shows whether it may
  // vary.
  static bool may_matter(const ResolvedArgument& argument) {
    return argument.fill.kind == FillKind::constant &&
           (argument.role == ArgumentRole::inout || !is_floating(argument.type));
  }

  // Each array is changed alone.
  Result<void> add_arguments(const ArrayContents& base) {
    for (size_t i = 0; i < base.size(); ++i) {
      const ResolvedArgument& argument = resolved_->arguments[i];
      if (!argument.is_read() || !varies_alone(argument.fill.kind)) continue;
      TRY(other, make_content(loosened(argument), random_bits(plan_.secret, 3), files_));
      if (other == base[i]) continue;
      ArrayContents inputs = base;
      inputs[i] = std::move(other);
      const std::string name = "argument " + argument.name, what = "other values of `" + argument.name + "` alone";
      may_matter(argument) ? add_beyond(name, what, std::move(inputs)) : add(name, what, std::move(inputs));
    }
    return {};
  }

  // Integers without a declared range: the whole range of the type, and half the bits in case that is too much.
  Result<void> add_wide_integers(const ArrayContents& base) {
    constexpr double k_exact = 0x1p53;  // the reference computes in doubles
    for (size_t i = 0; i < base.size(); ++i) {
      ResolvedArgument wide = resolved_->arguments[i];
      if (!wide.is_read() || !wide.fill.is_assumed || is_floating(wide.type) || wide.type == ElementType::boolean)
        continue;
      const double half = std::exp2(4.0 * static_cast<double>(bytes_of(wide.type))) - 1;
      for (const bool whole : {true, false}) {
        wide.fill.first = whole ? std::max(lowest(wide.type), -k_exact) : 0;
        wide.fill.second = whole ? std::min(largest(wide.type), k_exact) : half;
        const FillPlan& usual = resolved_->arguments[i].fill;
        if (wide.fill.second <= usual.second && wide.fill.first >= usual.first) continue;
        TRY(bytes, make_content(wide, random_bits(plan_.secret, 4), files_));
        ArrayContents inputs = base;
        inputs[i] = std::move(bytes);
        add_beyond(std::string(whole ? "wide " : "half-wide ") + wide.name,
                   fmt::format("`{}` from {:.0f} to {:.0f}", wide.name, wide.fill.first, wide.fill.second),
                   std::move(inputs));
      }
    }
    return {};
  }

  // Scalars that are not sizes: a kernel may have them built in.
  void add_scalars(const ArrayContents& base) {
    for (size_t i = 0; i < resolved_->own_arguments; ++i) {
      const ResolvedArgument& argument = resolved_->arguments[i];
      if (!argument.is_scalar || !is_floating(argument.type) || argument.value == 0) continue;
      auto changed = std::make_shared<ResolvedCase>(*resolved_);
      ResolvedArgument& scalar = changed->arguments[i];
      const double factor = std::fabs(scalar.value) < k_small ? 1024 : 1.75;  // an epsilon needs a large change
      scalar.encoded = encode_elements(scalar.type, std::vector{scalar.value * factor});
      scalar.value = decode_element(scalar.type, scalar.encoded.data());
      Trial& trial = add("scalar " + argument.name, "another value of `" + argument.name + "`", base);
      trial.resolved = std::move(changed);
    }
  }

  std::shared_ptr<const ResolvedCase> resolved_;
  TrialPlan plan_;
  const FileSystem& files_;
  std::vector<Trial> trials_;
};

}  // namespace

uint64_t memory_seed(uint64_t secret) {
  constexpr uint64_t k_memory_number = 0x6d656d6f7279;
  return random_bits(secret, k_memory_number) >> 1;  // fits the signed integers of a message
}

Result<std::vector<DataRange>> ranges_of(const Trial& trial, ArrayMath& arrays) {
  std::vector<DataRange> ranges;
  for (size_t i = 0; i < trial.inputs.size(); ++i) {
    const ResolvedArgument& argument = trial.resolved->arguments[i];
    const ArrayContent& content = trial.inputs[i];
    if (content.empty()) continue;
    if (!content.known_range()) {
      TRY(range, arrays.range({argument.type, content}));
      content.note_range(range);
    }
    const auto range = content.known_range();
    ranges.push_back({argument.name, range->low, range->high, range->specials > 0});
  }
  return ranges;
}

std::optional<Trial> at_reach(const Trial& trial, const ArrayContents& plain, double reach) {
  Trial other = trial;
  other.answer = nullptr;
  other.inputs = varied_inputs(*trial.resolved, *trial.variant, trial.secret, plain, reach);
  if (other.inputs == plain) return std::nullopt;
  other.reach = reach;
  return other;
}

std::string ranges_text(const std::vector<DataRange>& ranges) {
  std::vector<std::string> texts;
  for (const DataRange& range : ranges) {
    texts.push_back(fmt::format("{} {:.4g} to {:.4g}", range.name, range.low, range.high));
    if (range.has_special) texts.back() += " and what is no number";
  }
  return join(texts, ", ");
}

Result<std::vector<Trial>> make_trials(const ResolvedCase& resolved, const TrialPlan& plan, const FileSystem& files) {
  return TrialMaker(resolved, plan, files).make();
}

}  // namespace whet
