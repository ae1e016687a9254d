#include "diagnose/signature.h"

#include <algorithm>

#include "util/text.h"
#include "util/text/toml.h"

namespace whet {

namespace {

constexpr std::string_view k_folder = "signatures/";

Result<std::vector<SignatureCount>> load_counts(const TomlValue& table, const std::string& file) {
  std::vector<SignatureCount> counts;
  const TomlValue* member = table.find("counts");
  if (!member || !member->as_table()) return bad_input("`counts` is missing", file + ":1", "add a table [counts]");
  for (const auto& [name, value] : *member->as_table()) {
    TRY(patterns, optional_strings(*member, name, file));
    if (patterns.empty()) return bad_input("`" + name + "` lists no pattern", file + ":" + std::to_string(value.line));
    counts.push_back({name, patterns});
  }
  return counts;
}

// Every name in the expression must be a count or a predefined name, optionally with `parent.` and `hot.`.
Result<Expression> load_condition(const TomlValue& table, std::string_view key,
                                  const std::vector<SignatureCount>& counts, const std::string& file) {
  TRY(text, required_string(table, key, file));
  const std::string place = file + ":" + std::to_string(table.find(key)->line);
  TRY(expression, Expression::parse(text, place));
  for (std::string_view name : expression.identifiers()) {
    if (name.starts_with("parent.")) name.remove_prefix(7);
    if (name.starts_with("hot.")) name.remove_prefix(4);
    const bool counted =
        std::any_of(counts.begin(), counts.end(), [&](const SignatureCount& count) { return count.name == name; });
    if (!counted && name != "registers" && name != "spills") {
      return bad_input("there is no count `" + std::string(name) + "`", place, "declare it under [counts]");
    }
  }
  return expression;
}

int count_matches(std::span<const Instruction> instructions, const std::vector<std::string>& patterns) {
  return static_cast<int>(std::count_if(instructions.begin(), instructions.end(), [&](const Instruction& instruction) {
    if (instruction.op_class == OpClass::filler) return false;
    const std::string mnemonic = instruction.mnemonic();
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const auto& pattern) { return glob_match(pattern, mnemonic); });
  }));
}

using Numbers = std::map<std::string, double, std::less<>>;

void add_numbers(const Signature& signature, const FunctionCode& function, const std::string& prefix,
                 Numbers& numbers) {
  const KernelCode& code = *function.code;
  std::vector<Instruction> hot;
  if (code.hot_loop) {
    for (const uint32_t index : code.loops[*code.hot_loop].all) hot.push_back(code.instructions[index]);
  }
  for (const SignatureCount& count : signature.counts) {
    numbers[prefix + count.name] = count_matches(code.instructions, count.patterns);
    numbers[prefix + "hot." + count.name] = count_matches(hot, count.patterns);
  }
  if (function.function->registers) numbers.emplace(prefix + "registers", *function.function->registers);
  numbers.emplace(prefix + "spills", code.spill_loads + code.spill_stores);
}

std::optional<int> number(const Numbers& numbers, const std::string& name) {
  const auto found = numbers.find(name);
  return found == numbers.end() ? std::nullopt : std::optional(static_cast<int>(found->second));
}

}  // namespace

std::string_view proof_name(Proof proof) {
  switch (proof) {
    case Proof::proven:
      return "proven";
    case Proof::absent:
      return "absent";
    case Proof::not_gained:
      return "not gained";
    case Proof::impossible:
      return "impossible";
    case Proof::needs_parent:
      return "needs a parent";
  }
  return "";
}

std::vector<std::string> signature_methods(const Knowledge& knowledge) {
  std::vector<std::string> methods;
  for (const std::string& path : knowledge.list(k_folder)) {
    if (path.ends_with(".toml")) methods.push_back(path.substr(k_folder.size(), path.size() - k_folder.size() - 5));
  }
  return methods;
}

Result<Signature> load_signature(const Knowledge& knowledge, std::string_view method) {
  const std::vector<std::string> methods = signature_methods(knowledge);
  if (std::find(methods.begin(), methods.end(), method) == methods.end()) {
    const auto near = near_names(method, methods);
    return bad_input("no signature proves a method `" + std::string(method) + "`", {},
                     near.empty() ? "methods: " + join(methods, ", ") : "did you mean " + join(near, ", ") + "?");
  }
  const std::string path = std::string(k_folder) + std::string(method) + ".toml";
  const std::string file = "knowledge/" + path;
  TRY(text, knowledge.read(path));
  TRY(table, parse_toml(text, file));
  TRY_VOID(check_keys(table, {"method", "proves", "since", "comparative", "counts", "present", "gained"}, file));
  TRY(name, required_string(table, "method", file));
  if (name != method)
    return bad_input("the file is named `" + std::string(method) + "` but describes `" + name + "`", file + ":1");
  TRY(proves, required_string(table, "proves", file));
  TRY(counts, load_counts(table, file));
  TRY(present, load_condition(table, "present", counts, file));
  TRY(gained, load_condition(table, "gained", counts, file));
  std::optional<int> since;
  if (const TomlValue* value = table.find("since")) since = static_cast<int>(value->as_integer().value_or(0));
  const TomlValue* comparative = table.find("comparative");
  if (comparative && !comparative->as_bool()) {
    return bad_input("`comparative` is not true or false", file + ":" + std::to_string(comparative->line));
  }
  return Signature{name, proves, since, comparative && *comparative->as_bool(), counts, present, gained};
}

SignatureVerdict verify(const Signature& signature, Architecture architecture, const FunctionCode& function,
                        const std::optional<FunctionCode>& parent) {
  Numbers numbers;
  add_numbers(signature, function, "", numbers);
  if (parent) add_numbers(signature, *parent, "parent.", numbers);
  const NumberLookup lookup = [&](std::string_view name) -> std::optional<double> {
    const auto found = numbers.find(name);
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  };
  SignatureVerdict verdict{signature.method, signature.proves, Proof::proven, signature.present.text(), {}};
  for (const SignatureCount& count : signature.counts) {
    verdict.counts.push_back({count.name, *number(numbers, count.name), *number(numbers, "hot." + count.name),
                              number(numbers, "parent." + count.name), number(numbers, "parent.hot." + count.name)});
  }
  if (signature.since && architecture.sm < *signature.since) {
    verdict.proof = Proof::impossible;
  } else if (signature.comparative && !parent) {
    verdict.proof = Proof::needs_parent;
    verdict.condition = signature.gained.text();
  } else if (!signature.present.evaluate(lookup).holds()) {
    verdict.proof = Proof::absent;
  } else if (parent && !signature.gained.evaluate(lookup).holds()) {
    verdict.proof = Proof::not_gained;
    verdict.condition = signature.gained.text();
  }
  return verdict;
}

}  // namespace whet
