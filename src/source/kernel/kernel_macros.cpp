#include "source/kernel/kernel_macros.h"

#include <algorithm>
#include <map>
#include <vector>

#include "source/text/code.h"

namespace whet {

namespace {

struct KernelMacro {
  std::vector<std::string> parameters;
  std::vector<Token> body;
};

std::map<std::string, KernelMacro, std::less<>> macros_with_kernels(const Code& code) {
  std::map<std::string, KernelMacro, std::less<>> found;
  for (const Token& token : code.tokens) {
    if (token.kind != TokenKind::directive) continue;
    const Directive line = directive(token);
    const bool is_function = line.name == "define" && line.tokens.size() > 3 && line.tokens[1].is("(") &&
                             line.tokens[1].offset == line.tokens[0].end();
    if (!is_function) continue;
    KernelMacro macro;
    size_t at = 2;
    for (; at < line.tokens.size() && !line.tokens[at].is(")"); ++at) {
      if (line.tokens[at].is_identifier()) macro.parameters.emplace_back(line.tokens[at].text);
    }
    bool is_kernel = false;
    for (++at; at < line.tokens.size(); ++at) {
      is_kernel |= line.tokens[at].is("__global__");
      if (line.tokens[at].text != "\\") macro.body.push_back(line.tokens[at]);
    }
    if (is_kernel) found.emplace(std::string(line.tokens[0].text), std::move(macro));
  }
  return found;
}

std::vector<std::string> arguments_at(const Code& code, size_t open) {
  std::vector<std::string> list;
  size_t first = open + 1;
  for (size_t i = first; i <= code.partner[open]; ++i) {
    if (i < code.partner[open] && code.partner[i] > i) i = code.partner[i];
    if (i < code.partner[open] && !code.is(i, ",")) continue;
    std::string text;
    for (size_t k = first; k < i; ++k) text += (text.empty() ? "" : " ") + std::string(code.tokens[k].text);
    list.push_back(std::move(text));
    first = i + 1;
  }
  return list;
}

std::string expanded(const KernelMacro& macro, const std::vector<std::string>& arguments) {
  std::string text;
  for (size_t i = 0; i < macro.body.size(); ++i) {
    const Token& token = macro.body[i];
    if (token.is("#") || token.is("##")) {  // a ## b joins
      while (!text.empty() && text.back() == ' ') text.pop_back();
      continue;
    }
    const auto parameter = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
    const auto number = static_cast<size_t>(parameter - macro.parameters.begin());
    text += parameter == macro.parameters.end() ? std::string(token.text)
            : number < arguments.size()         ? arguments[number]
                                                : "";
    text += ' ';
  }
  return text;
}

}  // namespace

std::string kernels_of_macros(std::string_view source) {
  const Code code = read_code(source);
  const auto macros = macros_with_kernels(code);
  std::string text;
  int line = 1;
  for (size_t i = 0; !macros.empty() && i + 1 < code.tokens.size(); ++i) {
    const auto macro = code.is_word(i) ? macros.find(code.tokens[i].text) : macros.end();
    if (macro == macros.end() || !code.is(i + 1, "(") || code.partner[i + 1] <= i) continue;
    for (; line < code.tokens[i].line; ++line) text += '\n';
    text += expanded(macro->second, arguments_at(code, i + 1));
  }
  return text;
}

}  // namespace whet
