#include "problem/data/kernel_text.h"

#include <set>
#include <span>

#include "util/system/knowledge.h"
#include "util/text.h"

namespace whet {

std::span<const EmbeddedFile> embedded_formulas();  // of the build

namespace {

constexpr std::string_view k_folder = "problem/formula/";

// The files one after another, each behind those it includes.
class KernelText {
 public:
  void add(std::string_view name) {
    if (!seen_.insert(name).second) return;
    for (const EmbeddedFile& file : embedded_formulas()) {
      if (file.path == name) add_lines(file.content);
    }
  }
  std::string text;

 private:
  void add_lines(std::string_view content) {
    constexpr std::string_view k_include = "#include \"";
    while (!content.empty()) {
      const std::string_view line = content.substr(0, content.find('\n'));
      content.remove_prefix(std::min(content.size(), line.size() + 1));
      if (line.starts_with(k_include))
        add(line.substr(k_include.size() + k_folder.size(), line.size() - k_include.size() - k_folder.size() - 1));
      else if (line != "#pragma once")
        text.append(line) += '\n';
    }
  }

  std::set<std::string_view> seen_;
};

std::string_view codec_name(ElementType type) {
  constexpr std::string_view k_names[] = {"F16Codec",
                                          "Bf16Codec",
                                          "SingleCodec",
                                          "DoubleCodec",
                                          "E4m3Codec",
                                          "E5m2Codec",
                                          "IntegerCodec<int8_t>",
                                          "IntegerCodec<uint8_t>",
                                          "IntegerCodec<int16_t>",
                                          "IntegerCodec<uint16_t>",
                                          "IntegerCodec<int32_t>",
                                          "IntegerCodec<uint32_t>",
                                          "IntegerCodec<int64_t>",
                                          "IntegerCodec<uint64_t>",
                                          "BooleanCodec"};
  return k_names[static_cast<size_t>(type)];
}

}  // namespace

std::string array_kernels(ElementType type) {
  KernelText kernels;
  kernels.add("codec.h");
  kernels.text += "namespace whet {\nusing KernelCodec = " + std::string(codec_name(type)) + ";\n}\n";
  kernels.add("kernels.cu");
  return std::move(kernels.text);
}

std::string_view array_kernel(FormulaKind kind) {
  if (kind < FormulaKind::unchanged) return "whet_fill";
  if (kind < FormulaKind::patches) return "whet_vary";
  return kind < FormulaKind::cells ? "whet_patch" : "whet_edit";
}

}  // namespace whet
