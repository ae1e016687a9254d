#include "learn/advice.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "learn/evidence.h"
#include "learn/tried.h"
#include "learn/written_memo.h"
#include "util/text.h"

namespace whet::learn {

namespace {

constexpr double k_same_types = 0.7, k_same_family = 0.5;  // the same meaning is 1
constexpr double k_other_gpu = 0.8;                        // of the same architecture
constexpr double k_size_step = 0.9;                        // for each doubling of a size
constexpr int k_other_shape = 3;                           // counts as so many doublings
constexpr size_t k_most_starts = 3;                        // of each kind
constexpr size_t k_most_methods = 6;
constexpr double k_least_score = 0.05;

// Doublings between two lists of logarithms.
int distance(const std::string& a, const std::string& b) {
  const auto first = split(a, ' '), second = split(b, ' ');
  if (first.size() != second.size()) return k_other_shape;
  int sum = 0;
  for (size_t i = 0; i < first.size(); ++i) {
    const auto one = read_integer(first[i]), other = read_integer(second[i]);
    sum += one && other ? static_cast<int>(std::min<int64_t>(std::abs(*one - *other), k_other_shape)) : 1;
  }
  return sum;
}

bool speaks_of(const store::Pattern& pattern, const store::PatternSubject& subject, const store::PatternPlace& place) {
  if (pattern.place.origin != place.origin || pattern.place.architecture != place.architecture) return false;
  if (pattern.subject.family != subject.family) return false;
  return !subject.family.empty() || pattern.kind == store::PatternKind::method;
}

double nearness(const store::Pattern& pattern, const store::PatternSubject& subject, const store::PatternPlace& place) {
  const bool is_same_meaning = pattern.subject.meaning == subject.meaning && !subject.meaning.empty();
  const double kind = is_same_meaning && pattern.subject.types == subject.types ? 1
                      : pattern.subject.types == subject.types                  ? k_same_types
                                                                                : k_same_family;
  const double gpu = pattern.place.gpu == place.gpu ? 1 : k_other_gpu;
  return kind * gpu * std::pow(k_size_step, distance(pattern.subject.sizes, subject.sizes));
}

// How much two written kernels of one schedule differ: in doublings of their numbers.
double difference(const TriedSchedule& tried, const write::WrittenKernel& kernel) {
  std::map<std::string, int64_t> before = tried.numbers, now = numbers_of(kernel);
  for (const auto& [name, value] : tried.numbers) now.try_emplace(name, 1);  // one that is not named is 1
  double sum = 0;
  for (const auto& [name, value] : now) {
    const int64_t known = before.try_emplace(name, 1).first->second;
    if (known == value) continue;
    const bool are_sizes = known > 0 && value > 0;
    sum += are_sizes ? std::abs(std::log2(static_cast<double>(known) / static_cast<double>(value))) : 1;
  }
  return sum;
}

std::optional<std::string> likest(const std::string& tried, const std::vector<write::WrittenKernel>& kernels) {
  const auto schedule = read_schedule(tried);
  if (!schedule) return std::nullopt;
  const write::WrittenKernel* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const write::WrittenKernel& kernel : kernels) {
    if (kernel.schedule != schedule->schedule) continue;
    const double found = difference(*schedule, kernel);
    if (found < least) best = &kernel, least = found;
  }
  return best ? std::optional(written_memo(*best)) : std::nullopt;
}

void add_start(LearnedStart start, std::vector<LearnedStart>& starts) {
  const bool is_known = std::any_of(starts.begin(), starts.end(), [&](const LearnedStart& each) {
    return each.memo == start.memo && each.tunables == start.tunables;
  });
  if (!is_known) starts.push_back(std::move(start));
}

std::optional<LearnedStart> start_of(const store::Pattern& pattern, const std::vector<write::WrittenKernel>& kernels) {
  if (pattern.kind == store::PatternKind::edited)
    return LearnedStart{pattern.id, std::string(k_edited_memo) + pattern.tried, {}};
  if (pattern.kind == store::PatternKind::written) {
    const auto memo = likest(pattern.tried, kernels);
    return memo ? std::optional(LearnedStart{pattern.id, *memo, {}}) : std::nullopt;
  }
  const auto numbers = read_numbers(pattern.tried);
  return numbers ? std::optional(LearnedStart{pattern.id, {}, *numbers}) : std::nullopt;
}

bool holds_for(const LearnedMethod& method, const std::string& bottleneck) {
  return method.bottleneck.empty() || method.bottleneck == bottleneck;
}

}  // namespace

std::vector<RankedPattern> ranked(const std::vector<store::Pattern>& patterns, store::PatternKind kind,
                                  const store::PatternSubject& subject, const store::PatternPlace& place) {
  std::vector<RankedPattern> found;
  for (const store::Pattern& pattern : patterns) {
    if (pattern.kind != kind || !is_in_use(pattern) || !speaks_of(pattern, subject, place)) continue;
    const double score = weight_of(pattern) * nearness(pattern, subject, place);
    if (score >= k_least_score) found.push_back({&pattern, score});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const RankedPattern& a, const RankedPattern& b) { return a.score > b.score; });
  return found;
}

Advice advise(const std::vector<store::Pattern>& patterns, const store::PatternSubject& subject,
              const store::PatternPlace& place, const std::vector<write::WrittenKernel>& kernels) {
  using store::PatternKind;
  Advice advice;
  for (const PatternKind kind : {PatternKind::written, PatternKind::edited, PatternKind::tunables}) {
    const size_t before = advice.starts.size();
    for (const RankedPattern& each : ranked(patterns, kind, subject, place)) {
      if (advice.starts.size() == before + k_most_starts) break;
      if (auto start = start_of(*each.pattern, kernels)) add_start(std::move(*start), advice.starts);
    }
  }
  for (const RankedPattern& each : ranked(patterns, PatternKind::method, subject, place)) {
    const store::Pattern& pattern = *each.pattern;
    const std::string bottleneck = subject.family.empty() ? pattern.bottleneck : "";
    const bool is_known = std::any_of(advice.methods.begin(), advice.methods.end(), [&](const LearnedMethod& method) {
      return method.method == pattern.tried && method.bottleneck == bottleneck;
    });
    const bool is_placed = !subject.family.empty() || !bottleneck.empty();
    if (is_known || !is_placed || advice.methods.size() == k_most_methods) continue;
    advice.methods.push_back({pattern.tried, bottleneck, pattern.effect.value, pattern.effect.low, pattern.effect.high,
                              pattern.tries, pattern.wins});
  }
  return advice;
}

void put_first(const std::vector<LearnedMethod>& methods, const std::string& bottleneck, Plan& plan) {
  const auto turn = [&](const PlannedMethod& planned) {
    return std::find_if(methods.begin(), methods.end(),
                        [&](const LearnedMethod& each) {
                          return each.method == planned.method.id && holds_for(each, bottleneck);
                        }) -
           methods.begin();
  };
  std::stable_sort(plan.methods.begin(), plan.methods.end(),
                   [&](const PlannedMethod& a, const PlannedMethod& b) { return turn(a) < turn(b); });
}

std::vector<std::string> method_lines(const std::vector<LearnedMethod>& methods, const std::string& bottleneck) {
  std::vector<std::string> lines;
  for (const LearnedMethod& each : methods) {
    if (!holds_for(each, bottleneck)) continue;
    lines.push_back(fmt::format("`{}`: {:.2f}x [{:.2f} {:.2f}], in {:.3g} of {:.3g} tries", each.method, each.speedup,
                                each.low, each.high, each.wins, each.tries));
  }
  return lines;
}

}  // namespace whet::learn
