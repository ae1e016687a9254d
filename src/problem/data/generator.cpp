#include "problem/data/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>

#include "compile/source/scratch.h"
#include "util/hash.h"
#include "util/system/process.h"
#include "util/text.h"
#include "util/text/json.h"

namespace whet {

namespace {

constexpr std::chrono::minutes k_generator_limit{5};
constexpr size_t k_kept_seeds = 4;

constexpr const char* k_generator_driver = R"py(import array, importlib.util, json, sys
folder = sys.argv[1]
job = json.load(open(folder + "/job.json"))
spec = importlib.util.spec_from_file_location("inputs", job["file"])
module = importlib.util.module_from_spec(spec)
sys.path.insert(0, job["directory"])
spec.loader.exec_module(module)
if not hasattr(module, "generate"):
    sys.exit("it defines no function generate(seed, ...)")
made = module.generate(int(job["seed"]), **job["sizes"])
if not isinstance(made, dict):
    sys.exit("generate() does not return a dict of arrays by name")
def flat(value):
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        return [value]
    return [x for item in value for x in flat(item)]
def doubles(value):
    if hasattr(value, "detach"):
        value = value.detach().cpu().double().numpy() if hasattr(value, "numpy") else value
    if hasattr(value, "astype"):
        return value.astype("float64").tobytes()
    return array.array("d", [float(x) for x in flat(value)]).tobytes()
for name in job["arrays"]:
    if name not in made:
        sys.exit("generate() gives no `" + name + "`")
    open(folder + "/out_" + name, "wb").write(doubles(made[name]))
)py";

struct Wanted {
  std::string name;
  uint64_t count = 0;
};

Error failure(const std::string& file, const Finished& finished) {
  Error error = bad_input(finished.timed_out ? "the generator takes longer than 5 minutes" : "the generator failed",
                          file, "run it by itself with these sizes");
  error.details = finished.err;
  return error;
}

// How a file's output for one seed is written to `out_NAME` in a folder, as doubles.
class FileRun {
 public:
  FileRun(std::string file, std::vector<Wanted> arrays, std::vector<NamedNumber> dims)
      : file_(std::move(file)), arrays_(std::move(arrays)), dims_(std::move(dims)) {}

  Result<void> run(uint64_t seed, const Scratch& scratch, FileSystem& files, ProcessRunner& processes) const {
    return extension_of(file_) == ".py" ? run_python(seed, scratch, files, processes)
                                        : run_cpp(seed, scratch, files, processes);
  }

 private:
  Result<void> run_python(uint64_t seed, const Scratch& scratch, FileSystem& files, ProcessRunner& processes) const {
    Json sizes = Json::object(), names = Json::array();
    for (const NamedNumber& dimension : dims_) sizes[dimension.name] = dimension.value;
    for (const Wanted& wanted : arrays_) names.push_back(wanted.name);
    const std::string path = std::filesystem::absolute(file_).string();
    const Json job = Json::Object{{"file", path},
                                  {"directory", directory_of(path)},
                                  {"seed", std::to_string(seed)},
                                  {"sizes", sizes},
                                  {"arrays", names}};
    TRY_VOID(files.write(scratch.file("job.json"), job.dump()));
    TRY_VOID(files.write(scratch.file("driver.py"), k_generator_driver));
    const char* const named = std::getenv("WHET_PYTHON");
    ProcessCommand command;
    command.argv = {named && *named ? named : "python3", scratch.file("driver.py"), scratch.path()};
    command.timeout = k_generator_limit;
    TRY(finished, processes.run(command));
    if (finished.exit_code != 0 || finished.timed_out) return failure(file_, finished);
    return {};
  }

  std::string declaration() const {
    std::string text = "void generate(uint64_t seed";
    for (const Wanted& wanted : arrays_) text += ", double* " + wanted.name;
    for (const NamedNumber& dimension : dims_) text += ", int64_t " + dimension.name;
    return text + ")";
  }

  // The program that calls it: counts are arguments, arrays are written to files.
  std::string program() const {
    std::string arrays, passed, written;
    size_t at = 3;
    for (const Wanted& wanted : arrays_) {
      arrays += fmt::format("  std::vector<double> whet_{}(std::strtoull(v[{}], nullptr, 10));\n", wanted.name, at++);
      passed += fmt::format(", whet_{}.data()", wanted.name);
      written += fmt::format("  whet_write(folder + \"/out_{}\", whet_{});\n", wanted.name, wanted.name);
    }
    for (size_t i = 0; i < dims_.size(); ++i)
      passed += fmt::format(", int64_t(std::strtoll(v[{}], nullptr, 10))", at++);
    return "#include <cstdio>\n#include <cstdlib>\n#include <string>\n#include <vector>\n"
           "static void whet_write(const std::string& path, const std::vector<double>& values) {\n"
           "  std::FILE* file = std::fopen(path.c_str(), \"wb\");\n"
           "  if (!file || std::fwrite(values.data(), 8, values.size(), file) != values.size()) std::exit(9);\n"
           "  std::fclose(file);\n}\n"
           "int main(int, char** v) {\n  const std::string folder = v[2];\n" +
           arrays + "  generate(uint64_t(std::strtoull(v[1], nullptr, 10))" + passed + ");\n" + written + "}\n";
  }

