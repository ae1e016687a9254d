#include "judge/trial/code_trials.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "problem/data/chosen_places.h"
#include "problem/data/data.h"
#include "problem/data/edited_values.h"
#include "problem/data/magnitudes.h"

namespace whet {

namespace {

constexpr uint64_t k_code_number = 0x636f6465;
constexpr double k_largest_share = 0.8;  // of the exponents: sums of larger values overflow

uint64_t word_of(ElementType type, double value) {
  char bytes[sizeof(uint64_t)] = {};
  encode_element(type, value, bytes);
  uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

double value_of(ElementType type, uint64_t word) {
  char bytes[sizeof word];
  std::memcpy(bytes, &word, sizeof word);
  return decode_element(type, bytes);
}

uint64_t all_bits(ElementType type) {
  return ~0ull >> (64 - 8 * bytes_of(type));
}

// The fresh constants, then the others, up to `most`.
template <typename T>
std::vector<T> first_of(const std::vector<T>& fresh, const std::vector<T>& all, uint64_t most) {
  std::vector<T> chosen = fresh;
  for (const T& value : all) {
    if (std::find(chosen.begin(), chosen.end(), value) == chosen.end()) chosen.push_back(value);
  }
  if (chosen.size() > most) chosen.resize(most);
  return chosen;
}

// Each constant in every interpretation: as a number, negative, and as the bits of a float.
std::vector<double> meanings(const OwnConstants& constants, ElementType type, uint64_t most) {
  std::vector<double> values;
  for (const double real : first_of(constants.fresh.reals, constants.all.reals, most)) {
    for (const double sign : {1.0, -1.0}) values.push_back(sign * real);
  }
  for (const int64_t integer : first_of(constants.fresh.integers, constants.all.integers, most)) {
    values.push_back(static_cast<double>(integer));
    const bool has_bits = is_floating(type) && std::abs(integer) > 0xffff;
    if (has_bits) values.push_back(value_of(type, static_cast<uint64_t>(integer) & all_bits(type)));
  }
  return values;
}

std::vector<BitPattern> patterns(const OwnConstants& constants, ElementType type, uint64_t most) {
  std::vector<BitPattern> found;
  const std::vector<uint64_t> masks = first_of(constants.fresh.masks, constants.all.masks, most);
  for (const int64_t integer : first_of(constants.fresh.integers, constants.all.integers, most)) {
    const uint64_t bits = static_cast<uint64_t>(integer) & all_bits(type);
    if (integer < 0 || bits != static_cast<uint64_t>(integer)) continue;
    for (const uint64_t mask : masks) {
      if ((bits & ~mask) == 0 && found.size() < most) found.push_back({mask & all_bits(type), bits});
    }
    if (integer > 0 && found.size() < most) found.push_back({std::bit_ceil(bits + 1) - 1, bits});
  }
  return found;
}

bool has_no_range(const ResolvedArgument& argument) {
  return argument.fill.is_assumed && !is_floating(argument.type) && argument.type != ElementType::boolean;
}

ResolvedArgument widened(ResolvedArgument argument) {
  argument.fill.first = lowest(argument.type);
  argument.fill.second = largest(argument.type);
  return argument;
}

// The values from which one array is filled.
class Pool {
 public:
  Pool(const ResolvedArgument& argument, const OwnConstants& constants, uint64_t most)
      : type_(argument.type), range_(value_range(argument)), patterns_(patterns(constants, argument.type, most)) {
    for (const double value : meanings(constants, type_, most)) {
      for (const double near : {value, stepped(type_, value, 1), stepped(type_, value, -1), 2 * value, value / 2})
        add(near);
    }
  }
  bool is_empty() const { return usual_.empty() && patterns_.empty(); }
  const std::vector<double>& usual() const { return usual_; }
  const std::vector<double>& large() const { return large_; }
  const std::vector<BitPattern>& bit_patterns() const { return patterns_; }

 private:
  bool is_usual(double value) const {
    return std::isfinite(value) && value >= range_.low && value <= range_.high && !is_denormal(value);
  }
  bool is_denormal(double value) const { return value != 0 && std::fabs(value) < range_.smallest_normal; }

  void add(double value) {
    if (!std::isfinite(value) || is_denormal(value) || (range_.is_whole && value != std::floor(value))) return;
    value = value_of(type_, word_of(type_, value));
    if (is_usual(value))
      usual_.push_back(value);
    else if (range_.is_free && std::log2(std::fabs(value)) < k_largest_share * std::log2(largest(type_)))
      large_.push_back(value);
  }

  ElementType type_;
  ValueRange range_;
  std::vector<BitPattern> patterns_;
  std::vector<double> usual_, large_;
};

class CodeTrials {
 public:
  CodeTrials(const Trial& plain, const OwnConstants& constants, const TrialPlan& plan)
      : plain_(plain), constants_(constants), plan_(plan) {}

  std::vector<Trial> make() {
    add("values from its code", "values that its code has as constants, and those next to them", &CodeTrials::usual);
    add("wide values from its code", "constants of its code where nobody gave a range", &CodeTrials::wide);
    add("large values from its code", "large values that its code has as constants", &CodeTrials::large);
    if (constants_.has_original) add_places();
    return std::move(trials_);
  }

 private:
  // Nothing: the array stays as it is.
  using Make = std::optional<ArrayRecipe> (CodeTrials::*)(const ResolvedArgument&, uint64_t seed) const;

  void add(const char* name, const char* what, Make make) {
    ArrayContents inputs = plain_.inputs;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const ResolvedArgument& argument = plain_.resolved->arguments[i];
      if (!applies(DataVariant::lone_large, argument)) continue;
      const auto recipe = (this->*make)(argument, random_bits(plan_.secret ^ k_code_number, i));
      if (recipe) inputs[i] = ArrayContent::made_by(*recipe, plain_.inputs[i]);
    }
    if (add_trial(name, what, std::move(inputs)) && make == &CodeTrials::wide)
      trials_.back().admission = std::make_shared<Admission>();
  }

  bool add_trial(const char* name, const char* what, ArrayContents inputs) {
    if (inputs == plain_.inputs) return false;
    Trial trial{name, what, plain_.resolved, std::move(inputs)};
    trial.variant = DataVariant::lone_large;
    trials_.push_back(std::move(trial));
    return true;
  }

  // Asked of the original first: an index has no wide range.
  std::optional<ArrayRecipe> wide(const ResolvedArgument& argument, uint64_t seed) const {
    return has_no_range(argument) ? usual(widened(argument), seed) : std::nullopt;
  }

  std::optional<ArrayRecipe> usual(const ResolvedArgument& argument, uint64_t seed) const {
    const Pool pool(argument, constants_, plan_.budget.code_values);
    if (pool.is_empty()) return std::nullopt;
    return listed_recipe(argument, seed, pool.usual(), pool.bit_patterns());
  }

  // Around one of them in each row, on both sides of it.
  std::optional<ArrayRecipe> large(const ResolvedArgument& argument, uint64_t seed) const {
    const Pool pool(argument, constants_, plan_.budget.code_values);
    if (pool.large().empty()) return std::nullopt;
    return large_listed_recipe(argument, seed, pool.large());
  }

  // Also tries neighbours, because loops that are unrolled or begin elsewhere compare with a number nearby.
  std::vector<uint64_t> places() const {
    constexpr uint64_t k_most = 48;
    std::vector<uint64_t> found;
    for (const int64_t away : {0, -1, 1, 2, 3}) {
      for (const int64_t integer : constants_.fresh.integers) {
        const int64_t place = integer + away;
        const bool is_new = std::find(found.begin(), found.end(), static_cast<uint64_t>(place)) == found.end();
        if (integer > 1 && place >= 0 && is_new && found.size() < k_most) found.push_back(static_cast<uint64_t>(place));
      }
    }
    return found;
  }

  void add_places() {
    const std::vector<uint64_t> all = places();
    for (uint64_t turn = 0; turn < std::min<uint64_t>(all.size(), plan_.budget.code_places); ++turn) {
      ArrayContents inputs = plain_.inputs;
      for (size_t i = 0; i < inputs.size(); ++i) {
        const ResolvedArgument& argument = plain_.resolved->arguments[i];
        if (!applies(DataVariant::lone_large, argument) || argument.count < 2) continue;
        const uint64_t seed = random_bits(plan_.secret ^ k_code_number, 100 + i);
        inputs[i] = ArrayContent::made_by(places_recipe(argument, all, seed, turn), plain_.inputs[i]);
      }
      (void)add_trial("places from its code", "lone values at rows, columns and indices that its code compares with",
                      std::move(inputs));
    }
  }

  const Trial& plain_;
  const OwnConstants& constants_;
  const TrialPlan& plan_;
  std::vector<Trial> trials_;
};

}  // namespace

OwnConstants own_constants(const std::string& ptx, const std::string& original_ptx) {
  OwnConstants constants{constants_of(ptx), {}, !original_ptx.empty()};
  constants.fresh = beside(constants.all, constants_of(original_ptx));
  return constants;
}

std::vector<Trial> code_trials(const Trial& plain, const OwnConstants& constants, const TrialPlan& plan) {
  return CodeTrials(plain, constants, plan).make();
}

}  // namespace whet
