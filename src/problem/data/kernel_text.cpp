#include "problem/data/kernel_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

#include "util/system/knowledge.h"

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
  std::string all;

 private:
  void add_lines(std::string_view content) {
    constexpr std::string_view k_include = "#include \"";
    while (!content.empty()) {
      const std::string_view line = content.substr(0, content.find('\n'));
      content.remove_prefix(std::min(content.size(), line.size() + 1));
      if (line.starts_with(k_include))
        add(line.substr(k_include.size() + k_folder.size(), line.size() - k_include.size() - k_folder.size() - 1));
      else if (line != "#pragma once")
        all.append(line) += '\n';
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

struct FormulaGroup {
  std::string_view kernel, with;
};

FormulaGroup group_of(FormulaKind kind) {
  if (kind < FormulaKind::unchanged) return {"whet_fill", "with_fill"};
  if (kind < FormulaKind::patches) return {"whet_vary", "with_variant"};
  if (kind < FormulaKind::cells) return {"whet_patch", "with_pieces"};
  return {"whet_edit", "with_edit"};
}

}  // namespace

std::string_view array_kernel(FormulaKind kind) {
  return group_of(kind).kernel;
}

std::string array_kernel_text(ElementType type, FormulaKind kind) {
  KernelText text;
  text.add("codec.h");
  text.all += fmt::format("namespace whet {{\nusing KernelCodec = {};\n}}\n", codec_name(type));
  text.all +=
      fmt::format("#define WHET_KERNEL {}\n#define WHET_GROUP {}\n", group_of(kind).kernel, group_of(kind).with);
  text.add("kernels.cu");
  return std::move(text.all);
}

std::string compare_kernel_text(ElementType output, ElementType expected) {
  KernelText text;
  text.add("codec.h");
  text.all += fmt::format("namespace whet {{\nusing KernelCodec = {};\nusing ExpectedCodec = {};\n}}\n",
                          codec_name(output), codec_name(expected));
  text.add("compare_kernels.cu");
  return std::move(text.all);
}

}  // namespace whet
