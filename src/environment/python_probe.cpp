#include "environment/python_probe.h"

#include "environment/child.h"
#include "environment/timeouts.h"
#include "util/text.h"
#include "util/text/json.h"

namespace whet {

namespace {

constexpr Package k_python_package{"python3", "python3", "python3", "python"};

// find_spec locates a top-level package without importing it: importing torch would take seconds.
constexpr const char* k_script = R"(
import json, sys, importlib.util as util
from importlib import metadata
def version(name):
    try: return metadata.version(name)
    except Exception: return None
def folder(name):
    try: return list(util.find_spec(name).submodule_search_locations)[0]
    except Exception: return None
print(json.dumps({"python": sys.version.split()[0], "executable": sys.executable,
  "packages": [p for p in sys.path if p.endswith("-packages")],
  "torch": version("torch"), "torch_folder": folder("torch"),
  "triton": version("triton"), "triton_folder": folder("triton")}))
)";

// The quoted text on the line of a Python file that sets `name`: cuda: Optional[str] = '13.0'
std::string python_string(std::string_view source, std::string_view name) {
  for (const std::string_view line : split(source, '\n')) {
    if (!line.starts_with(name) || line.find('=') == std::string_view::npos) continue;
    const std::string_view value = trim(line.substr(line.rfind('=') + 1));
    if (value.size() >= 2 && (value.front() == '\'' || value.front() == '"'))
      return std::string(value.substr(1, value.size() - 2));
  }
  return {};
}

Probe package_probe(std::string_view name, const Json& values, const std::string& mend) {
  Probe probe = begin_probe(name);
  probe.version = text_of(values, name);
  probe.path = text_of(values, std::string(name) + "_folder");
  if (!probe.version.empty() || !probe.path.empty()) {
    probe.status = ProbeStatus::found;
    return probe;
  }
  probe.detail = "not installed for " + text_of(values, "executable");
  probe.mend = mend;
  return probe;
}

Probe torch_probe(const Machine& machine, const Json& values) {
  Probe probe = package_probe("torch", values, "python3 -m pip install torch");
  if (probe.status != ProbeStatus::found) return probe;
  const auto source = machine.files.read(probe.path + "/version.py");
  if (!source) return probe;
  if (probe.version.empty()) probe.version = python_string(*source, "__version__");
  const std::string cuda = python_string(*source, "cuda");
  if (!cuda.empty()) {
    probe.detail = "for CUDA " + cuda;
    return probe;
  }
  probe.status = ProbeStatus::limited;
  probe.detail = "built without CUDA: references run on the CPU";
  probe.lost = "references and Python kernels cannot use the GPU";
  probe.mend = "python3 -m pip install torch --index-url https://download.pytorch.org/whl/cu130";
  return probe;
}

// The interpreter's answer; the error says why there is none.
Result<Json> ask_python(const Machine& machine, const std::string& path) {
  TRY(finished, machine.processes.run({{path, "-c", k_script}, {}, {}, k_tool_timeout}));
  if (finished.timed_out) return failed("`" + path + "` does not answer");
  if (finished.exit_code != 0) return failed("`" + path + "` fails: " + std::string(trim(finished.err)));
  return Json::parse(finished.out);
}

std::vector<std::string> package_directories(const Json& values) {
  std::vector<std::string> directories;
  const Json* list = values.find("packages");
  if (!list || !list->as_array()) return directories;
  for (const Json& item : *list->as_array()) {
    if (item.as_string()) directories.push_back(*item.as_string());
  }
  return directories;
}

std::vector<Probe> without_python(const Machine& machine, Probe python) {
  std::vector<Probe> probes{std::move(python)};
  for (const char* name : {"torch", "triton"}) {
    Probe probe = begin_probe(name);
    probe.detail = "no working Python";
    probe.mend = "see python";
    probes.push_back(std::move(probe));
  }
  probes.push_back(cutlass_probe(machine, {}));
  return probes;
}

}  // namespace

std::vector<Probe> python_probes(const Machine& machine, const Host& host) {
  Probe python = begin_probe("python");
  const auto path = machine.processes.find_program("python3");
  if (!path) {
    python.mend = install_command(host, k_python_package);
    return without_python(machine, std::move(python));
  }
  python.path = *path;
  const auto values = ask_python(machine, *path);
  if (!values) {
    python.detail = values.error().what;
    python.mend = "reinstall it: " + install_command(host, k_python_package);
    return without_python(machine, std::move(python));
  }
  python.status = ProbeStatus::found;
  python.version = text_of(*values, "python");
  return {std::move(python), torch_probe(machine, *values),
          package_probe("triton", *values, "python3 -m pip install triton"),
          cutlass_probe(machine, package_directories(*values))};
}

}  // namespace whet
