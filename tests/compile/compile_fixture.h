// What the tests that really compile share.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>

#include "compile/compiler.h"
#include "compile/toolkit/toolkit.h"
#include "support/source_folder.h"
#include "support/support.h"

namespace whet::test {

// Counts what it starts.
class CountingRunner : public SystemProcessRunner {
 public:
  Result<Finished> run(const ProcessCommand& command) override {
    ++started;
    return SystemProcessRunner::run(command);
  }
  int started = 0;
};

inline Architecture hopper() {
  return {90, 'a'};
}

inline std::string cases_directory() {
  return test::source_folder() + "/tests/compile/cases";
}

// Compiles with the toolkit of this machine; a test is skipped where there is none.
class CompileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files, processes);
    if (!toolkit || toolkit->nvcc.empty()) GTEST_SKIP() << "there is no nvcc here";
    if (toolkit->nvrtc.empty()) GTEST_SKIP() << "there is no NVRTC here";
  }

  // A request for a source given as text, under a name in the temporary directory; the file itself is not written.
  CompileRequest request_for(const std::string& source, const std::string& name = "kernel.cu") const {
    CompileRequest request;
    request.file = directory.path(name);
    request.source = source;
    request.architectures = {hopper()};
    return request;
  }

  Result<std::vector<Build>> compile(const CompileRequest& request) {
    if (!compiler) compiler = std::make_unique<Compiler>(Compiler::Options{cache_directory}, files, processes, clock);
    return compiler->compile(request);
  }

  TemporaryDirectory directory;
  DiskFileSystem files;
  CountingRunner processes;
  SystemClock clock;
  std::string cache_directory;
  std::unique_ptr<Compiler> compiler;
};

// The sections of an ELF file of 64 bits, by name; empty when it is none.
inline std::map<std::string, std::string> elf_sections(const std::string& elf) {
  std::map<std::string, std::string> sections;
  const auto at = [&](size_t offset, auto& value) {
    if (offset + sizeof value <= elf.size()) std::memcpy(&value, elf.data() + offset, sizeof value);
  };
  uint64_t table = 0;
  uint16_t count = 0, names = 0;
  if (!elf.starts_with("\177ELF")) return sections;
  at(0x28, table), at(0x3c, count), at(0x3e, names);
  uint64_t name_table = 0;
  at(table + 64 * names + 24, name_table);
  for (uint16_t i = 0; i < count; ++i) {
    uint32_t name = 0, type = 0;
    uint64_t offset = 0, size = 0;
    at(table + 64 * i, name), at(table + 64 * i + 4, type), at(table + 64 * i + 24, offset),
        at(table + 64 * i + 32, size);
    if (type == 8 || offset + size > elf.size() || name_table + name >= elf.size()) continue;
    sections[elf.c_str() + name_table + name] = elf.substr(offset, size);
  }
  return sections;
}

// The code of every function of a cubin, by mangled name. Unnamed namespaces have a hash in their name that differs
// between the compilers; it is replaced by X.
inline std::map<std::string, std::string> code_of(const std::string& cubin) {
  std::map<std::string, std::string> code;
  for (auto& [name, bytes] : elf_sections(cubin)) {
    if (!name.starts_with(".text.")) continue;
    std::string function = name.substr(6);
    if (const size_t at = function.find("_GLOBAL__N__"); at != std::string::npos) function.replace(at + 12, 8, "X");
    code[function] = bytes;
  }
  return code;
}

}  // namespace whet::test
