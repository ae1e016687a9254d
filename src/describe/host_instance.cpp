#include "describe/host_instance.h"

#include "problem/signature/c_type.h"
#include "source/kernel/type_alias.h"
#include "source/launch/host_values.h"
#include "source/launch/launch_sites.h"
#include "util/text.h"

namespace whet {

namespace {

// "float" for a variable that is declared `float *a, *b`.
std::string type_of_variable(const HostValues& values, const std::string& name, const HostPlace& place) {
  const Code& code = values.code();
  const int scope = values.scope_of(place.token);
  for (size_t i = 1; i < code.tokens.size(); ++i) {
    if (!code.is(i, name) || values.scope_of(i) != scope) continue;
    size_t first = i;
    while (first > 0 && !code.is(first - 1, ";") && !code.is(first - 1, "{") && !code.is(first - 1, "}") &&
           !code.is(first - 1, "(") && code.tokens[first - 1].kind != TokenKind::directive)
      --first;
    std::string type;
    for (size_t k = first; k < i && code.is_word(k); ++k) {
      if (!code.is(k, "const")) type += (type.empty() ? "" : " ") + std::string(code.tokens[k].text);
    }
    if (c_type(plain_type(code, type))) return type;
  }
  return {};
}

// Whether the name is a parameter of some template of the file: what a launch inside that template gives is not known.
bool is_template_parameter(const Code& code, const std::string& name) {
  for (size_t i = 0; i + 1 < code.tokens.size(); ++i) {
    if (!code.is(i, "template") || !code.is(i + 1, "<")) continue;
    for (size_t k = i + 2; k + 1 < code.after_angles(i + 1); ++k) {
      const bool ends = code.is(k + 1, ",") || code.is(k + 1, ">") || code.is(k + 1, "=");
      if (code.is(k, name) && ends) return true;
    }
  }
  return false;
}

// "32" of `template __global__ void scale<32>(float*, int);`
std::vector<std::string> instantiated_parts(const Code& code, const std::string& kernel) {
  for (size_t i = 0; i + 1 < code.tokens.size(); ++i) {
    if (!code.is(i, "template") || code.is(i + 1, "<")) continue;
    for (size_t k = i + 1; k + 1 < code.tokens.size() && !code.is(k, ";") && !code.is(k, "("); ++k) {
      if (!code.is(k, kernel) || !code.is(k + 1, "<")) continue;
      std::vector<std::string> parts;
      for (const TokenRange& part : comma_ranges(code, {k + 2, code.after_angles(k + 1) - 1}))
        parts.push_back(text_of(code, part));
      return parts;
    }
  }
  return {};
}

}  // namespace

std::string instance_in_host_code(const Problem& problem, const SourceFunction& function,
                                  std::vector<std::string>& notes) {
  if (!function.is_open_template) return {};
  const std::string own = function.name.substr(function.name.rfind(':') + 1);
  const Outline read = outline(problem.source);
  std::vector<TemplateArgument> open;
  for (const Declaration& each : read.declarations) {
    if (!each.is_template || !each.global || each.parameters == 0 || !read.code.is(each.name_token, own)) continue;
    const size_t angle = each.first + 1, end = read.code.after_angles(angle);
    for (const TokenRange& part : comma_ranges(read.code, {angle + 1, end - 1})) {
      const bool is_type = read.code.is(part.first, "typename") || read.code.is(part.first, "class");
      size_t name = part.first;
      while (name + 1 < part.last && !read.code.is(name + 1, "=")) ++name;
      const bool has_default = name + 1 < part.last;
      const std::string value = has_default ? text_of(read.code, {name + 2, part.last}) : "";
      open.push_back({std::string(read.code.tokens[name].text), value, is_type});
    }
  }
  const HostValues values(problem.source, problem.headers);
  for (const LaunchSite& site : find_launch_sites(problem.source, problem.headers)) {
    if (site.kernel != own) continue;
    const auto given = instance_parts(site.instance);
    for (size_t i = 0; i < given.size() && i < open.size(); ++i) {
      const HostPlace place{site.token, nullptr};
      const auto value = open[i].is_type ? std::nullopt : values.find(given[i], place);
      const bool is_open = !value && is_template_parameter(values.code(), given[i]);
      open[i].value = value ? text_of(*value->code, value->range) : is_open ? open[i].value : given[i];
    }
    for (size_t i = 0; i < site.arguments.size() && i < function.parameters.size(); ++i) {
      for (TemplateArgument& each : open) {
        if (!each.is_type || function.parameters[i].base != each.name || !each.value.empty()) continue;
        each.value = type_of_variable(values, site.arguments[i], {site.token, nullptr});
      }
    }
    break;
  }
  const auto instantiated = instantiated_parts(read.code, own);
  for (size_t i = 0; i < instantiated.size() && i < open.size(); ++i) {
    if (open[i].value.empty()) open[i].value = instantiated[i];
  }
  std::vector<std::string> parts;
  for (TemplateArgument& each : open) {
    if (each.value.empty()) {
      each.value = each.is_type ? "float" : "256";
      notes.push_back("the template argument `" + each.name + "` is " + each.value + ": nothing in the file tells it");
    }
    parts.push_back(each.value);
  }
  return "<" + join(parts, ", ") + ">";
}

}  // namespace whet
