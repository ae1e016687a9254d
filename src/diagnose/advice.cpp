#include "diagnose/advice.h"

#include <algorithm>

#include "diagnose/run_facts.h"

namespace whet {

namespace {

bool is_known(const KernelAdvice& advice, const std::string& name) {
  const auto& findings = advice.diagnosis.findings;
  const auto& methods = advice.plan.methods;
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& each) { return each.rule == name; }) ||
         std::any_of(methods.begin(), methods.end(), [&](const PlannedMethod& each) { return each.method.id == name; });
}

// What no count can show is kept: the code alone tells it.
bool is_confirmed(const KernelAdvice& advice, const Finding& finding) {
  const auto& by = finding.confirmed_by;
  return by.empty() ||
         std::any_of(by.begin(), by.end(), [&](const std::string& name) { return is_known(advice, name); });
}

bool is_of_launch(const Facts& facts) {
  return facts.contains("bound.memory") || facts.contains("time.us") || facts.contains("grid.blocks");
}

void add_errors(std::vector<Error>& all, std::vector<Error> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

}  // namespace

AdviceBook load_advice(const Knowledge& knowledge) {
  AdviceBook book;
  LoadedRules code = load_rules(knowledge, "rules/inspect/"), run = load_rules(knowledge, "rules/run/");
  MethodCatalog catalog = load_methods(knowledge);
  book.code = std::move(code.rules);
  book.run = std::move(run.rules);
  book.methods = std::move(catalog.methods);
  add_errors(book.errors, std::move(code.errors));
  add_errors(book.errors, std::move(run.errors));
  add_errors(book.errors, std::move(catalog.errors));
  if (auto table = AdviceTable::load(knowledge))
    book.nvidia = std::move(*table);
  else
    book.errors.push_back(table.error());
  return book;
}

bool asks_for_meaning(const KernelAdvice& advice) {
  const auto& undecided = advice.diagnosis.undecided;
  return std::any_of(undecided.begin(), undecided.end(), [](const Undecided& rule) {
    return std::any_of(rule.absent.begin(), rule.absent.end(), [](const auto& fact) { return is_of_meaning(fact); });
  });
}

KernelAdvice advise(const AdviceBook& book, const Facts& facts, const PlanRequest& request) {
  KernelAdvice advice;
  advice.is_counted = is_of_launch(facts);
  Diagnosis code = diagnose(book.code, facts);
  if (!advice.is_counted) {
    advice.diagnosis = std::move(code);
    advice.plan = make_plan({}, facts, request);
    return advice;
  }
  advice.diagnosis = diagnose(book.run, facts);
  advice.plan = make_plan(book.methods, facts, request);
  for (Finding& finding : code.findings)
    (is_confirmed(advice, finding) ? advice.confirmed : advice.costs_little).push_back(std::move(finding));
  return advice;
}

}  // namespace whet
