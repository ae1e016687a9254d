#include "problem/signature/entry.h"

#include <fmt/format.h>

#include <algorithm>

#include "binary/container/demangle.h"
#include "compile/source/tight_name.h"
#include "problem/file/problem.h"
#include "problem/file/section.h"
#include "problem/signature/c_type.h"
#include "source/kernel/kernel_macros.h"
#include "source/kernel/kernels.h"
#include "source/kernel/struct_members.h"
#include "source/kernel/type_alias.h"
#include "source/text/outline.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr std::string_view k_anonymous = "(anonymous namespace)::";
constexpr size_t k_most_listed = 12;

// One past the bracket that closes the one at `open`.
size_t after_bracket(std::string_view text, size_t open, char opening, char closing) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == opening) ++depth;
    if (text[i] == closing && --depth == 0) return i + 1;
  }
  return text.size();
}

bool ends_with_name(std::string_view full, std::string_view wanted) {
  return full == wanted || (full.ends_with(wanted) && full.substr(0, full.size() - wanted.size()).ends_with("::"));
}

// "<long,4>" for "<int64_t, 4>": compilers write out what an alias stands for.
std::string plain_instance(const std::string& instance) {
  std::string text;
  for (const std::string& part : instance_parts(instance)) {
    const auto type = c_type(part);
    const bool is_number = type && type->lanes == 1;  // half is __half
    text += "," + (is_number ? std::string(name_of(type->element)) : tight_name(part));
  }
  return text;
}

bool fits(const EntryName& wanted, std::string_view mangled) {
  const EntryName have = parse_entry(demangle(mangled));
  const bool name = ends_with_name(have.name, wanted.name) || mangled == wanted.name;
  const bool instance = wanted.instance.empty() || plain_instance(wanted.instance) == plain_instance(have.instance);
  return name && instance && (wanted.signature.empty() || tight_name(wanted.signature) == tight_name(have.signature));
}

std::vector<std::string> readable_names(const std::vector<ModuleKernel>& kernels) {
  std::vector<std::string> names;
  for (const ModuleKernel& kernel : kernels) {
    const EntryName name = parse_entry(demangle(kernel.name));
    if (names.size() < k_most_listed) names.push_back(name.name + name.instance + name.signature);
  }
  return names;
}

std::string parameters_text(const Code& code, size_t open) {
  const char* begin = code.tokens[open].text.data() + 1;
  const char* end = code.tokens[code.partner[open]].text.data();
  return begin < end ? std::string(begin, end) : "";
}

// The text between the angles of `template <typename T, int N> ...`.
std::string template_parameters_of(const Outline& outline, const Declaration& declaration) {
  if (!declaration.is_template) return "";
  const size_t open = declaration.first + 1, end = outline.code.after_angles(open);
  const char* const begin = outline.code.tokens[open].text.data() + 1;
  const char* const close = outline.code.tokens[end - 1].text.data();
  return begin < close ? std::string(begin, close) : "";
}

// Sets the parameters, with template parameters replaced by the entry's arguments, if it has any, and without aliases.
void set_parameters(const Code& code, SourceFunction& function, const std::string& text,
                    const std::string& template_parameters, const EntryName& wanted) {
  function.template_arguments = template_arguments(template_parameters, wanted.instance);
  function.parameters = read_parameters(instantiated(text, function.template_arguments));
  for (Parameter& parameter : function.parameters) {
    if (!c_type(parameter.base)) parameter.base = plain_type(code, parameter.base);
  }
}

std::vector<SourceFunction> host_functions(const Outline& outline, const EntryName& wanted) {
  std::vector<SourceFunction> found;
  for (const Declaration& declaration : outline.declarations) {
    const bool host = declaration.kind == DeclarationKind::function && !declaration.global && !declaration.device;
    const bool is_open = declaration.is_template && wanted.instance.empty();
    if (!host || !declaration.has_body || declaration.parameters == 0 || is_open) continue;
    const Token& token = outline.code.tokens[declaration.name_token];
    const std::string full = declaration.scope + std::string(token.text);
    if (!ends_with_name(full, wanted.name)) continue;
    SourceFunction function{full, {}, token.line, false};
    set_parameters(outline.code, function, parameters_text(outline.code, declaration.parameters),
                   template_parameters_of(outline, declaration), wanted);
    found.push_back(std::move(function));
  }
  return found;
}

bool is_instantiated(const Outline& outline, const std::string& kernel, const std::string& instance) {
  return std::any_of(outline.declarations.begin(), outline.declarations.end(), [&](const Declaration& declaration) {
    const bool named = declaration.kind == DeclarationKind::instantiation && !declaration.names.empty() &&
                       declaration.names[0] == kernel && outline.code.is(declaration.name_token + 1, "<");
    if (!named) return false;
    std::string have;
    const size_t open = declaration.name_token + 1;
    for (size_t i = open; i < outline.code.after_angles(open); ++i) have += outline.code.tokens[i].text;
    return tight_name(have) == tight_name(instance);
  });
}

std::string without_defaults(const std::string& parameters) {
  std::vector<std::string> texts;
  for (const Parameter& parameter : read_parameters(parameters)) texts.push_back(parameter.text);
  return join(texts, ", ");
}

}  // namespace

