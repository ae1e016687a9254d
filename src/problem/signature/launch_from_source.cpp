#include "problem/signature/launch_from_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "source/launch/launch_sites.h"
#include "source/text/outline.h"
#include "source/text/word_list.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr WordList k_functions_of_expressions("floor ceil_div min max");

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

std::string listed(const std::vector<Formula>& extents) {
  std::vector<std::string> texts;
  for (const Formula& extent : extents) texts.push_back(extent.expression.text());
  return join(texts, " x ");
}

std::string with_name(const std::string& text, const std::string& from, const std::string& to) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
    const std::string word = text.substr(i, std::max<size_t>(1, end - i));
    result += word == from ? to : word;
    i += word.size();
  }
  return result;
}

// The launch of a function in terms of its parameter names.
class SiteTranslator {
 public:
  SiteTranslator(const Problem& problem, const SourceFunction& function, const LaunchSite& site)
      : problem_(problem), function_(function), site_(site) {}

  // Nothing if a name is not a size.
  std::optional<std::vector<Formula>> formulas(const std::vector<LaunchExpression>& extents) {
    std::vector<Formula> result;
    for (const LaunchExpression& extent : extents) {
      std::string text = extent.text();
      for (const std::string& name : extent.names()) {
        if (k_functions_of_expressions.holds(name)) continue;
        const std::string mine = parameter_for(name);
        if (!is_size(mine)) {
          unknown_.push_back(mine);
          return std::nullopt;
        }
        if (mine != name) text = with_name(text, name, mine);
      }
      auto expression = Expression::parse(text);
      if (!expression) return std::nullopt;
      result.push_back({std::move(*expression), function_.line});
    }
    return result;
  }

  // Names without a value: "; give T with --dims".
  std::string wanted() {
    std::sort(unknown_.begin(), unknown_.end());
    unknown_.erase(std::unique(unknown_.begin(), unknown_.end()), unknown_.end());
    return unknown_.empty() ? "" : "; to use it, give " + join(unknown_, ", ") + " with --dims";
  }

 private:
  bool is_size(const std::string& name) const {
    return std::any_of(problem_.dims.begin(), problem_.dims.end(),
                       [&](const Dimension& dimension) { return dimension.name == name; });
  }

  // The parameter to which the host passes the variable `name`.
  std::string parameter_for(const std::string& name) const {
    for (size_t i = 0; i < site_.arguments.size() && i < function_.parameters.size(); ++i) {
      if (site_.arguments[i] == name && !function_.parameters[i].is_pointer()) return function_.parameters[i].name;
    }
    return name;
  }

  const Problem& problem_;
  const SourceFunction& function_;
  const LaunchSite& site_;
  std::vector<std::string> unknown_;
};

}  // namespace

std::vector<std::string> launching_functions(const std::string& source) {
  const Outline read = outline(source);
  std::vector<std::string> names;
  for (const Declaration& declaration : read.declarations) {
    const bool host = declaration.kind == DeclarationKind::function && !declaration.global && !declaration.device;
    if (!host || !declaration.has_body || declaration.parameters == 0) continue;
    const std::string name(read.code.tokens[declaration.name_token].text);
    for (size_t i = declaration.head_end; i + 2 < declaration.last; ++i) {
      if (!read.code.is(i, "<") || !read.code.is(i + 1, "<") || !read.code.is(i + 2, "<")) continue;
      if (name != "main") names.push_back(name);
      break;
    }
  }
  return names;
}

std::optional<SourceLaunch> launch_from_source(const Problem& problem, const SourceFunction& function, bool has_shared,
                                               std::vector<std::string>& notes) {
  const std::string own = function.name.substr(function.name.rfind(':') + 1);
  for (const LaunchSite& site : find_launch_sites(problem.source, problem.headers)) {
    const std::string instance = parse_entry(problem.entry).instance;
    const bool other_instance =
        !instance.empty() && !site.instance.empty() && without_spaces(site.instance) != without_spaces(instance);
    if (site.kernel != own || other_instance) continue;
    SiteTranslator translator(problem, function, site);
    const std::string place = problem.place(site.line);
    const auto grid = translator.formulas(site.grid), block = translator.formulas(site.block);
    const auto shared = site.shared ? translator.formulas({*site.shared}) : std::nullopt;
    const bool lacks_shared = site.has_shared && !has_shared && !shared;
    if (!grid || grid->empty() || !block || block->empty() || lacks_shared) {
      notes.push_back(fmt::format("the launch at {} is not clear from the sizes: <<<{}>>>{} (--grid, --block{})", place,
                                  site.text, translator.wanted(), lacks_shared ? ", --shared" : ""));
      continue;
    }
    notes.push_back(fmt::format("launched as at {}: grid {}, block {}{} (--grid, --block)", place, listed(*grid),
                                listed(*block), shared ? ", " + listed(*shared) + " bytes shared" : ""));
    return SourceLaunch{*grid, *block, shared ? std::optional(shared->front()) : std::nullopt};
  }
  return std::nullopt;
}

}  // namespace whet
