#include "diagnose/method_assessment.h"

#include <fmt/format.h>

#include <algorithm>

#include "diagnose/fact_expression.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_least_speedup = 1.02;    // less is not worth a candidate
constexpr double k_unknown_strength = 0.5;  // triggered, but a fact of `strength` is absent

Skip skip_for(SkipReason reason, std::string why) {
  return {reason, std::move(why)};
}

std::string absent_text(const Evaluation& outcome) {
  return outcome.absent.empty() ? outcome.undefined : "not known: " + join(outcome.absent, ", ");
}

std::string since_text(int sm) {
  return fmt::format("{}.{}", sm / 10, sm % 10);
}

std::optional<Skip> check_architecture(const MethodNeeds& needs, const NumberLookup& lookup) {
  const auto sm = lookup("arch.sm");
  if ((needs.since || needs.until) && !sm) return skip_for(SkipReason::unknown, "not known: arch.sm");
  if (needs.since && *sm < *needs.since) {
    return skip_for(SkipReason::architecture, "needs compute capability " + since_text(*needs.since) + " or later");
  }
  if (needs.until && *sm > *needs.until) {
    return skip_for(SkipReason::architecture, "ends with compute capability " + since_text(*needs.until));
  }
  for (const std::string& feature : needs.features) {
    const auto value = lookup(feature);
    if (!value) return skip_for(SkipReason::unknown, "not known: " + feature);
    if (*value == 0) return skip_for(SkipReason::architecture, "needs " + feature);
  }
  return std::nullopt;
}

std::optional<Skip> check_trigger(const Method& method, const NumberLookup& lookup) {
  const Evaluation outcome = method.trigger.evaluate(lookup);
  if (!outcome.value) return skip_for(SkipReason::unknown, absent_text(outcome));
  if (!outcome.holds()) return skip_for(SkipReason::not_triggered, "does not hold: " + method.trigger.text());
  return std::nullopt;
}

std::optional<Skip> check_precondition(const MethodNeeds& needs, const NumberLookup& lookup) {
  if (!needs.given) return std::nullopt;
  const Evaluation outcome = needs.given->evaluate(lookup);
  if (!outcome.value) return skip_for(SkipReason::unknown, absent_text(outcome));
  if (!outcome.holds()) return skip_for(SkipReason::precondition, "does not hold: " + needs.given->text());
  return std::nullopt;
}

std::optional<Skip> check_skip_rules(const Method& method, const NumberLookup& lookup) {
  for (const SkipRule& rule : method.skip) {
    if (rule.when.evaluate(lookup).holds()) return skip_for(SkipReason::skip_rule, rule.because);
  }
  return std::nullopt;
}

Promise promise_of(const Method& method, const NumberLookup& lookup) {
  Promise promise;
  promise.strength = std::clamp(method.strength.evaluate(lookup).value.value_or(k_unknown_strength), 0.0, 1.0);
  if (const auto share = method.acts_on.evaluate(lookup).value) promise.acts_on = std::clamp(*share, 0.0, 1.0);
  if (const auto gain = method.gain.evaluate(lookup).value) promise.gain = std::max(1.0, *gain);
  if (promise.acts_on && promise.gain) promise.expected = whole_speedup(*promise.acts_on, *promise.gain);
  return promise;
}

}  // namespace

std::string_view skip_reason_name(SkipReason reason) {
  constexpr std::array k_names = {"architecture", "precondition", "consent", "ruled out", "not triggered",
                                  "unknown",      "skip rule",    "no gain", "conflict",  "budget"};
  return k_names[static_cast<size_t>(reason)];
}

double whole_speedup(double share, double gain) {
  return 1 / (1 - share + share / gain);
}

std::variant<Promise, Skip> assess(const Method& method, const Facts& facts) {
  const NumberLookup lookup = lookup_in(facts);
  if (auto found = check_architecture(method.needs, lookup)) return *found;
  if (auto found = check_trigger(method, lookup)) return *found;
  if (auto found = check_precondition(method.needs, lookup)) return *found;
  if (auto found = check_skip_rules(method, lookup)) return *found;
  const Promise promise = promise_of(method, lookup);
  if (promise.expected && *promise.expected < k_least_speedup) {
    return skip_for(SkipReason::no_gain, fmt::format("acts on {:.0f} % of the time: {:.3f}x at best",
                                                     100 * *promise.acts_on, *promise.expected));
  }
  return promise;
}

}  // namespace whet
