#include "diagnose/rule.h"

#include <algorithm>

#include "diagnose/line_column.h"
#include "diagnose/run_facts.h"
#include "util/text.h"
#include "util/text/toml.h"

namespace whet {

namespace {

std::string place_of(const TomlValue& table, std::string_view key, const std::string& file) {
  const TomlValue* member = table.find(key);
  return file + ":" + std::to_string(member ? member->line : table.line);
}

// A misspelt fact would silently make a rule undecidable.
Result<void> check_facts(const std::vector<std::string>& names, const std::string& place) {
  std::vector<std::string> known;
  for (const FactRow& row : fact_table()) known.emplace_back(row.name);
  for (const RunFactRow& row : run_fact_table()) known.emplace_back(row.name);
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return bad_input("there is no fact `" + name + "`", place, "near: " + join(near_names(name, known), ", "));
  }
  return {};
}

Result<Expression> load_expression(const TomlValue& table, std::string_view key, const std::string& file) {
  TRY(text, required_string(table, key, file));
  TRY(expression, Expression::parse(text, place_of(table, key, file)));
  TRY_VOID(check_facts(expression.identifiers(), place_of(table, key, file)));
  return expression;
}

Result<Rule> load_rule(const std::string& text, const std::string& file) {
  TRY(table, parse_toml(text, file));
  TRY_VOID(
      check_keys(table, {"id", "when", "rank", "finding", "evidence", "try", "needs", "conflicts", "where"}, file));
  TRY(id, required_string(table, "id", file));
  TRY(when, load_expression(table, "when", file));
  TRY(rank, load_expression(table, "rank", file));
  TRY(finding, required_string(table, "finding", file));
  TRY(sentence, TemplateText::parse(finding, place_of(table, "finding", file)));
  TRY_VOID(check_facts(sentence.placeholders(), place_of(table, "finding", file)));
  TRY(evidence, optional_strings(table, "evidence", file));
  TRY_VOID(check_facts(evidence, place_of(table, "evidence", file)));
  TRY(suggestions, optional_strings(table, "try", file));
  if (suggestions.empty())
    return bad_input("rule `" + id + "` says nothing to try", place_of(table, "try", file), "add try = [\"...\"]");
  TRY(needs, optional_string(table, "needs", file));
  TRY(conflicts, optional_strings(table, "conflicts", file));
  TRY(where, optional_string(table, "where", file));
  if (!where.empty() && !find_line_column(where))
    return bad_input("lines have no column `" + where + "`", place_of(table, "where", file),
                     "columns: " + join(line_column_names(), ", "));
  return Rule{id, when, rank, sentence, evidence, suggestions, needs, conflicts, where};
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
  return finding;
}

}  // namespace

Result<std::vector<Rule>> load_rules(const Knowledge& knowledge, std::string_view prefix) {
  std::vector<Rule> rules;
  for (const std::string& path : knowledge.list(prefix)) {
    if (!path.ends_with(".toml")) continue;
    TRY(text, knowledge.read(path));
    TRY(rule, load_rule(text, "knowledge/" + path));
    rules.push_back(std::move(rule));
  }
  return rules;
}

Diagnosis diagnose(const std::vector<Rule>& rules, const Facts& facts) {
  Diagnosis diagnosis;
  const NumberLookup lookup = [&](std::string_view name) -> std::optional<double> {
    const auto found = facts.find(name);
    return found == facts.end() ? std::nullopt : std::optional(found->second);
  };
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
