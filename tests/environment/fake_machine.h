// A machine made of fakes: libraries with prepared functions, a kernel with prepared answers.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "environment/host.h"
#include "environment/machine.h"
#include "support/support.h"

namespace whet::test {

class FakeLibraries : public Libraries {
 public:
  using Symbols = std::map<std::string, void*>;
  void install(const std::string& name, Symbols symbols) { libraries_[name] = {name, std::move(symbols)}; }

  void* open(const std::string& name, std::string& why_not) override {
    const auto found = libraries_.find(name);
    if (found != libraries_.end()) return &found->second;
    why_not = name + ": cannot open shared object file";
    return nullptr;
  }
  void* symbol(void* library, const char* name) override {
    const Symbols& symbols = static_cast<Library*>(library)->symbols;
    const auto found = symbols.find(name);
    return found == symbols.end() ? nullptr : found->second;
  }
  std::string path(void* library) override { return static_cast<Library*>(library)->path; }

 private:
  struct Library {
    std::string path;
    Symbols symbols;
  };
  std::map<std::string, Library> libraries_;
};

class FakeKernel : public Kernel {
 public:
  int landlock_abi() override { return landlock; }
  bool seccomp_filters() override { return seccomp; }
  bool user_namespaces() override { return namespaces; }
  bool may_write(const std::string&) override { return writable; }
  int landlock = 6;
  bool seccomp = true, namespaces = true, writable = true;
};

// FakeProcessRunner, for several threads at once.
class LockedProcessRunner : public FakeProcessRunner {
 public:
  Result<Finished> run(const ProcessCommand& command) override {
    const std::lock_guard lock(mutex_);
    return FakeProcessRunner::run(command);
  }

 private:
  std::mutex mutex_;
};

struct FakeMachine {
  FakeFileSystem files;
  LockedProcessRunner processes;
  FakeLibraries libraries;
  FakeKernel kernel;
  Machine machine{files, processes, libraries, kernel, {}, "/home/u/.cache/whet", "/self"};

  FakeMachine() {
    (void)files.write("/etc/os-release", "PRETTY_NAME=\"Ubuntu 24.04 LTS\"\nID=ubuntu\nID_LIKE=debian\n");
    (void)files.write("/proc/self/status", "Name:\twhet\nUid:\t1000\t1000\t1000\t1000\nCapEff:\t0000000000000000\n");
  }

  // A program on PATH that prints `out` and `err` and ends with `exit_code`.
  void install_program(const std::string& name, const std::string& out, int exit_code = 0,
                       const std::string& err = {}) {
    const Finished finished{exit_code, false, out, err};
    processes.install(name, [](const ProcessCommand&) { return Finished{}; });
    processes.install("/usr/bin/" + name, [finished](const ProcessCommand&) { return finished; });
  }

  Host host() const { return read_host(machine); }
};

}  // namespace whet::test
