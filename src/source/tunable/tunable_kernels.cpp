// Finds template arguments of kernels, and their launch bounds.
#include <algorithm>

#include "source/kernel/constants.h"
#include "source/kernel/parameters.h"
#include "source/tunable/tunable_finders.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr int64_t k_threads_of_sm = 2048;
constexpr int64_t k_blocks[] = {1, 2, 3, 4, 6, 8};
constexpr const char* k_register_limit = "max_registers";

// "a::reduce<256, float>(int)" as its last name and its template arguments.
struct Entry {
  std::string name;
  std::vector<std::string> arguments;
};

Entry read_entry(std::string_view text) {
  Entry entry;
  const size_t open = text.find_first_of("<(");
  std::string_view name = trim(text.substr(0, open));
  if (const size_t scope = name.rfind("::"); scope != std::string_view::npos) name = name.substr(scope + 2);
  entry.name = name;
  if (open == std::string_view::npos || text[open] == '(') return entry;
  int depth = 0;
  size_t begin = open + 1;
  for (size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if ((c != ',' || depth != 1) && depth > 0) continue;
    entry.arguments.emplace_back(trim(text.substr(begin, i - begin)));
    begin = i + 1;
    if (depth == 0) break;
  }
  return entry;
}

// The template arguments after token `open`, each as its first and last token.
std::vector<std::pair<size_t, size_t>> angle_parts(const Code& code, size_t open) {
  std::vector<std::pair<size_t, size_t>> parts;
  const size_t end = code.after_angles(open);
  if (end <= open + 2 || !code.is(end - 1, ">")) return parts;
  size_t begin = open + 1;
  int depth = 0;
  for (size_t i = open + 1; i < end; i = std::max(code.partner[i], i) + 1) {
    depth += code.is(i, "<") ? 1 : code.is(i, ">") ? -1 : 0;
    const bool ends = (code.is(i, ",") && depth == 0) || i == end - 1;
    if (!ends) continue;
    if (i > begin) parts.emplace_back(begin, i - 1);
    begin = i + 1;
  }
  return parts;
}

bool is_same_argument(std::string_view a, std::string_view b) {
  const auto first = whole_number(a), second = whole_number(b);
  return first && second ? first == second : trim(a) == trim(b);
}

// The names of the parameters of `template <...>` by position; empty for those that are not integers.
std::vector<std::string> integer_parameters(const TunableSource& source, const Declaration& declaration) {
  std::vector<std::string> names;
  const Code& code = source.outline.code;
  for (const auto& [first, last] : angle_parts(code, declaration.first + 1)) {
    const auto read = read_parameters(source.between(first, last));
    const bool is_type = code.is(first, "class") || code.is(first, "typename") || code.is(first, "template");
    const bool is_integer = !is_type && read.size() == 1 && !read[0].is_pointer() && read[0].base != "bool";
    names.push_back(is_integer ? read[0].name : "");
  }
  return names;
}

// The argument's places in all explicit instantiations with the entry's arguments. If there are none, the instance is
// created when the entry is compiled.
std::vector<TunablePlace> instantiation_places(const TunableSource& source, const Entry& entry, size_t argument) {
  std::vector<TunablePlace> places;
  const Code& code = source.outline.code;
  for (const Declaration& declaration : source.outline.declarations) {
    const bool named = declaration.kind == DeclarationKind::instantiation && !declaration.names.empty() &&
                       declaration.names[0] == entry.name;
    if (!named || !code.is(declaration.name_token + 1, "<")) continue;
    const auto parts = angle_parts(code, declaration.name_token + 1);
    bool same = parts.size() == entry.arguments.size();
    for (size_t i = 0; same && i < parts.size(); ++i)
      same = is_same_argument(source.between(parts[i].first, parts[i].second), entry.arguments[i]);
    if (!same) continue;
    const std::string_view text = source.between(parts[argument].first, parts[argument].second);
    places.push_back({code.tokens[parts[argument].first].offset, text.size(), {}, {}});
  }
  return places;
}

void find_template_arguments(const TunableSource& source, const Declaration& declaration, const Entry& entry,
                             std::vector<FoundTunable>& found) {
  const std::vector<std::string> names = integer_parameters(source, declaration);
  for (size_t i = 0; i < std::min(names.size(), entry.arguments.size()); ++i) {
    const auto value = whole_number(entry.arguments[i]);
    if (names[i].empty() || !value || *value < 1) continue;
    FoundTunable tunable{TunableKind::template_argument, entry.name + "_" + names[i]};
    tunable.places = instantiation_places(source, entry, i);
    tunable.line = source.outline.code.tokens[declaration.name_token].line;
    tunable.current = *value;
    tunable.values = values_around(*value);
    tunable.uses = find_uses(source.outline, names[i]);
    tunable.kernel = entry.name;
    tunable.argument = i;
    found.push_back(std::move(tunable));
  }
}

// The opening bracket of __launch_bounds__; 0: none.
size_t bounds_of(const Code& code, const Declaration& declaration) {
  for (size_t i = declaration.first; i < declaration.head_end; ++i) {
    if (code.is(i, "__launch_bounds__") && code.is(i + 1, "(")) return i + 1;
  }
  return 0;
}

