// Rules are data: a condition over facts, its meaning, and what to try. They are in knowledge/rules/inspect/*.toml.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnose/facts.h"
#include "util/system/knowledge.h"
#include "util/text/expression.h"
#include "util/text/template_text.h"

namespace whet {

struct Rule {
  std::string id;
  Expression when;
  Expression rank;  // 0..1: share of the hot code it affects; orders the findings
  TemplateText finding;
  std::vector<std::string> evidence;      // facts shown with their values
  std::vector<std::string> suggestions;   // what to try, most promising first
  std::string needs;                      // precondition of the suggestions
  std::vector<std::string> conflicts;     // rules whose suggestions contradict this one's
  std::string where;                      // a column of line_columns(): the line with most of it is the evidence
  std::vector<std::string> methods;       // of knowledge/methods: those that mend it, most promising first
  std::vector<std::string> confirmed_by;  // of a rule of machine code: what shows in counts that it costs time
  std::string skill;                      // of knowledge/skills: explains it
};

struct Evidence {
  std::string fact;
  double value = 0;
};

struct Finding {
  std::string rule;
  std::string text;
  double rank = 0;
  std::string condition;  // the rule's condition, as written
  std::vector<Evidence> evidence;
  std::vector<std::string> suggestions;
  std::string needs;
  std::vector<std::string> conflicts;  // those that fired as well
  std::string where;                   // see Rule
  std::vector<std::string> methods, confirmed_by;
  std::string skill;
};

// A rule that could not be evaluated, and the facts that were absent.
struct Undecided {
  std::string rule;
  std::vector<std::string> absent;
};

struct Diagnosis {
  std::vector<Finding> findings;  // highest rank first
  std::vector<Undecided> undecided;
};

// The rules that load and the errors, with file:line, of those that do not: one broken file does not stop the others.
struct LoadedRules {
  std::vector<Rule> rules;
  std::vector<Error> errors;
};

// "knowledge/rules/run/spill.toml:4 is left out: there is no fact `spils`": the note that a report shows.
std::string left_out(const Error& error);

// Loads all rules under `prefix`. A rule that uses an unknown fact is an error.
LoadedRules load_rules(const Knowledge& knowledge, std::string_view prefix);

Diagnosis diagnose(const std::vector<Rule>& rules, const Facts& facts);

}  // namespace whet
