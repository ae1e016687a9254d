#include "diagnose/advice_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"
#include "util/text/toml.h"

namespace whet {

namespace {

constexpr const char* k_advice_table = "profile/ncu_rules.toml";

Result<AdviceTable::Row> read_advice_row(const TomlValue& row, const std::string& file) {
  const std::string place = file + ":" + std::to_string(row.line);
  TRY_VOID(check_keys(row, {"names", "whet", "why"}, file));
  TRY(rules, optional_strings(row, "whet", file));
  TRY(why, optional_string(row, "why", file));
  if (rules.empty() == why.empty()) return bad_input("a rule has either `whet` or `why`", place);
  return AdviceTable::Row{std::move(rules), std::move(why)};
}

// "load.excess 1.1, gain.coalesced_loads 1.0": what a condition was decided by.
std::string values_of(const Rule& rule, const Facts& facts) {
  std::vector<std::string> parts;
  for (const std::string& name : rule.when.identifiers()) {
    const auto found = facts.find(name);
    if (found != facts.end()) parts.push_back(fmt::format("{} {:.3g}", name, found->second));
  }
  return join(parts, ", ");
}

// The first few; the report has a list of all that is undecided.
std::string few_of(const std::vector<std::string>& names) {
  constexpr size_t k_few = 4;
  if (names.size() <= k_few) return join(names, ", ");
  return join({names.begin(), names.begin() + k_few}, ", ") + fmt::format(" and {} more", names.size() - k_few);
}

// Compares one piece of advice with what the rules said.
class AdviceCheck {
 public:
  AdviceCheck(const Diagnosis& diagnosis, const std::vector<Rule>& rules, const Facts& facts)
      : diagnosis_(diagnosis), rules_(rules), facts_(facts) {}

  CheckedAdvice check(const Advice& advice, const AdviceTable::Row* row) const {
    CheckedAdvice checked{advice};
    if (!row || row->rules.empty()) {
      checked.why = row ? "whet has no such finding: " + row->why : "whet has no rule that looks at this";
      return checked;
    }
    if (add_findings(*row, checked) || add_undecided(*row, checked)) return checked;
    add_decided(*row, checked);
    return checked;
  }

 private:
  static bool has(const AdviceTable::Row& row, const std::string& rule) {
    return std::find(row.rules.begin(), row.rules.end(), rule) != row.rules.end();
  }

  bool add_findings(const AdviceTable::Row& row, CheckedAdvice& checked) const {
    std::vector<std::string> texts;
    for (const Finding& finding : diagnosis_.findings) {
      if (!has(row, finding.rule)) continue;
      checked.rules.push_back(finding.rule);
      texts.push_back(fmt::format("{} (expected {:.2f}x)", finding.rule, 1 / (1 - std::min(finding.rank, 0.99))));
    }
    if (texts.empty()) return false;
    checked.relation = AdviceRelation::agrees;
    checked.why = "agrees with " + join(texts, ", ");
    return true;
  }

  bool add_undecided(const AdviceTable::Row& row, CheckedAdvice& checked) const {
    std::vector<std::string> absent;
    for (const Undecided& rule : diagnosis_.undecided) {
      if (!has(row, rule.rule)) continue;
      checked.rules.push_back(rule.rule);
      for (const std::string& fact : rule.absent) {
        if (std::find(absent.begin(), absent.end(), fact) == absent.end()) absent.push_back(fact);
      }
    }
    if (checked.rules.empty()) return false;
    checked.relation = AdviceRelation::undecided;
    checked.why = fmt::format("whet could not decide {}: {} not known", few_of(checked.rules), few_of(absent));
    return true;
  }

  void add_decided(const AdviceTable::Row& row, CheckedAdvice& checked) const {
    std::vector<std::string> texts;
    for (const Rule& rule : rules_) {
      if (!has(row, rule.id)) continue;
      checked.rules.push_back(rule.id);
      texts.push_back(fmt::format("{} ({})", rule.id, values_of(rule, facts_)));
    }
    if (texts.empty()) {
      checked.why = "whet's rules that look at this were not asked";
      return;
    }
    checked.relation = AdviceRelation::differs;
    checked.why = "whet has no such finding, because these conditions do not hold: " + join(texts, ", ");
  }

  const Diagnosis& diagnosis_;
  const std::vector<Rule>& rules_;
  const Facts& facts_;
};

}  // namespace

std::string_view name_of(AdviceRelation relation) {
  constexpr std::string_view k_names[] = {"agrees", "differs", "undecided", "not covered"};
  return k_names[static_cast<size_t>(relation)];
}

Result<AdviceTable> AdviceTable::load(const Knowledge& knowledge) {
  TRY(text, knowledge.read(k_advice_table));
  return parse(text, std::string("knowledge/") + k_advice_table);
}

Result<AdviceTable> AdviceTable::parse(std::string_view text, const std::string& file) {
  TRY(root, parse_toml(text, file));
  TRY_VOID(check_keys(root, {"rule"}, file));
  AdviceTable table;
  const TomlValue* const rows = root.find("rule");
  if (!rows || !rows->as_array()) return bad_input("there is no [[rule]]", file);
  for (const TomlValue& each : *rows->as_array()) {
    TRY(row, read_advice_row(each, file));
    TRY(names, optional_strings(each, "names", file));
    for (const std::string& name : names) {
      if (!table.rows_.emplace(name, row).second)
        return bad_input("the rule `" + name + "` is there twice", file + ":" + std::to_string(each.line));
    }
  }
  return table;
}

const AdviceTable::Row* AdviceTable::find(const std::string& rule) const {
  const auto found = rows_.find(rule);
  return found == rows_.end() ? nullptr : &found->second;
}

std::vector<CheckedAdvice> check_advice(const std::vector<Advice>& advice, const Diagnosis& diagnosis,
                                        const std::vector<Rule>& rules, const Facts& facts, const AdviceTable& table) {
  const AdviceCheck check(diagnosis, rules, facts);
  std::vector<CheckedAdvice> checked;
  for (const Advice& each : advice) checked.push_back(check.check(each, table.find(each.rule)));
  return checked;
}

}  // namespace whet
