#include "describe/size_fit.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet {

namespace {

constexpr int64_t k_most_factor = 4096, k_most_added = 64;
constexpr size_t k_most_factors = 5, k_most_products = 20'000;
constexpr auto k_most_times = 3;       // that a size is a factor: CO * CI * K * K * K
constexpr double k_least_used = 0.55;  // of an array whose size is not exact
constexpr double k_nearly_all = 0.9;
constexpr double k_plain_gain = 1.2;
constexpr int64_t k_small_number = 5;

// A product of factors, with the value that it has in each run.
struct Product {
  std::vector<std::string> factors;
  std::vector<int64_t> values;
};

std::string bracketed(const std::string& text) {
  const bool is_plain = text.find_first_of(" +-*/") == std::string::npos;
  return is_plain || (text.ends_with(')') && text.find('(') > 0 && text.find(' ') > text.find('(')) ? text
                                                                                                    : "(" + text + ")";
}

std::string joined(const std::vector<std::string>& factors) {
  std::string text;
  for (const std::string& factor : factors)
    text += (text.empty() ? "" : " * ") + (factors.size() > 1 ? bracketed(factor) : factor);
  return text;
}

class Fitter {
 public:
  Fitter(const std::vector<FitAtom>& atoms, const std::vector<int64_t>& seen) : seen_(seen) {
    products_.push_back({{}, std::vector<int64_t>(seen.size(), 1)});
    extend(atoms, 0);
    std::stable_sort(products_.begin(), products_.end(),
                     [](const Product& a, const Product& b) { return complexity(a) < complexity(b); });
  }

  // Blocks that are rounded up come after all sizes: at round sizes both fit.
  static size_t complexity(const Product& product) {
    const bool is_rounded = std::any_of(product.factors.begin(), product.factors.end(),
                                        [](const std::string& factor) { return factor.starts_with("ceil_div("); });
    return product.factors.size() + (is_rounded ? k_most_factors : 0);
  }

  std::optional<FittedSize> exact() const {
    if (const auto found = constant()) return found;
    for (const auto method : {&Fitter::multiple, &Fitter::with_rim, &Fitter::divided}) {
      if (auto found = (this->*method)()) return found;
    }
    return std::nullopt;
  }

  // All products of at most five atoms, each at most three times.
  void extend(const std::vector<FitAtom>& atoms, size_t from) {
    for (size_t done = 0, end = products_.size(); done < end || end < products_.size();) {
      if (done == end) end = products_.size();
      const Product base = products_[done++];
      if (base.factors.size() == k_most_factors) continue;
      for (size_t i = from; i < atoms.size() && products_.size() < k_most_products; ++i) {
        const auto times = std::count(base.factors.begin(), base.factors.end(), atoms[i].text);
        const bool in_order = base.factors.empty() || index_of(atoms, base.factors.back()) <= i;
        if (times == k_most_times || !in_order) continue;
        Product next = base;
        next.factors.push_back(atoms[i].text);
        for (size_t run = 0; run < seen_.size(); ++run) next.values[run] *= std::max<int64_t>(atoms[i].values[run], 1);
        products_.push_back(std::move(next));
      }
    }
  }

  static size_t index_of(const std::vector<FitAtom>& atoms, const std::string& text) {
    for (size_t i = 0; i < atoms.size(); ++i) {
      if (atoms[i].text == text) return i;
    }
    return 0;
  }

  template <typename Test>
  bool all_runs(const Test& test) const {
    for (size_t run = 0; run < seen_.size(); ++run) {
      if (!test(run)) return false;
    }
    return true;
  }

  std::optional<FittedSize> constant() const {
    if (!all_runs([&](size_t run) { return seen_[run] == seen_[0]; })) return std::nullopt;
    return FittedSize{{std::to_string(seen_[0])}, true};
  }

  // 3 * n * m
  std::optional<FittedSize> multiple() const {
    for (const Product& product : products_) {
      const int64_t factor = seen_[0] / product.values[0];
      if (product.factors.empty() || factor < 1 || factor > k_most_factor) continue;
      if (!all_runs([&](size_t run) { return product.values[run] * factor == seen_[run]; })) continue;
      FittedSize found{product.factors, true};
      if (factor > 1) found.extents.push_back(std::to_string(factor));
      return found;
    }
    return std::nullopt;
  }

  // n + 1, n * (m + 2), (n + 2) * (m + 2), 2 * n + 5
  std::optional<FittedSize> with_rim() const {
    for (const Product& product : products_) {
      for (int64_t added = 1; !product.factors.empty() && product.factors.size() <= 3 && added <= k_most_added;
           ++added) {
        if (auto found = rim_of_all(product, added)) return found;
        const int64_t factor = (seen_[0] - added) / product.values[0];
        if (factor < 1 || factor > k_most_factor) continue;
        if (!all_runs([&](size_t run) { return product.values[run] * factor + added == seen_[run]; })) continue;
        const std::string scaled = (factor > 1 ? std::to_string(factor) + " * " : "") + joined(product.factors);
        return FittedSize{{fmt::format("{} + {}", scaled, added)}, true};
      }
    }
    return std::nullopt;
  }

