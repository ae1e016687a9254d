#include "diagnose/rule.h"

#include <algorithm>

#include "diagnose/fact_expression.h"
#include "diagnose/line_column.h"
#include "util/text.h"
#include "util/text/toml.h"

namespace whet {

namespace {

Result<Rule> load_rule(const std::string& text, const std::string& file) {
  TRY(table, parse_toml(text, file));
  TRY_VOID(check_keys(table,
                      {"id", "when", "rank", "finding", "evidence", "try", "needs", "conflicts", "where", "methods",
                       "confirmed_by", "skill"},
                      file));
  TRY(id, required_string(table, "id", file));
  TRY(when, required_fact_expression(table, "when", file));
  TRY(rank, required_fact_expression(table, "rank", file));
  TRY(finding, required_string(table, "finding", file));
  TRY(sentence, TemplateText::parse(finding, member_place(table, "finding", file)));
  TRY_VOID(check_fact_names(sentence.placeholders(), member_place(table, "finding", file)));
  TRY(evidence, optional_strings(table, "evidence", file));
  TRY_VOID(check_fact_names(evidence, member_place(table, "evidence", file)));
  TRY(suggestions, optional_strings(table, "try", file));
  if (suggestions.empty())
    return bad_input("rule `" + id + "` says nothing to try", member_place(table, "try", file), "add try = [\"...\"]");
  TRY(needs, optional_string(table, "needs", file));
  TRY(conflicts, optional_strings(table, "conflicts", file));
  TRY(where, optional_string(table, "where", file));
  if (!where.empty() && !find_line_column(where))
    return bad_input("lines have no column `" + where + "`", member_place(table, "where", file),
                     "columns: " + join(line_column_names(), ", "));
  TRY(methods, optional_strings(table, "methods", file));
  TRY(confirmed_by, optional_strings(table, "confirmed_by", file));
  TRY(skill, optional_string(table, "skill", file));
  return Rule{id, when, rank, sentence, evidence, suggestions, needs, conflicts, where, methods, confirmed_by, skill};
}

Result<Rule> read_rule(const Knowledge& knowledge, const std::string& path) {
  TRY(text, knowledge.read(path));
  return load_rule(text, "knowledge/" + path);
}

Finding make_finding(const Rule& rule, const Facts& facts, const NumberLookup& lookup) {
  Finding finding;
  finding.rule = rule.id;
  finding.text = rule.finding.fill(lookup);
  finding.rank = std::clamp(rule.rank.evaluate(lookup).value.value_or(0), 0.0, 1.0);
  finding.condition = rule.when.text();
  for (const std::string& name : rule.evidence) {
    if (const auto found = facts.find(name); found != facts.end()) finding.evidence.push_back({name, found->second});
  }
  finding.suggestions = rule.suggestions;
  finding.needs = rule.needs;
  finding.conflicts = rule.conflicts;
  finding.where = rule.where;
  finding.methods = rule.methods;
  finding.confirmed_by = rule.confirmed_by;
  finding.skill = rule.skill;
  return finding;
}

}  // namespace

std::string left_out(const Error& error) {
  return error.where + " is left out: " + error.what;
}

LoadedRules load_rules(const Knowledge& knowledge, std::string_view prefix) {
  LoadedRules loaded;
  for (const std::string& path : knowledge.list(prefix)) {
    if (!path.ends_with(".toml")) continue;
    auto rule = read_rule(knowledge, path);
    if (rule) {
      loaded.rules.push_back(std::move(rule).value());
    } else {
      loaded.errors.push_back(std::move(rule).error());
    }
  }
  return loaded;
}

Diagnosis diagnose(const std::vector<Rule>& rules, const Facts& facts) {
  Diagnosis diagnosis;
  const NumberLookup lookup = lookup_in(facts);
  for (const Rule& rule : rules) {
    const Evaluation outcome = rule.when.evaluate(lookup);
    if (outcome.holds()) diagnosis.findings.push_back(make_finding(rule, facts, lookup));
    if (!outcome.value) diagnosis.undecided.push_back({rule.id, outcome.absent});
  }
  std::stable_sort(diagnosis.findings.begin(), diagnosis.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.rank > b.rank; });
  for (Finding& finding : diagnosis.findings) {
    std::erase_if(finding.conflicts, [&](const std::string& other) {
      return std::none_of(diagnosis.findings.begin(), diagnosis.findings.end(),
                          [&](const Finding& f) { return f.rule == other; });
    });
  }
  return diagnosis;
}

}  // namespace whet