EntryName parse_entry(std::string_view entry) {
  entry = trim(entry);
  if (entry.starts_with("void ")) entry = trim(entry.substr(5));
  std::string text;
  for (size_t at = 0; at < entry.size();) {
    const bool anonymous = entry.substr(at).starts_with(k_anonymous);
    if (anonymous)
      at += k_anonymous.size();
    else
      text += entry[at++];
  }
  EntryName result;
  const size_t name_end = std::min(text.find_first_of("<("), text.size());
  const size_t angles_end =
      name_end < text.size() && text[name_end] == '<' ? after_bracket(text, name_end, '<', '>') : name_end;
  result.name = trim(std::string_view(text).substr(0, name_end));
  result.instance = text.substr(name_end, angles_end - name_end);
  result.signature = trim(std::string_view(text).substr(angles_end));
  return result;
}

std::vector<SourceFunction> find_functions(std::string_view source, std::string_view entry) {
  const Outline outlined = outline(source);
  const EntryName wanted = parse_entry(entry);
  std::vector<SourceFunction> found;
  for (const KernelSource& kernel : find_kernels(outlined)) {
    std::string scope = kernel.scope;
    if (const size_t at = scope.find("(anonymous)::"); at != std::string::npos) scope.erase(at, 13);
    const std::string full = scope + kernel.name;
    if (!kernel.has_body || (!wanted.name.empty() && !ends_with_name(full, wanted.name))) continue;
    SourceFunction function{full, {}, kernel.line, true};
    function.is_open_template = kernel.is_template && wanted.instance.empty();
    set_parameters(outlined.code, function, kernel.parameters, kernel.is_template ? kernel.template_parameters : "",
                   wanted);
    found.push_back(std::move(function));
  }
  return found.empty() && !wanted.name.empty() ? host_functions(outlined, wanted) : found;
}

namespace {

// "float[7]" for a struct of seven floats: an array of it is one of floats.
std::string type_of_members(const Problem& problem, const std::string& name) {
  auto members = find_struct(problem.source, name);
  for (size_t i = 0; !members && i < problem.headers.size(); ++i) members = find_struct(problem.headers[i], name);
  if (!members || members->empty()) return name;
  const std::string& base = members->front().declared.base;
  int64_t count = 0;
  for (const StructMember& member : *members) {
    const auto type = c_type(member.declared.base);
    if (member.declared.is_pointer() || member.declared.base != base || !type || type->lanes != 1) return name;
    count += member.count;
  }
  const std::string made = fmt::format("{}[{}]", base, count);
  return c_type(made) ? made : name;
}

std::vector<SourceFunction> functions_as_written(const Problem& problem, std::string_view entry) {
  std::vector<SourceFunction> found = find_functions(problem.source, entry);
  if (!found.empty()) return found;
  for (const std::string& header : problem.headers) {
    for (SourceFunction& function : find_functions(header, entry)) found.push_back(std::move(function));
  }
  if (found.empty()) found = find_functions(kernels_of_macros(problem.source), entry);
  return found;
}

}  // namespace

std::vector<SourceFunction> find_functions(const Problem& problem, std::string_view entry) {
  std::vector<SourceFunction> found = functions_as_written(problem, entry);
  for (SourceFunction& function : found) {
    for (Parameter& parameter : function.parameters) {
      if (parameter.is_pointer() && !c_type(parameter.base)) parameter.base = type_of_members(problem, parameter.base);
    }
  }
  return found;
}

std::string explicit_instantiations(std::string_view source, const std::vector<std::string>& entries) {
  const Outline outlined = outline(source);
  const auto kernels = find_kernels(outlined);
  std::string text;
  for (const std::string& entry : entries) {
    const EntryName wanted = parse_entry(entry);
    for (const KernelSource& kernel : kernels) {
      const std::string scope = kernel.scope;
      const bool named = ends_with_name(scope + kernel.name, wanted.name);
      if (!kernel.is_template || !kernel.has_body || !named || wanted.instance.empty()) continue;
      const auto arguments = template_arguments(kernel.template_parameters, wanted.instance);
      if (arguments.empty() || is_instantiated(outlined, kernel.name, wanted.instance)) continue;
      std::string opened, closed;
      for (size_t at = 0; at < scope.size();) {
        const size_t end = scope.find("::", at);
        const std::string part = scope.substr(at, end - at);
        opened += part == "(anonymous)" ? "namespace { " : "namespace " + part + " { ";
        closed += " }";
        at = end + 2;
      }
      text += fmt::format("\n{}template __global__ void {}{}({});{}\n", opened, kernel.name, wanted.instance,
                          without_defaults(instantiated(kernel.parameters, arguments)), closed);
    }
  }
  return text;
}

Result<ModuleKernel> choose_instance(const std::vector<ModuleKernel>& kernels, std::string_view entry) {
  const EntryName wanted = parse_entry(entry);
  std::vector<ModuleKernel> found;
  for (const ModuleKernel& kernel : kernels) {
    if (fits(wanted, kernel.name)) found.push_back(kernel);
  }
  if (found.size() == 1) return found.front();
  const std::vector<std::string> there = readable_names(found.empty() ? kernels : found);
  const std::string listed = there.empty() ? "the module holds no kernel at all" : join(there, "\n");
  if (found.empty()) {
    return bad_input("the compiled module has no kernel " + in_quotes(entry), {},
                     "a template must be instantiated in the source; there are:\n" + listed);
  }
  return bad_input("entry " + in_quotes(entry) + " means " + std::to_string(found.size()) + " kernels", {},
                   "write one of these as the entry:\n" + listed);
}

}  // namespace whet
