#include "cudart/code/code_choice.h"

#include <fmt/format.h>

#include <optional>

#include "binary/container/fatbin.h"
#include "binary/container/ptx_header.h"
#include "ptx/link/link.h"
#include "util/text.h"

namespace whet::cudart {

namespace {

constexpr uint32_t k_wrapper_magic = 0x466243b1;
constexpr uint32_t k_linked_version = 2;  // device code of several files (-rdc=true)

// The layout in nvcc's host code.
struct FatbinWrapper {
  uint32_t magic = 0;
  uint32_t version = 0;
  const std::byte* fatbin = nullptr;
  const std::byte* const* linked = nullptr;  // version 2 only: each file's fatbin, terminated by a null
};

struct FatbinHeader {
  uint32_t magic = 0;
  uint16_t version = 0;
  uint16_t header_bytes = 0;
  uint64_t content_bytes = 0;
};

std::string build_advice(int sm) {
  return fmt::format("build the program with nvcc -cudart shared -gencode arch=compute_{0},code=[sm_{0},compute_{0}]",
                     sm);
}

// PTX runs on its own compute capability and later ones; PTX with a suffix (sm_90a) runs on its own only.
bool runs_on(const Architecture& ptx, const Architecture& device) {
  return ptx.suffix ? ptx.sm == device.sm : ptx.sm <= device.sm;
}

std::string names_of(const std::vector<Architecture>& architectures, const char* prefix) {
  std::vector<std::string> names;
  for (const Architecture& architecture : architectures) names.push_back(prefix + architecture.name().substr(3));
  return join(names, ", ");
}

Error no_code(const std::vector<Architecture>& ptx, const std::vector<Architecture>& cubins,
              const DeviceFacts& device) {
  const std::string advice = build_advice(device.architecture.sm);
  if (!ptx.empty()) {
    return bad_input(fmt::format("the program's PTX is for {}, which {} ({}) does not run", names_of(ptx, "compute_"),
                                 device.name, device.architecture.name()),
                     {}, advice + ", or choose a newer GPU with --device");
  }
  if (!cubins.empty()) {
    return bad_input(
        fmt::format("the program has machine code alone ({}); the virtual GPU runs PTX", names_of(cubins, "sm_")), {},
        advice);
  }
  return bad_input("the program's fatbin holds neither PTX nor machine code", {}, advice);
}

Result<ByteView> fatbin_at(const std::byte* address) {
  FatbinHeader header;
  std::memcpy(&header, address, sizeof header);
  if (header.magic != k_fatbin_magic) return bad_input("the program registers device code that is not a fatbin");
  return ByteView(address, header.header_bytes + header.content_bytes);
}

}  // namespace

Result<RegisteredCode> registered_code(const void* address) {
  FatbinWrapper wrapper;
  std::memcpy(&wrapper, address, sizeof wrapper);
  if (wrapper.magic != k_wrapper_magic || !wrapper.fatbin)
    return bad_input("the program registers device code in a form that is not known here");
  RegisteredCode code{.fatbins = {}, .linked = wrapper.version == k_linked_version};
  const std::byte* const alone[] = {wrapper.fatbin, nullptr};
  for (const std::byte* const* file = code.linked ? wrapper.linked : alone; file && *file; ++file) {
    TRY(fatbin, fatbin_at(*file));
    code.fatbins.push_back(fatbin);
  }
  if (code.fatbins.empty()) return bad_input("the program registers linked device code without any file");
  return code;
}

Result<Build> choose_code(ByteView bytes, const DeviceFacts& device) {
  TRY(fatbin, read_fatbin(bytes));
  Build build;
  std::vector<Architecture> ptx_seen, cubins_seen;
  std::optional<Architecture> chosen;
  for (const FatbinEntry& entry : fatbin.entries) {
    if (entry.kind == FatbinKind::cubin) cubins_seen.push_back(entry.architecture);
    if (entry.kind != FatbinKind::ptx) continue;
    TRY(text, unpack(entry));
    const Architecture target = ptx_target(text).value_or(entry.architecture);
    ptx_seen.push_back(target);
    if (!runs_on(target, device.architecture) || (chosen && chosen->sm > target.sm)) continue;
    while (!text.empty() && text.back() == '\0') text.pop_back();
    build.ptx = std::move(text);
    chosen = target;
  }
  if (!chosen) return no_code(ptx_seen, cubins_seen, device);
  build.architecture = *chosen;
  for (const FatbinEntry& entry : fatbin.entries) {
    if (entry.kind != FatbinKind::cubin || entry.architecture.sm != chosen->sm) continue;
    if (chosen->sm != device.architecture.sm) continue;
    TRY(cubin, unpack(entry));
    build.cubin = std::move(cubin);
  }
  return build;
}

Result<Build> choose_code(const RegisteredCode& code, const DeviceFacts& device) {
  if (!code.linked) return choose_code(code.fatbins.front(), device);
  Build linked;
  std::vector<std::string> texts;
  for (const ByteView fatbin : code.fatbins) {
    TRY(build, choose_code(fatbin, device));
    if (texts.empty() || linked.architecture.sm <= build.architecture.sm) linked.architecture = build.architecture;
    texts.push_back(std::move(build.ptx));
  }
  TRY(text, ptx::link(texts));
  linked.ptx = std::move(text);
  return linked;
}

}  // namespace whet::cudart
