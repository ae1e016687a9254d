#include "source/kernel/instance.h"

#include <algorithm>

#include "source/text/token.h"
#include "util/text.h"

namespace whet {

namespace {

// Splits a text at commas outside all brackets.
std::vector<std::string> outer_parts(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    depth += (c == '<' || c == '(' || c == '{') - (c == '>' || c == ')' || c == '}');
    if (c != ',' || (depth > 0 && i < text.size())) continue;
    parts.emplace_back(trim(text.substr(start, i - start)));
    start = i + 1;
  }
  if (parts.size() == 1 && parts[0].empty()) parts.clear();
  return parts;
}

}  // namespace

std::vector<std::string> instance_parts(std::string_view instance) {
  instance = trim(instance);
  if (!instance.starts_with('<') || !instance.ends_with('>')) return {};
  return outer_parts(instance.substr(1, instance.size() - 2));
}

std::vector<TemplateArgument> template_arguments(std::string_view template_parameters, std::string_view instance) {
  const std::vector<std::string> given = instance_parts(instance);
  std::vector<TemplateArgument> arguments;
  if (given.empty()) return arguments;
  const std::vector<std::string> parameters = outer_parts(template_parameters);
  for (size_t i = 0; i < parameters.size(); ++i) {
    const size_t equals = std::min(parameters[i].find('='), parameters[i].size());
    const std::vector<Token> words = tokenize(std::string_view(parameters[i]).substr(0, equals));
    if (words.empty()) return {};
    TemplateArgument argument;
    argument.is_type = words.front().is("typename") || words.front().is("class");
    if (words.size() > 1 && words.back().is_identifier()) argument.name = words.back().text;
    if (i < given.size())
      argument.value = given[i];
    else if (equals < parameters[i].size())
      argument.value = trim(std::string_view(parameters[i]).substr(equals + 1));
    else
      return {};
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

std::string instantiated(std::string_view text, const std::vector<TemplateArgument>& arguments) {
  std::string result;
  size_t done = 0;
  for (const Token& token : tokenize(text)) {
    const auto argument = std::find_if(arguments.begin(), arguments.end(), [&](const TemplateArgument& each) {
      return !each.name.empty() && token.is_identifier() && token.is(each.name);
    });
    if (argument == arguments.end()) continue;
    result += std::string(text.substr(done, token.offset - done)) + argument->value;
    done = token.end();
  }
  return result + std::string(text.substr(done));
}

}  // namespace whet
