#include "compile/cache/build_file.h"

#include "compile/source/packing.h"
#include "util/hash.h"

namespace whet {

namespace {

// The version must be raised with every change of the layout below. An entry is this line, the SHA-256 of the rest, and
// the fields in order.
constexpr std::string_view k_mark = "whet build 2\n";
constexpr size_t k_digest_size = 64;

void write_lists(const Build& build, Packer& packer) {
  packer.count(build.messages.size());
  for (const CompilerMessage& message : build.messages) {
    packer.number(static_cast<int>(message.severity));
    packer.text(message.file);
    packer.number(message.line);
    packer.number(message.column);
    packer.text(message.text);
  }
  packer.count(build.resources.size());
  for (const ResourceUsage& usage : build.resources) {
    packer.text(usage.kernel);
    for (const int value :
         {usage.registers, usage.stack_bytes, usage.spill_store_bytes, usage.spill_load_bytes, usage.shared_bytes}) {
      packer.number(value);
    }
  }
}

void read_lists(Unpacker& unpacker, Build& build) {
  for (size_t left = unpacker.count(); left > 0 && unpacker.good(); --left) {
    CompilerMessage message;
    message.severity = static_cast<Severity>(unpacker.number());
    message.file = unpacker.text();
    message.line = static_cast<int>(unpacker.number());
    message.column = static_cast<int>(unpacker.number());
    message.text = unpacker.text();
    build.messages.push_back(std::move(message));
  }
  for (size_t left = unpacker.count(); left > 0 && unpacker.good(); --left) {
    ResourceUsage usage;
    usage.kernel = unpacker.text();
    for (int* value : {&usage.registers, &usage.stack_bytes, &usage.spill_store_bytes, &usage.spill_load_bytes,
                       &usage.shared_bytes}) {
      *value = static_cast<int>(unpacker.number());
    }
    build.resources.push_back(std::move(usage));
  }
}

}  // namespace

std::string write_build(const Build& build) {
  Packer packer;
  packer.number(build.architecture.sm);
  packer.number(build.architecture.suffix);
  for (const std::string* text : {&build.cubin, &build.ptx, &build.library, &build.compiler, &build.why_this_compiler})
    packer.text(*text);
  packer.real(build.compile_ms);
  write_lists(build, packer);
  return std::string(k_mark) + sha256_hex(packer.bytes()) + packer.bytes();
}

std::optional<Build> read_build(std::string_view content) {
  if (!content.starts_with(k_mark) || content.size() < k_mark.size() + k_digest_size) return std::nullopt;
  const std::string_view digest = content.substr(k_mark.size(), k_digest_size);
  const std::string_view fields = content.substr(k_mark.size() + k_digest_size);
  if (sha256_hex(fields) != digest) return std::nullopt;
  Unpacker unpacker(fields);
  Build build;
  build.architecture.sm = static_cast<int>(unpacker.number());
  build.architecture.suffix = static_cast<char>(unpacker.number());
  for (std::string* text : {&build.cubin, &build.ptx, &build.library, &build.compiler, &build.why_this_compiler})
    *text = unpacker.text();
  build.compile_ms = unpacker.real();
  read_lists(unpacker, build);
  return unpacker.good() && unpacker.at_end() ? std::optional(std::move(build)) : std::nullopt;
}

}  // namespace whet