// "TILE * 4" with TILE = 32 -> 128.
std::optional<int64_t> product_of(const TunableSource& source, std::string_view text) {
  int64_t product = 1;
  for (const std::string_view factor : split(text, '*')) {
    const auto number = whole_number(factor);
    const auto value = number ? number : source.value_of(trim(factor));
    if (!value || *value <= 0 || *value > k_threads_of_sm) return std::nullopt;
    product *= *value;
  }
  return product;
}

// Sets the place of the number of blocks, existing or to be inserted. False if it cannot be determined.
bool place_bounds(const TunableSource& source, const Declaration& declaration, std::string threads,
                  FoundTunable& tunable) {
  const Code& code = source.outline.code;
  if (const size_t open = bounds_of(code, declaration); open > 0) {
    const size_t close = code.partner[open];
    size_t comma = open + 1;
    while (comma < close && !code.is(comma, ",")) comma = std::max(code.partner[comma], comma) + 1;
    if (close == open + 1) return false;
    threads = source.between(open + 1, comma - 1);
    if (comma < close) {
      const auto given = whole_number(source.between(comma + 1, close - 1));
      if (!given || close != comma + 2) return false;
      tunable.current = *given;
      tunable.places = {{code.tokens[comma + 1].offset, code.tokens[comma + 1].text.size(), {}, {}}};
    } else {
      tunable.places = {{code.tokens[close].offset, 0, ", ", {}}};
    }
  } else {
    if (threads.empty()) return false;
    tunable.places = {{code.tokens[declaration.name_token].offset, 0, "__launch_bounds__(" + threads + ", ", ") "}};
  }
  const int64_t most = k_threads_of_sm / product_of(source, threads).value_or(1);
  for (const int64_t blocks : k_blocks) {
    if (blocks <= most) tunable.values.push_back(blocks);
  }
  tunable.values.push_back(tunable.current);
  return true;
}

void find_launch_bounds(const TunableSource& source, const Declaration& declaration, const std::string& kernel,
                        const TunableContext& context, std::vector<FoundTunable>& found) {
  FoundTunable tunable{TunableKind::launch_bounds, "launch_bounds_" + kernel};
  tunable.line = source.outline.code.tokens[declaration.name_token].line;
  tunable.kernel = kernel;
  if (!place_bounds(source, declaration, context.block_threads, tunable)) return;
  std::sort(tunable.values.begin(), tunable.values.end());
  tunable.values.erase(std::unique(tunable.values.begin(), tunable.values.end()), tunable.values.end());
  found.push_back(std::move(tunable));
}

bool has_bounds(const Code& code, const Declaration& declaration) {
  for (size_t i = declaration.first; i < declaration.head_end; ++i) {
    if (code.is(i, "__launch_bounds__") || code.is(i, "__maxnreg__") || code.is(i, "__block_size__")) return true;
  }
  return false;
}

bool is_kernel(const Declaration& declaration) {
  return declaration.global && declaration.has_body && declaration.parameters > 0 &&
         declaration.kind != DeclarationKind::instantiation;
}

bool is_named(const std::vector<FoundTunable>& found, const std::string& name) {
  return std::any_of(found.begin(), found.end(), [&](const FoundTunable& tunable) { return tunable.name == name; });
}

}  // namespace

void find_kernel_tunables(const TunableSource& source, const TunableContext& context,
                          std::vector<FoundTunable>& found) {
  for (const std::string& text : context.entries) {
    const Entry entry = read_entry(text);
    for (const Declaration& declaration : source.outline.declarations) {
      if (!is_kernel(declaration) || source.outline.code.tokens[declaration.name_token].text != entry.name) continue;
      if (is_named(found, "launch_bounds_" + entry.name)) break;  // launched twice, or overloaded
      if (declaration.is_template) find_template_arguments(source, declaration, entry, found);
      find_launch_bounds(source, declaration, entry.name, context, found);
    }
  }
}

void find_register_limit(const TunableSource& source, std::vector<FoundTunable>& found) {
  FoundTunable tunable{TunableKind::register_limit, k_register_limit};
  const Code& code = source.outline.code;
  for (const Declaration& declaration : source.outline.declarations) {
    if (!is_kernel(declaration) || has_bounds(code, declaration)) continue;
    const Token& name = code.tokens[declaration.name_token];
    tunable.places.push_back({name.offset, 0, "__maxnreg__(", ") "});
    if (tunable.line == 0) tunable.line = name.line;
  }
  if (tunable.places.empty()) return;
  tunable.values = {0, 32, 40, 48, 64, 80, 96, 128, 168, 255};
  found.push_back(std::move(tunable));
}

std::string set_entry(const std::string& entry, const std::vector<FoundTunable>& tunables,
                      const std::map<std::string, int64_t>& values) {
  Entry parts = read_entry(entry);
  bool changed = false;
  for (const FoundTunable& tunable : tunables) {
    const auto value = values.find(tunable.name);
    const bool applies = tunable.kind == TunableKind::template_argument && tunable.kernel == parts.name &&
                         value != values.end() && tunable.argument < parts.arguments.size();
    if (!applies || value->second == tunable.current) continue;
    parts.arguments[tunable.argument] = std::to_string(value->second);
    changed = true;
  }
  if (!changed) return entry;
  const size_t open = entry.find('<');
  return entry.substr(0, open + 1) + join(parts.arguments, ", ") + entry.substr(entry.rfind('>'));
}

}  // namespace whet
