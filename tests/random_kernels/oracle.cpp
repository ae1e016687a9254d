#include "random_kernels/oracle.h"

#include <dlfcn.h>

#include "random_kernels/chance.h"
#include "util/system/files.h"

namespace whet::random_kernels {

Result<std::unique_ptr<Oracle>> Oracle::compile(const std::string& source, const std::string& compiler,
                                                const std::string& directory, ProcessRunner& processes) {
  static int count = 0;
  const std::string stem = directory + "/oracle_" + std::to_string(count++);
  DiskFileSystem files;
  TRY_VOID(files.write(stem + ".cpp", source));
  ProcessCommand command;
  // Without -frounding-math g++ makes -x of 0.0f - x where x was an integer, which is -0 for 0.
  command.argv = {
      compiler,  "-O0", "-frounding-math", "-std=c++17", "-w", "-ffp-contract=off", "-fvisibility=hidden", "-fPIC",
      "-shared", "-o",  stem + ".so",      stem + ".cpp"};
  command.timeout = std::chrono::minutes(10);
  TRY(finished, processes.run(command));
  if (finished.exit_code != 0)
    return failed("the host's compiler refused " + stem + ".cpp:\n" + finished.err.substr(0, 3000));
  void* const library = dlopen((stem + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return failed(std::string("the oracle cannot be loaded: ") + dlerror());
  (void)files.remove(stem + ".so");
  (void)files.remove(stem + ".cpp");
  return std::unique_ptr<Oracle>(new Oracle(library));
}

Oracle::~Oracle() {
  dlclose(library_);
}

template <typename F>
F* Oracle::function(const std::string& name) const {
  return reinterpret_cast<F*>(dlsym(library_, name.c_str()));
}

LaunchData Oracle::data(const Kernel& kernel, int number) const {
  const auto bytes = [&](const std::string& name) { return function<uint32_t()>(name)(); };
  const uint32_t threads = kernel.grid * kernel.threads();
  LaunchData data;
  data.in.resize(bytes("whet_in_bytes"));
  data.slices.resize(size_t{threads} * bytes("whet_slice_bytes"));
  data.acc.resize(bytes("whet_acc_bytes"));
  data.parameters.resize(bytes("k" + std::to_string(number) + "_parameter_bytes"));
  function<void(char*, char*, uint32_t, char*, uint64_t)>("whet_fill")(data.in.data(), data.slices.data(), threads,
                                                                       data.acc.data(), kernel.seed);
  data.start = data.acc;
  Chance chance(kernel.seed ^ 0x9a7a);
  for (char& byte : data.parameters) byte = static_cast<char>(chance.next());
  return data;
}

LaunchData Oracle::run(int number, LaunchData data) const {
  function<void(const char*, char*, char*, const char*, const char*)>("k" + std::to_string(number))(
      data.in.data(), data.slices.data(), data.acc.data(), data.start.data(), data.parameters.data());
  return data;
}

}  // namespace whet::random_kernels
