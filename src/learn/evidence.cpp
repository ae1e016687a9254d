#include "learn/evidence.h"

#include <algorithm>

namespace whet::learn {

namespace {

constexpr double k_fading = 0.9;         // of older evidence, with each try
constexpr double k_least_weight = 0.15;  // of a pattern in use
constexpr double k_most_imported = 0.5;  // tries that an imported pattern begins with
constexpr double k_import_share = 0.25;  // of the tries that its file tells

}  // namespace

double weight_of(const store::Pattern& pattern) {
  return std::clamp(pattern.wins, 0.0, pattern.tries) / (pattern.tries + 1);
}

bool is_in_use(const store::Pattern& pattern) {
  return weight_of(pattern) >= k_least_weight;
}

void note_try(store::Pattern& pattern, bool has_won) {
  pattern.tries = k_fading * pattern.tries + 1;
  pattern.wins = k_fading * pattern.wins + (has_won ? 1 : 0);
  if (has_won) pattern.imported = false;
}

store::Pattern as_imported(store::Pattern pattern) {
  const double told = std::max(pattern.tries, 1e-9);
  const double tries = std::min(k_most_imported, k_import_share * told);
  pattern.wins = tries * std::clamp(pattern.wins / told, 0.0, 1.0);
  pattern.tries = tries;
  pattern.imported = true;
  return pattern;
}

}  // namespace whet::learn
