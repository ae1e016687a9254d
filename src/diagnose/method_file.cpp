#include "diagnose/method_file.h"

#include <algorithm>

#include "diagnose/fact_expression.h"
#include "util/text.h"

namespace whet {

namespace {

// The value whose name the member holds; `names` gives the name of each.
template <typename T, size_t count>
Result<T> named_value(const std::string& text, const std::array<T, count>& values, std::string_view (*names)(T),
                      const std::string& place) {
  std::vector<std::string> known;
  for (const T value : values) {
    if (names(value) == text) return value;
    known.emplace_back(names(value));
  }
  return bad_input("`" + text + "` is none of " + join(known, ", "), place);
}

constexpr std::array k_shifts = {Shift::down, Shift::same, Shift::up};

Result<Shift> read_shift(const TomlValue& table, std::string_view key, const std::string& file) {
  TRY(text, required_string(table, key, file));
  return named_value(text, k_shifts, shift_name, member_place(table, key, file));
}

Result<std::optional<int>> read_number(const TomlValue& table, std::string_view key, int least,
                                       const std::string& file) {
  const TomlValue* member = table.find(key);
  if (!member) return std::optional<int>();
  const auto number = member->as_integer();
  if (!number || *number < least || *number > 10000) {
    return bad_input("`" + std::string(key) + "` is not a whole number from " + std::to_string(least) + " to 10000",
                     member_place(table, key, file));
  }
  return std::optional(static_cast<int>(*number));
}

Result<MethodNeeds> read_needs(const TomlValue& table, const std::string& file) {
  MethodNeeds needs;
  const TomlValue* member = table.find("needs");
  if (!member) return needs;
  TRY_VOID(check_keys(*member, {"since", "until", "features", "given", "consent", "text"}, file));
  TRY(since, read_number(*member, "since", 10, file));
  TRY(until, read_number(*member, "until", 10, file));
  if (since && until && *until < *since) {
    return bad_input("`until` is before `since`", member_place(*member, "until", file));
  }
  TRY(features, optional_strings(*member, "features", file));
  TRY_VOID(check_fact_names(features, member_place(*member, "features", file)));
  TRY(given, optional_fact_expression(*member, "given", file));
  TRY(consent, optional_string(*member, "consent", file));
  if (!consent.empty()) {
    TRY(kind, named_value(consent, k_consents, name_of, member_place(*member, "consent", file)));
    needs.consent = kind;
  }
  TRY(text, optional_strings(*member, "text", file));
  needs.since = since;
  needs.until = until;
  needs.features = std::move(features);
  needs.given = std::move(given);
  needs.text = std::move(text);
  return needs;
}

Result<MethodResources> read_resources(const TomlValue& table, const std::string& file) {
  const TomlValue* member = table.find("resources");
  if (!member) return bad_input("`resources` is missing", file + ":1", "add a table [resources]");
  TRY_VOID(check_keys(*member, {"registers", "shared", "occupancy", "text"}, file));
  TRY(registers, read_shift(*member, "registers", file));
  TRY(shared, read_shift(*member, "shared", file));
  TRY(occupancy, read_shift(*member, "occupancy", file));
  TRY(text, required_string(*member, "text", file));
  return MethodResources{registers, shared, occupancy, text};
}

Result<std::vector<SkipRule>> read_skips(const TomlValue& table, const std::string& file) {
  std::vector<SkipRule> rules;
  const TomlValue* member = table.find("skip");
  if (!member) return rules;
  if (!member->as_array()) {
    return bad_input("`skip` is not a list of tables", member_place(table, "skip", file), "write [[skip]]");
  }
  for (const TomlValue& item : *member->as_array()) {
    TRY_VOID(check_keys(item, {"when", "because"}, file));
    TRY(when, required_fact_expression(item, "when", file));
    TRY(because, required_string(item, "because", file));
    rules.push_back({when, because});
  }
  return rules;
}

// [["stall.barrier", "down"], ...]
Result<std::vector<ExpectedShift>> read_expects(const TomlValue& table, const std::string& file) {
  const std::string place = member_place(table, "expects", file);
  const TomlValue* member = table.find("expects");
  const Error malformed = bad_input("`expects` is no list of [fact, \"up\" or \"down\"]", place,
                                    "write expects = [[\"stall.barrier\", \"down\"]]");
  if (!member || !member->as_array() || member->as_array()->empty()) return malformed;
  std::vector<ExpectedShift> shifts;
  for (const TomlValue& item : *member->as_array()) {
    const TomlArray* pair = item.as_array();
    if (!pair || pair->size() != 2 || !(*pair)[0].as_string() || !(*pair)[1].as_string()) return malformed;
    const std::string& fact = *(*pair)[0].as_string();
    TRY_VOID(check_fact_names({fact}, place));
    TRY(change, named_value(*(*pair)[1].as_string(), std::array{Shift::down, Shift::up}, shift_name, place));
    shifts.push_back({fact, change});
  }
  return shifts;
}

// turns = ["block", "launch bounds"]
Result<std::vector<TunableKind>> read_turns(const TomlValue& table, const std::string& file) {
  TRY(names, optional_strings(table, "turns", file));
  std::vector<TunableKind> kinds;
  for (const std::string& name : names) {
    TRY(kind, named_value(name, k_tunable_kinds, name_of, member_place(table, "turns", file)));
    kinds.push_back(kind);
  }
  return kinds;
}

// "memory.async_copy" is on the axis "memory".
Result<Axis> read_axis(const TomlValue& table, const std::string& id, const std::string& file) {
  TRY(text, required_string(table, "axis", file));
  TRY(axis, named_value(text, k_axes, axis_name, member_place(table, "axis", file)));
  if (!id.starts_with(text + ".")) {
    return bad_input("`" + id + "` is on the axis `" + text + "`, which its name does not say",
                     member_place(table, "axis", file), "name it `" + text + ".…`");
  }
  return axis;
}

// A signature, or the reason why there is none.
Result<void> read_proof(const TomlValue& table, const std::string& file, Method& method) {
  TRY(signature, optional_string(table, "signature", file));
  TRY(reason, optional_string(table, "no_signature", file));
  if (signature.empty() == reason.empty()) {
    return bad_input("`" + method.id + "` needs one of `signature` and `no_signature`", file + ":1",
                     "name a file of knowledge/signatures, or say why no machine code can show the method");
  }
  method.signature = signature;
  method.no_signature = reason;
  return {};
}

}  // namespace

Result<Method> read_method(const std::string& text, const std::string& file) {
  TRY(table, parse_toml(text, file));
  TRY_VOID(check_keys(table, {"id",       "axis",    "name",      "priority",     "what",    "needs",     "trigger",
                              "strength", "acts_on", "gain",      "because",      "expects", "resources", "conflicts",
                              "after",    "skip",    "signature", "no_signature", "skill",   "turns"},
                      file));
  TRY(id, required_string(table, "id", file));
  TRY(axis, read_axis(table, id, file));
  TRY(name, required_string(table, "name", file));
  TRY(priority, read_number(table, "priority", 1, file));
  if (!priority) return bad_input("`priority` is missing", file + ":1", "add priority = 1, or a later place");
  TRY(what, required_string(table, "what", file));
  TRY(needs, read_needs(table, file));
  TRY(trigger, required_fact_expression(table, "trigger", file));
  TRY(strength, required_fact_expression(table, "strength", file));
  TRY(acts_on, required_fact_expression(table, "acts_on", file));
  TRY(gain, required_fact_expression(table, "gain", file));
  TRY(because, required_string(table, "because", file));
  TRY(expects, read_expects(table, file));
  TRY(resources, read_resources(table, file));
  TRY(conflicts, optional_strings(table, "conflicts", file));
  TRY(after, optional_strings(table, "after", file));
  TRY(skip, read_skips(table, file));
  TRY(skill, required_string(table, "skill", file));
  Method method{id,      axis,    name,      *priority, what,  needs, trigger, strength, acts_on, gain,
                because, expects, resources, conflicts, after, skip,  {},      {},       skill};
  TRY_VOID(read_proof(table, file, method));
  TRY(turns, read_turns(table, file));
  method.turns = std::move(turns);
  return method;
}

}  // namespace whet
