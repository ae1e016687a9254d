// Compares the virtual GPU with a real one, on the real one's machine.
//   vgpu_compare results OUT.json [NAME-PART]  results of every kernel case
//   vgpu_compare counts OUT.json [NAME-PART]   counters too
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <span>

#include <fmt/format.h>

#include "device/cuda/cuda_device.h"
#include "device/virtual/virtual_device.h"
#include "kernels/kernel_case.h"
#include "util/clock.h"
#include "util/text/json.h"
#include "vgpu/device_case.h"

namespace whet {

namespace bench {
namespace {

struct Setup {
  Knowledge knowledge;
  DiskFileSystem files;
  SystemProcessRunner processes;
  SystemClock clock;
  Compiler compiler{{.cache_directory = "/tmp/whet-compare-cache"}, files, processes, clock};
  std::unique_ptr<CudaDevice> cuda;
  std::string part;       // of the names to take
  bool counting = false;  // compare counters too
  std::string out;

  // A fresh context with room for recursion; a kernel that faults spoils the one it ran in.
  Result<void> open() {
    cuda.reset();
    TRY(opened, CudaDevice::open(0, knowledge));
    cuda = std::move(opened);
    return cuda->set_stack_bytes(8192);
  }

  // After every case: a run that is cut short keeps what it has.
  void save(const Json& list) {
    (void)files.write(out, Json(Json::Object{{"gpu", cuda->description()}, {"cases", list}}).dump() + "\n");
  }
};

// What is asked of CUPTI: everything the virtual GPU claims to count.
bool is_sass_metric(std::string_view name) {
  return name.starts_with("smsp__sass_");
}

std::vector<std::string> metric_names(const std::vector<vgpu::NamedCount>& counted) {
  std::vector<std::string> names;
  for (const vgpu::NamedCount& count : counted) {
    if (!is_sass_metric(count.name)) names.emplace_back(count.name);
  }
  return names;
}

// Of several counters of SASS operations asked for at once CUPTI gives all the value of one: they go one by one.
Result<std::vector<Metric>> measure(CudaDevice& cuda, const Launch& launch,
                                    const std::vector<vgpu::NamedCount>& counted,
                                    const std::function<Result<void>()>& restore) {
  TRY(measured, cuda.metrics(launch, metric_names(counted), restore));
  for (const vgpu::NamedCount& count : counted) {
    if (!is_sass_metric(count.name) || count.value == 0) continue;
    TRY(one, cuda.metrics(launch, {std::string(count.name)}, restore));
    measured.insert(measured.end(), one.begin(), one.end());
  }
  return measured;
}

Result<Build> build(Setup& setup, const std::string& file, std::string source, std::vector<std::string> defines) {
  CompileRequest request{
      .file = file, .source = std::move(source), .architectures = {{.sm = 90}}, .defines = std::move(defines)};
  request.exact = false;
  TRY(builds, setup.compiler.compile(request));
  return std::move(builds.front());
}

Json metric_json(const std::vector<vgpu::NamedCount>& counted, const std::vector<Metric>& measured) {
  Json list = Json::array();
  for (const Metric& metric : measured) {
    const auto mine =
        std::find_if(counted.begin(), counted.end(), [&](const auto& c) { return c.name == metric.name; });
    list.push_back(Json::Object{{"name", metric.name}, {"counted", mine->value}, {"measured", metric.value}});
  }
  return list;
}

// Largest relative difference of two outputs, and whether their bits are equal.
Json difference_json(const kernels::Argument& argument, const std::string& mine, const std::string& theirs) {
  double worst = 0;
  const auto a = kernels::values_of(argument.element, mine), b = kernels::values_of(argument.element, theirs);
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    const double scale = std::max(std::abs(b[i]), 1e-6);
    worst = std::max(worst, std::isnan(a[i]) != std::isnan(b[i]) ? 1e30 : std::abs(a[i] - b[i]) / scale);
  }
  return Json::Object{{"argument", argument.name}, {"bits_equal", mine == theirs}, {"worst_relative", worst}};
}

Result<Json> compare_case(Setup& setup, const kernels::KernelCase& c) {
  TRY(code, build(setup, c.file.substr(c.file.rfind('/') + 1), std::string(kernels::source_of(c.file)), c.defines));
  std::vector<CaseValue> values;
  for (const kernels::Argument& argument : c.arguments) {
    values.push_back({argument.kind == kernels::Argument::Kind::buffer, argument.bytes});
  }
  TRY(device, VirtualDevice::open("h200", {.threads = 4}, setup.knowledge));
  DeviceCase mine(*device, values), theirs(*setup.cuda, values);
  TRY_VOID(mine.allocate());
  TRY_VOID(mine.fill());
  TRY_VOID(theirs.allocate());
  TRY_VOID(theirs.fill());
  Launch launch;
  launch.kernel = c.kernel;
  launch.shape = {
      {c.grid[0], c.grid[1], c.grid[2]}, {c.block[0], c.block[1], c.block[2]}, c.dynamic_shared_bytes, c.cooperative};
  Launch real = launch;
  TRY(module, device->load(code));
  launch.module = module;
  launch.arguments = mine.arguments();
  TRY(report, device->run(launch, {}));
  TRY(cuda_module, setup.cuda->load(code));
  real.module = cuda_module;
  real.kernel = report.program->kernel;
  real.arguments = theirs.arguments();
  TRY_VOID(setup.cuda->launch(real));
  Json result = Json::Object{{"name", c.name}, {"expect_bits", c.bits_equal_on_gpu}};
  Json outputs = Json::array();
  for (size_t i = 0; i < c.arguments.size(); ++i) {
    if (!c.arguments[i].output) continue;
    TRY(a, mine.read(i));
    TRY(b, theirs.read(i));
    outputs.push_back(difference_json(c.arguments[i], a, b));
  }
  result["outputs"] = outputs;
  if (setup.counting) {
    TRY(measured, measure(*setup.cuda, real, report.metrics, [&] { return theirs.fill(); }));
    result["metrics"] = metric_json(report.metrics, measured);
  }
  return result;
}

void note(const std::string& name, const Result<Json>& result) {
  std::fprintf(stderr, "%s: %s\n", name.c_str(), result ? "ok" : describe(result.error()).c_str());
}

int all_cases(Setup& setup) {
  Json list = Json::array();
  auto cases = kernels::all_cases();
  std::shuffle(cases.begin(), cases.end(), std::mt19937(1));  // cut short, it is still a fair sample
  for (const kernels::KernelCase& c : cases) {
    if (c.min_sm > 90 || c.name.find(setup.part) == std::string::npos) continue;
    const Result<Json> result = compare_case(setup, c);
    note(c.name, result);
    list.push_back(result ? *result : Json(Json::Object{{"name", c.name}, {"error", describe(result.error())}}));
    setup.save(list);
    if (!result && !setup.open()) return 4;
  }
  return 0;
}

int run(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: vgpu_compare results|counts OUT.json [NAME-PART]\n", stderr);
    return 3;
  }
  Setup setup;
  setup.part = argc > 3 ? argv[3] : "";
  if (const auto opened = setup.open(); !opened) {
    std::fputs(describe(opened.error()).c_str(), stderr);
    return 4;
  }
  setup.out = argv[2];
  setup.counting = std::strcmp(argv[1], "counts") == 0;
  return all_cases(setup);
}

}  // namespace
}  // namespace bench
}  // namespace whet

int main(int argc, char** argv) {
  return whet::bench::run(argc, argv);
}