  // (n + added) * (m + added), or the rim in one factor only.
  std::optional<FittedSize> rim_of_all(const Product& product, int64_t added) const {
    const size_t factors = product.factors.size();
    if (factors < 2) return std::nullopt;
    for (size_t mask = 1; mask < size_t{1} << factors; ++mask) {
      const bool fits = all_runs([&](size_t run) {
        int64_t value = 1;
        for (size_t i = 0; i < factors; ++i) value *= value_of(product.factors[i], run) + (mask >> i & 1 ? added : 0);
        return value == seen_[run];
      });
      if (!fits) continue;
      FittedSize found{product.factors, true};
      for (size_t i = 0; i < factors; ++i) {
        if (mask >> i & 1) found.extents[i] += fmt::format(" + {}", added);
      }
      return found;
    }
    return std::nullopt;
  }

  int64_t value_of(const std::string& factor, size_t run) const {
    for (const Product& product : products_) {
      if (product.factors.size() == 1 && product.factors[0] == factor) return product.values[run];
    }
    return 1;
  }

  // ceil_div(n, 4), 4 * ceil_div(n, 4), floor(n / 2)
  std::optional<FittedSize> divided() const {
    for (const Product& product : products_) {
      for (int64_t by = 2; !product.factors.empty() && by <= 1024; by += by < 16 ? 1 : by) {
        const auto up = [&](size_t run) { return (product.values[run] + by - 1) / by; };
        const std::string text = joined(product.factors);
        if (all_runs([&](size_t run) { return up(run) == seen_[run]; }))
          return FittedSize{{fmt::format("ceil_div({}, {})", text, by)}, true};
        if (all_runs([&](size_t run) { return up(run) * by == seen_[run]; }))
          return FittedSize{{fmt::format("{} * ceil_div({}, {})", by, text, by)}, true};
        if (all_runs([&](size_t run) { return product.values[run] / by == seen_[run]; }))
          return FittedSize{{fmt::format("floor({} / {})", bracketed(text), by)}, true};
      }
    }
    return std::nullopt;
  }

  // n + m - 1, n * m + n, n - m + 1
  std::optional<FittedSize> sum_of_two() const {
    const size_t count = std::min<size_t>(products_.size(), 60);
    for (size_t a = 1; a < count; ++a) {
      for (size_t b = 1; b < count; ++b) {
        for (const int64_t sign : {1, -1}) {
          const bool is_plain = products_[a].factors.size() == 1 && products_[b].factors.size() == 1;
          if (a == b || (sign > 0 && b < a) || (sign < 0 && !is_plain)) continue;
          if (auto found = sum_of(products_[a], products_[b], sign)) return found;
        }
      }
    }
    return std::nullopt;
  }

  // a + b or a - b, and a small number.
  std::optional<FittedSize> sum_of(const Product& a, const Product& b, int64_t sign) const {
    const int64_t rest = seen_[0] - a.values[0] - sign * b.values[0];
    if (rest < -k_most_added || rest > k_most_added) return std::nullopt;
    if (!all_runs([&](size_t run) { return a.values[run] + sign * b.values[run] + rest == seen_[run]; }))
      return std::nullopt;
    const std::string sum = joined(a.factors) + (sign > 0 ? " + " : " - ") + joined(b.factors);
    const std::string last = rest == 0 ? "" : fmt::format(" {} {}", rest < 0 ? "-" : "+", std::abs(rest));
    return FittedSize{{sum + last}, true};
  }

  // n, of which a kernel leaves out the last few: halves of odd sizes would fit as well.
  std::optional<FittedSize> just_below() const {
    for (const Product& product : products_) {
      const int64_t rest = product.values[0] - seen_[0];
      if (product.factors.size() != 1 || rest < 1 || rest > 4) continue;
      if (all_runs([&](size_t run) { return product.values[run] - seen_[run] == rest; }))
        return FittedSize{product.factors, false};
    }
    return std::nullopt;
  }

  // (n - 1) * ld + m: the last of n rows is as long as what is used of it.
  std::optional<FittedSize> rows_apart() const {
    std::vector<const Product*> single;
    for (const Product& product : products_) {
      if (product.factors.size() == 1) single.push_back(&product);
    }
    for (const Product& rows : products_) {
      if (rows.factors.empty() || rows.factors.size() > 2) continue;
      for (const Product* const apart : single) {
        for (const Product* const length : single) {
          const auto size = [&](size_t run) {
            return (rows.values[run] - 1) * apart->values[run] + length->values[run];
          };
          if (apart == length || !all_runs([&](size_t run) { return size(run) == seen_[run]; })) continue;
          const std::string &stride = apart->factors[0], &row = length->factors[0];
          const std::string count = rows.factors.size() > 1 ? joined(rows.factors) : rows.factors[0];
          return FittedSize{{fmt::format("({} - 1) * {} + {}", count, bracketed(stride), row)}, true, stride, row};
        }
      }
    }
    return std::nullopt;
  }

