#include "judge/oracle/python_oracle.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "compile/source/scratch.h"
#include "util/text.h"
#include "util/text/json.h"

namespace whet {

namespace {

constexpr const char* k_variable = "WHET_PYTHON";
constexpr int k_no_library = 40, k_bad_answer = 41;  // exit codes of the driver

// Reads job.json beside it; every array is a file of doubles or 64-bit integers.
constexpr const char* k_driver = R"(import ctypes, importlib.util, inspect, json, os, sys
job = json.load(open(os.path.join(sys.argv[1], "job.json")))
try:
    import torch
except ImportError:
    torch = None
try:
    import numpy
except ImportError:
    numpy = None
if torch is None and numpy is None:
    sys.exit(40)

def load(array):
    raw = bytearray(open(os.path.join(sys.argv[1], array["file"]), "rb").read())
    if torch is not None:
        kind = torch.float64 if array["floating"] else torch.int64
        return torch.frombuffer(raw, dtype=kind).reshape(array["shape"]).clone()
    kind = numpy.float64 if array["floating"] else numpy.int64
    return numpy.frombuffer(bytes(raw), dtype=kind).reshape(array["shape"]).copy()

def refuse(text):
    print(text, file=sys.stderr)
    sys.exit(41)

values = {a["name"]: load(a) for a in job["arrays"]}
values.update(job["numbers"])
outputs = [a for a in job["arrays"] if a["output"]]
spec = importlib.util.spec_from_file_location("reference_file", job["file"])
sys.path.insert(0, os.path.dirname(job["file"]))
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
function = getattr(module, job["entry"], None)
if function is None:
    refuse("the file defines no `%s`" % job["entry"])
parameters = inspect.signature(function).parameters
takes_all = any(p.kind == p.VAR_KEYWORD for p in parameters.values())
try:
    answer = function(**{k: v for k, v in values.items() if takes_all or k in parameters})
except SystemExit as end:
    refuse("it exits with %s" % end.code)
if isinstance(answer, dict):
    values.update(answer)
elif answer is not None:
    answers = list(answer) if isinstance(answer, (tuple, list)) else [answer]
    if len(answers) != len(outputs):
        refuse("it returns %d arrays, the problem has %d outputs" % (len(answers), len(outputs)))
    for a, value in zip(outputs, answers):
        values[a["name"]] = value
for a in outputs:
    value = values[a["name"]]
    if torch is not None and isinstance(value, torch.Tensor):
        if value.is_complex():
            refuse("`%s` holds %s, not real numbers" % (a["name"], value.dtype))
        value = value.detach().to("cpu", torch.float64).contiguous()
        count = value.numel()
        shape, raw = list(value.shape), bytes((ctypes.c_char * (8 * count)).from_address(value.data_ptr()))
    elif numpy is not None:
        value = numpy.asarray(value)
        if value.dtype.kind not in "biuf":
            refuse("`%s` holds %s, not real numbers" % (a["name"], value.dtype))
        value = value.astype(numpy.float64)
        count, shape, raw = value.size, list(value.shape), value.tobytes()
    else:
        refuse("`%s` is no tensor" % a["name"])
    if shape != a["shape"] and count != 1:
        refuse("`%s` has the shape %s, the problem says %s" % (a["name"], shape, a["shape"]))
    open(os.path.join(sys.argv[1], "out_" + a["file"]), "wb").write(raw)
)";

template <typename T>
std::string raw_bytes(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

Json number_json(ElementType type, double value) {
  if (is_floating(type)) return Json(value);
  return Json(static_cast<int64_t>(value));
}

// A dict of its numbers; array members are lists.
Json struct_json(const ResolvedArgument& argument) {
  Json json = Json::object();
  for (const ResolvedField& field : argument.fields) {
    if (!field.array.empty()) continue;
    if (field.count == 1) json[field.name] = number_json(field.type, field.value);
    for (uint64_t i = 0; field.count > 1 && i < field.count; ++i)
      json[field.name].push_back(number_json(field.type, field.value));
  }
  return json;
}

class PythonOracle : public Oracle {
 public:
  PythonOracle(const Problem& problem, const OracleServices& services) : problem_(problem), services_(services) {}

  Result<Expected> expected(const ResolvedCase& resolved, const std::vector<std::string>& inputs) override {
    TRY(scratch, Scratch::make(services_.files));
    TRY_VOID(write_job(resolved, inputs, scratch));
    TRY(finished, run(scratch));
    TRY_VOID(check(finished));
    Expected arrays(resolved.own_arguments);
    for (size_t i = 0; i < arrays.size(); ++i) {
      const ResolvedArgument& argument = resolved.arguments[i];
      if (argument.is_scalar || argument.role == ArgumentRole::in) continue;
      const std::string file = scratch.file("out_" + argument.name);
      if (!services_.files.info(file))
        return bad_input("the reference ends without an answer", problem_.reference.file, "let it return, not exit");
      TRY(bytes, read_within(services_.files, file, argument.count * sizeof(double)));
      if (bytes.size() != argument.count * sizeof(double))
        return bad_input("`" + argument.name + "` of the reference has another number of elements",
                         problem_.reference.file);
      arrays[i].resize(argument.count);
      std::memcpy(arrays[i].data(), bytes.data(), bytes.size());
    }
    return arrays;
  }

 private:
  // An environment's python may lack the libraries that the system's has; one that the user names is the only one.
  Result<Finished> run(const Scratch& scratch) {
    ProcessCommand command;
    command.timeout = services_.reference_limit;
    std::vector<std::string> interpreters = {python_of(services_.processes)};
    if (!std::getenv(k_variable)) interpreters.emplace_back("/usr/bin/python3");
    for (const std::string& python : interpreters) {
      command.argv = {python, scratch.file("driver.py"), scratch.path()};
      TRY(finished, services_.processes.run(command));
      if (finished.exit_code != k_no_library) return finished;
    }
    return Finished{.exit_code = k_no_library};
  }

  Result<void> write_job(const ResolvedCase& resolved, const std::vector<std::string>& inputs, const Scratch& scratch) {
    Json arrays = Json::array(), numbers = Json::object();
    for (const NamedNumber& dimension : resolved.dims) numbers[dimension.name] = dimension.value;
    for (size_t i = 0; i < resolved.own_arguments; ++i) {
      const ResolvedArgument& argument = resolved.arguments[i];
      if (!argument.fields.empty()) {
        numbers[argument.name] = struct_json(argument);
        continue;
      }
      if (argument.is_scalar) {
        const bool floating = is_floating(argument.type);
        numbers[argument.name] = floating ? Json(argument.value) : Json(static_cast<int64_t>(argument.value));
        continue;
      }
      std::vector<double> values = decode_elements(argument.type, inputs[i]);
      values.resize(argument.count);
      std::string bytes = raw_bytes(values);
      if (!is_floating(argument.type)) bytes = raw_bytes(std::vector<int64_t>(values.begin(), values.end()));
      TRY_VOID(services_.files.write(scratch.file(argument.name), bytes));
      Json shape = Json::array();
      for (const uint64_t extent : argument.shape) shape.push_back(extent);
      arrays.push_back(Json::Object{{"name", argument.name},
                                    {"file", argument.name},
                                    {"floating", is_floating(argument.type)},
                                    {"output", argument.role != ArgumentRole::in},
                                    {"shape", shape}});
    }
    const Json job = Json::Object{{"file", std::filesystem::absolute(problem_.reference.file).string()},
                                  {"entry", problem_.reference.entry},
                                  {"arrays", arrays},
                                  {"numbers", numbers}};
    TRY_VOID(services_.files.write(scratch.file("job.json"), job.dump()));
    return services_.files.write(scratch.file("driver.py"), k_driver);
  }

  Result<void> check(const Finished& finished) const {
    const std::string& file = problem_.reference.file;
    if (finished.timed_out)
      return bad_input(fmt::format("the reference gives no answer: it took longer than {} s",
                                   static_cast<double>(services_.reference_limit.count()) / 1000),
                       file, "make it faster, choose smaller sizes, or allow it more time");
    if (finished.exit_code == k_no_library)
      return missing("the reference is Python, and python3 has neither torch nor numpy", file,
                     "install one: pip install torch, or apt-get install python3-numpy; or name a Python that has it "
                     "with WHET_PYTHON");
    if (finished.exit_code == k_bad_answer)
      return bad_input("the reference's answer does not fit: " + std::string(trim(finished.err)), file,
                       "return arrays of the shapes the problem gives, or write into the outputs");
    if (finished.exit_code == 0) return {};
    Error error = bad_input("the reference failed", file, "run it by itself with these sizes");
    error.details = finished.err;
    return error;
  }

  Problem problem_;
  OracleServices services_;
};

}  // namespace

std::string python_of(const ProcessRunner& processes) {
  const char* named = std::getenv(k_variable);
  const std::string python = named && *named ? named : "python3";
  return processes.find_program(python).value_or(python);
}

Result<std::unique_ptr<Oracle>> make_python_oracle(const Problem& problem, const OracleServices& services) {
  const std::string python = python_of(services.processes);
  if (!services.processes.find_program(python))
    return missing("the reference is Python, and there is no " + python, problem.reference.file,
                   "install it: apt-get install python3 python3-numpy");
  return std::unique_ptr<Oracle>(new PythonOracle(problem, services));
}

}  // namespace whet
