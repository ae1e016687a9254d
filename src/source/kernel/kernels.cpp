#include "source/kernel/kernels.h"

#include <algorithm>

#include "util/text.h"

namespace whet {

namespace {

// The text between two tokens, trimmed.
std::string between(const Code& code, size_t open, size_t close) {
  const char* begin = code.tokens[open].text.data() + code.tokens[open].text.size();
  const char* end = code.tokens[close].text.data();
  return begin < end ? std::string(trim({begin, static_cast<size_t>(end - begin)})) : "";
}

std::string launch_bounds_of(const Code& code, const Declaration& declaration) {
  for (size_t i = declaration.first; i < declaration.head_end; ++i) {
    if (code.is(i, "__launch_bounds__") && code.is(i + 1, "(")) return between(code, i + 1, code.partner[i + 1]);
  }
  return "";
}

KernelSource kernel_of(const Code& code, const Declaration& declaration) {
  KernelSource kernel;
  kernel.name = code.tokens[declaration.name_token].text;
  kernel.scope = declaration.scope;
  kernel.line = code.tokens[declaration.name_token].line;
  kernel.is_template = declaration.is_template;
  kernel.has_body = declaration.has_body;
  kernel.launch_bounds = launch_bounds_of(code, declaration);
  kernel.parameters = between(code, declaration.parameters, code.partner[declaration.parameters]);
  if (declaration.is_template) {
    const size_t open = declaration.first + 1;
    kernel.template_parameters = between(code, open, code.after_angles(open) - 1);
  }
  return kernel;
}

// `template <>` is a specialization: a kernel of its own, without open parameters.
bool is_open_template(const KernelSource& kernel) {
  return kernel.is_template && !kernel.template_parameters.empty();
}

}  // namespace

std::vector<KernelSource> find_kernels(const Outline& outline) {
  std::vector<KernelSource> kernels;
  for (const Declaration& declaration : outline.declarations) {
    const bool usable = declaration.global && declaration.parameters > 0;
    if (!usable || declaration.kind == DeclarationKind::instantiation) continue;
    KernelSource kernel = kernel_of(outline.code, declaration);
    kernel.is_template = is_open_template(kernel);
    const auto declared = std::find_if(kernels.begin(), kernels.end(), [&](const KernelSource& other) {
      return !other.has_body && other.name == kernel.name && other.scope == kernel.scope;
    });
    if (declared == kernels.end())
      kernels.push_back(std::move(kernel));
    else if (kernel.has_body)
      *declared = std::move(kernel);
  }
  for (const Declaration& declaration : outline.declarations) {
    if (declaration.kind != DeclarationKind::instantiation || declaration.names.empty()) continue;
    for (KernelSource& kernel : kernels) {
      if (kernel.is_template && kernel.name == declaration.names[0]) kernel.is_instantiated = true;
    }
  }
  return kernels;
}

std::vector<KernelSource> find_kernels(std::string_view source) {
  return find_kernels(outline(source));
}

}  // namespace whet