  // Of a window or a step, whose few values fit to much by chance.
  bool is_of_small_numbers(const Product& product) const {
    return std::any_of(product.factors.begin(), product.factors.end(), [&](const std::string& factor) {
      return all_runs([&](size_t run) { return value_of(factor, run) < k_small_number; });
    });
  }

  static bool has_different_factors(const Product& product) {
    const auto& list = product.factors;
    return std::adjacent_find(list.begin(), list.end()) == list.end();
  }

  // The product that is closest from above in all runs; one of different sizes may be a little larger.
  std::optional<FittedSize> rounded_up(double least_share) const {
    const Product* best = nullptr;
    int64_t best_factor = 1;
    double best_rank = 0;
    for (const Product& product : products_) {
      for (int64_t factor = 1; !product.factors.empty() && factor <= 8; ++factor) {
        double share = 1;
        for (size_t run = 0; run < seen_.size(); ++run) {
          const int64_t size = product.values[run] * factor;
          share = size < seen_[run] ? 0 : std::min(share, static_cast<double>(seen_[run]) / static_cast<double>(size));
        }
        if (is_of_small_numbers(product) && (factor > 1 || !has_different_factors(product))) continue;
        const double rank = share * (factor == 1 && has_different_factors(product) ? k_plain_gain : 1);
        if (share <= least_share || rank <= best_rank) continue;
        best = &product;
        best_factor = factor;
        best_rank = rank;
      }
    }
    if (!best) return std::nullopt;
    FittedSize found{best->factors, false};
    if (best_factor > 1) found.extents.push_back(std::to_string(best_factor));
    return found;
  }

 private:
  const std::vector<int64_t>& seen_;
  std::vector<Product> products_;  // of few factors first
};

// Sizes, and parts of them that are rounded down: the rows of a pooled image are floor(h / 2), the channels of a group
// floor(c / g).
std::vector<FitAtom> with_halves(const std::vector<FitAtom>& atoms) {
  std::vector<FitAtom> more = atoms;
  for (const FitAtom& atom : atoms) {
    for (const FitAtom& by : atoms) {
      FitAtom part{fmt::format("floor({} / {})", bracketed(atom.text), bracketed(by.text)), atom.values};
      for (size_t run = 0; run < part.values.size(); ++run) part.values[run] /= std::max<int64_t>(by.values[run], 1);
      const bool is_part = std::all_of(part.values.begin(), part.values.end(), [](int64_t value) { return value > 1; });
      if (&atom != &by && is_part) more.push_back(std::move(part));
    }
  }
  for (const FitAtom& atom : atoms) {
    for (const int64_t by : {2, 3, 4}) {
      FitAtom part{fmt::format("floor({} / {})", bracketed(atom.text), by), atom.values};
      for (int64_t& value : part.values) value /= by;
      more.push_back(std::move(part));
    }
  }
  return more;
}

// Parts that are rounded up: the scales of a row in groups are ceil_div(k, group).
std::vector<FitAtom> with_groups(const std::vector<FitAtom>& atoms) {
  std::vector<FitAtom> more = atoms;
  for (const FitAtom& atom : atoms) {
    for (const FitAtom& by : atoms) {
      FitAtom part{fmt::format("ceil_div({}, {})", bracketed(atom.text), bracketed(by.text)), atom.values};
      for (size_t run = 0; run < part.values.size(); ++run) {
        const int64_t parts = std::max<int64_t>(by.values[run], 1);
        part.values[run] = (part.values[run] + parts - 1) / parts;
      }
      const bool is_part = std::all_of(part.values.begin(), part.values.end(), [](int64_t value) { return value > 2; });
      if (&atom != &by && is_part) more.push_back(std::move(part));
    }
  }
  return more;
}

}  // namespace

std::optional<FittedSize> fit_size(const std::vector<FitAtom>& atoms, const std::vector<int64_t>& seen) {
  if (seen.empty() || std::any_of(seen.begin(), seen.end(), [](int64_t value) { return value < 1; }))
    return std::nullopt;
  const Fitter fitter(atoms, seen);
  if (auto found = fitter.exact()) return found;
  if (auto found = fitter.just_below()) return found;
  if (auto found = Fitter(with_halves(atoms), seen).multiple()) return found;
  if (auto found = fitter.sum_of_two()) return found;
  if (auto found = fitter.rows_apart()) return found;
  if (auto found = Fitter(with_groups(atoms), seen).rounded_up(k_nearly_all)) return found;
  return fitter.rounded_up(k_least_used);
}

}  // namespace whet
