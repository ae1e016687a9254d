#include "judge/trial.h"

#include <algorithm>
#include <cmath>

#include "problem/data.h"

namespace whet {

namespace {

constexpr double k_small = 0.01;

// Makes the data of a case's trials.
class TrialMaker {
 public:
  TrialMaker(const ResolvedCase& resolved, const TrialPlan& plan, const FileSystem& files)
      : resolved_(std::make_shared<ResolvedCase>(resolved)), plan_(plan), files_(files) {}

  Result<std::vector<Trial>> make() {
    TRY(first, data(1));
    TRY(second, data(2));
    add("plain", "the problem's data", first);
    add("again", "the same call once more", first);
    add("new contents", "other data at the same addresses", second);
    if (plan_.effort == Effort::quick) return std::move(trials_);
    add("few changes", "a few values changed at the same addresses", few_changed(second));
    add("moved", "the first data at other addresses", first).moved = true;
    if (plan_.many_calls > 0) add("many calls", "other data after many calls", second).calls = plan_.many_calls;
    for (const DataVariant variant : k_data_variants) add_variant(variant, first);
    TRY_VOID(add_arguments(second));
    add_scalars(second);
    return std::move(trials_);
  }

 private:
  Trial& add(std::string name, std::string what, std::vector<std::string> inputs) {
    trials_.push_back({std::move(name), std::move(what), resolved_, std::move(inputs)});
    return trials_.back();
  }

  Result<std::vector<std::string>> data(uint64_t number) const {
    std::vector<std::string> inputs(resolved_->own_arguments);
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!resolved_->arguments[i].is_read()) continue;
      TRY(bytes, make_data(resolved_->arguments[i], {random_bits(plan_.secret, number), 0}, files_));
      inputs[i] = std::move(bytes);
    }
    return inputs;
  }

  // One element in each sixteenth of every array takes another's value: wherever a fingerprint looks, something else
  // changes.
  std::vector<std::string> few_changed(std::vector<std::string> inputs) const {
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (is_structured(resolved_->arguments[i].fill.kind)) continue;
      const uint64_t size = bytes_of(resolved_->arguments[i].type), count = inputs[i].size() / size;
      for (uint64_t part = 0; part < 16 && count > 1; ++part) {
        const uint64_t bits = random_bits(plan_.secret ^ i, 1000 + part);
        const uint64_t to = std::min(count - 1, (part * count + bits % count) / 16), from = (bits >> 32) % count;
        std::copy_n(inputs[i].data() + from * size, size, inputs[i].data() + to * size);
      }
    }
    return inputs;
  }

  void add_variant(DataVariant variant, const std::vector<std::string>& plain) {
    std::vector<std::string> inputs = plain;
    bool changed = false;
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!applies(variant, resolved_->arguments[i])) continue;
      inputs[i] = varied(variant, resolved_->arguments[i], random_bits(plan_.secret, 77 + i), plain[i]);
      changed = true;
    }
    if (changed) add(std::string(name_of(variant)), std::string(description_of(variant)), inputs).variant = variant;
  }

  // A whole number that a variable of the module holds may be a size.
  static bool stands_for_number(const ResolvedArgument& argument) {
    return argument.is_variable && argument.count == 1 && !is_floating(argument.type);
  }

  // Values that a constant array could have had too: a kernel may have the constant built in.
  ResolvedArgument loosened(const ResolvedArgument& argument) const {
    ResolvedArgument loose = argument;
    if (stands_for_number(argument)) return loose;
    const bool is_constant = argument.fill.kind == FillKind::constant && argument.role == ArgumentRole::in;
    if (is_constant && is_floating(argument.type))
      loose.fill = {FillKind::normal, argument.fill.first, 0.25, {}, argument.fill.seed};
    return loose;
  }

  // Each array by itself.
  Result<void> add_arguments(const std::vector<std::string>& base) {
    for (size_t i = 0; i < base.size(); ++i) {
      if (!resolved_->arguments[i].is_read() || !varies_alone(resolved_->arguments[i].fill.kind)) continue;
      TRY(other, make_data(loosened(resolved_->arguments[i]), {random_bits(plan_.secret, 3), 0}, files_));
      if (other == base[i]) continue;
      std::vector<std::string> inputs = base;
      inputs[i] = std::move(other);
      const std::string& name = resolved_->arguments[i].name;
      add("argument " + name, "other values of `" + name + "` alone", std::move(inputs));
    }
    return {};
  }

  // Numbers that are not sizes: a kernel may have them built in.
  void add_scalars(const std::vector<std::string>& base) {
    for (size_t i = 0; i < resolved_->own_arguments; ++i) {
      const ResolvedArgument& argument = resolved_->arguments[i];
      if (!argument.is_scalar || !is_floating(argument.type) || argument.value == 0) continue;
      auto changed = std::make_shared<ResolvedCase>(*resolved_);
      ResolvedArgument& scalar = changed->arguments[i];
      const double factor = std::fabs(scalar.value) < k_small ? 1024 : 1.75;  // an epsilon hardly shows otherwise
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
  return random_bits(secret, k_memory_number) >> 1;  // fits a message's whole numbers
}

Result<std::vector<Trial>> make_trials(const ResolvedCase& resolved, const TrialPlan& plan, const FileSystem& files) {
  return TrialMaker(resolved, plan, files).make();
}

}  // namespace whet
