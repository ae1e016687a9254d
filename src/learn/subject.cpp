#include "learn/subject.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "learn/letters.h"
#include "util/text.h"
#include "util/text/expression.h"

namespace whet::learn {

namespace {

constexpr size_t k_most_extents = 6;
constexpr size_t k_longest_meaning = 2000;  // characters
const std::set<std::string_view> k_notation = {"forall", "if",  "then", "else", "and",  "or",
                                               "not",    "inf", "nan",  "true", "false"};

bool begins_name(char c) {
  return is_letter(c) || c == '_';
}
bool continues_name(char c) {
  return begins_name(c) || is_digit(c);
}

// A word of a formula, and where it stands.
struct Word {
  size_t begin = 0, end = 0;
};

std::vector<Word> words_in(std::string_view text) {
  std::vector<Word> words;
  for (size_t i = 0; i < text.size();) {
    const bool is_number = i > 0 && (continues_name(text[i - 1]) || text[i - 1] == '.');
    if (!begins_name(text[i]) || is_number) {
      ++i;
      continue;
    }
    const size_t begin = i;
    while (i < text.size() &&
           (continues_name(text[i]) || (text[i] == '.' && i + 1 < text.size() && begins_name(text[i + 1]))))
      ++i;
    words.push_back({begin, i});
  }
  return words;
}

// "i < " after `forall `, after a comma or in a reduction: the word before it is an index.
bool is_bound_at(std::string_view text, const Word& word) {
  const std::string_view before = text.substr(0, word.begin);
  const bool opens = before.ends_with("forall ") || before.ends_with(", ") || before.ends_with('(');
  return opens && text.substr(word.end).starts_with(" < ");
}

// The text after "i < " up to the comma or colon that ends it.
std::string_view extent_at(std::string_view text, size_t begin) {
  int depth = 0;
  size_t end = begin;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && depth-- == 0) break;
    if ((c == ',' || c == ':') && depth == 0) break;
  }
  return text.substr(begin, end - begin);
}

std::string logarithm_of(std::string_view extent, const std::map<std::string, double>& numbers) {
  const auto parsed = Expression::parse(extent);
  if (!parsed) return "?";
  const auto number = [&](std::string_view name) -> std::optional<double> {
    const auto found = numbers.find(std::string(name));
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  };
  const double value = parsed->evaluate(number).value.value_or(0);
  if (!(value >= 1) || !(value < 1e18)) return "?";
  return std::to_string(static_cast<int>(std::floor(std::log2(value))));
}

std::map<std::string, double> numbers_of(const ResolvedCase& resolved) {
  std::map<std::string, double> numbers;
  for (const NamedNumber& dim : resolved.dims) numbers[dim.name] = static_cast<double>(dim.value);
  for (const ResolvedArgument& argument : resolved.arguments) {
    if (argument.is_scalar) numbers[argument.name] = argument.value;
  }
  return numbers;
}

std::string types_of(const ResolvedCase& resolved) {
  std::string in, out;
  for (size_t i = 0; i < std::min(resolved.own_arguments, resolved.arguments.size()); ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (argument.is_read()) in += std::string(name_of(argument.type)) + " ";
    if (argument.is_written()) out += " " + std::string(name_of(argument.type));
  }
  return in + "->" + out;
}

std::string size_of_arrays(const ResolvedCase& resolved) {
  return std::to_string(static_cast<int>(std::log2(static_cast<double>(std::max<uint64_t>(resolved.total_bytes, 1)))));
}

std::string member(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  return found && found->as_string() ? *found->as_string() : "";
}

}  // namespace

std::string without_names(const std::vector<std::string>& formulas) {
  const std::string text = join(formulas, "; ");
  const std::vector<Word> words = words_in(text);
  std::set<std::string, std::less<>> indices;
  const auto word = [&](const Word& each) { return std::string_view(text).substr(each.begin, each.end - each.begin); };
  for (const Word& each : words) {
    if (is_bound_at(text, each)) indices.emplace(word(each));
  }
  std::map<std::string, std::string, std::less<>> names;
  std::string plain;
  size_t done = 0;
  for (const Word& each : words) {
    const bool is_call = each.end < text.size() && text[each.end] == '(';
    const bool is_kept = is_call || indices.contains(word(each)) || k_notation.contains(word(each)) ||
                         word(each).find('.') != std::string_view::npos;
    if (is_kept) continue;
    const auto [name, is_new] = names.try_emplace(std::string(word(each)), "p" + std::to_string(names.size() + 1));
    plain += text.substr(done, each.begin - done) + name->second;
    done = each.end;
  }
  plain += text.substr(done);
  return plain.substr(0, k_longest_meaning);
}

std::string extents_in(const std::vector<std::string>& formulas, const std::map<std::string, double>& numbers) {
  std::vector<std::string> longest;
  for (const std::string& formula : formulas) {
    std::vector<std::string> extents;
    const size_t colon = formula.find(": ");
    std::optional<std::string> reduced;
    for (const Word& each : words_in(formula)) {
      if (!is_bound_at(formula, each)) continue;
      const std::string extent = logarithm_of(extent_at(formula, each.end + 3), numbers);
      if (each.begin < colon)
        extents.push_back(extent);
      else if (!reduced)
        reduced = extent;
    }
    if (reduced) extents.push_back(*reduced);
    if (extents.size() > longest.size()) longest = std::move(extents);
  }
  longest.resize(std::min(longest.size(), k_most_extents));
  return join(longest, " ");
}

store::PatternSubject subject_of(const KernelMeaning& meaning, const ResolvedCase& resolved) {
  store::PatternSubject subject;
  subject.types = types_of(resolved);
  subject.sizes = size_of_arrays(resolved);
  if (!meaning.is_confirmed || meaning.patterns.empty()) return subject;
  for (const std::string& each : meaning.patterns) {
    // "row reduction with a map after (softmax)": schedules care for the first words, the meaning says the rest.
    const std::string family = each.substr(0, std::min(each.find(" ("), each.find(" with ")));
    if (subject.family.find(family) == std::string::npos)
      subject.family += (subject.family.empty() ? "" : " + ") + family;
  }
  subject.meaning = without_names(meaning.formulas);
  subject.sizes = extents_in(meaning.formulas, numbers_of(resolved));
  return subject;
}

Json to_json(const store::PatternSubject& subject) {
  return Json::Object{
      {"family", subject.family}, {"meaning", subject.meaning}, {"types", subject.types}, {"sizes", subject.sizes}};
}

store::PatternSubject subject_from(const Json& json) {
  return {member(json, "family"), member(json, "meaning"), member(json, "types"), member(json, "sizes")};
}

}  // namespace whet::learn