  // Compiled once per content, and kept in memory so that no file is left behind by a process that is killed.
  Result<std::string> built(FileSystem& files, ProcessRunner& processes) const {
    static std::mutex mutex;
    static std::map<std::string, std::string> programs;
    const std::lock_guard lock(mutex);
    TRY(content, files.read(file_));
    std::string& known = programs[sha256_hex(content + program())];
    if (!known.empty()) return known;
    TRY(scratch, Scratch::make(files));
    TRY_VOID(files.write(scratch.file("main.cpp"), program()));
    ProcessCommand command;
    const std::string path = std::filesystem::absolute(file_).string();
    command.argv = {"c++",     "-std=c++17",
                    "-O2",     "-include",
                    "cstdint", "-include",
                    path,      scratch.file("main.cpp"),
                    "-o",      scratch.file("generator")};
    TRY(finished, processes.run(command));
    if (finished.exit_code != 0) {
      Error error = bad_input("the generator does not compile", file_, "it must define\n" + declaration());
      error.details = finished.err;
      return error;
    }
    TRY(bytes, files.read(scratch.file("generator")));
    return known = std::move(bytes);
  }

  Result<void> run_cpp(uint64_t seed, const Scratch& scratch, FileSystem& files, ProcessRunner& processes) const {
    TRY(bytes, built(files, processes));
    const std::string program = scratch.file("generator");
    TRY_VOID(files.write(program, bytes));
    std::error_code error;
    std::filesystem::permissions(program, std::filesystem::perms::owner_all, error);
    ProcessCommand command;
    command.argv = {program, std::to_string(seed), scratch.path()};
    for (const Wanted& wanted : arrays_) command.argv.push_back(std::to_string(wanted.count));
    for (const NamedNumber& dimension : dims_) command.argv.push_back(std::to_string(dimension.value));
    command.timeout = k_generator_limit;
    TRY(finished, processes.run(command));
    if (finished.exit_code != 0 || finished.timed_out) return failure(file_, finished);
    return {};
  }

  std::string file_;
  std::vector<Wanted> arrays_;
  std::vector<NamedNumber> dims_;
};

class FileGenerator : public DataGenerator {
 public:
  FileGenerator(std::string file, std::vector<Wanted> arrays, std::vector<NamedNumber> dims)
      : file_(std::move(file)), arrays_(arrays), run_(file_, std::move(arrays), std::move(dims)) {}

  Result<std::string> data(const ResolvedArgument& argument, uint64_t seed) override {
    const std::lock_guard lock(mutex_);
    if (!known_.contains(seed)) {
      TRY(arrays, make(seed));
      if (known_.size() >= k_kept_seeds) known_.erase(known_.begin());
      known_[seed] = std::move(arrays);
    }
    return encode_elements(argument.type, known_[seed][argument.name]);
  }

 private:
  using Arrays = std::map<std::string, std::vector<double>>;

  Result<Arrays> make(uint64_t seed) const {
    DiskFileSystem files;
    SystemProcessRunner processes;
    TRY(scratch, Scratch::make(files));
    TRY_VOID(run_.run(seed, scratch, files, processes));
    Arrays arrays;
    for (const Wanted& wanted : arrays_) {
      TRY(bytes, files.read(scratch.file("out_" + wanted.name)));
      if (bytes.size() != wanted.count * sizeof(double))
        return bad_input(fmt::format("the generator gives `{}` {} elements, the problem {}", wanted.name,
                                     bytes.size() / sizeof(double), wanted.count),
                         file_, "return as many as the shape says");
      std::vector<double>& values = arrays[wanted.name];
      values.resize(wanted.count);
      std::memcpy(values.data(), bytes.data(), bytes.size());
    }
    return arrays;
  }

  std::string file_;
  std::vector<Wanted> arrays_;
  FileRun run_;
  std::mutex mutex_;
  std::map<uint64_t, Arrays> known_;
};

}  // namespace

std::shared_ptr<DataGenerator> make_generator(const Problem& problem, const std::vector<ResolvedArgument>& arguments,
                                              const std::vector<NamedNumber>& dims) {
  std::vector<Wanted> wanted;
  for (const ResolvedArgument& argument : arguments) {
    if (argument.is_read() && argument.fill.kind == FillKind::generated)
      wanted.push_back({argument.name, argument.count});
  }
  return std::make_shared<FileGenerator>(problem.generator, std::move(wanted), dims);
}

}  // namespace whet
