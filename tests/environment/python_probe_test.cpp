#include "environment/python_probe.h"

#include <gtest/gtest.h>

#include "environment/fake_machine.h"

namespace whet {
namespace python_probe_test {

using test::FakeMachine;

const Probe& named(const std::vector<Probe>& probes, std::string_view name) {
  for (const Probe& probe : probes) {
    if (probe.name == name) return probe;
  }
  static const Probe none;
  ADD_FAILURE() << "no probe " << name;
  return none;
}

void install_python(FakeMachine& fake, const std::string& rest) {
  fake.install_program(
      "python3",
      R"({"python": "3.12.3", "executable": "/usr/bin/python3", "packages": ["/site-packages"], )" + rest + "}\n");
}

TEST(PythonProbe, TorchForCudaAndTritonAreFound) {
  FakeMachine fake;
  install_python(
      fake, R"("torch": "2.9.0", "torch_folder": "/site-packages/torch", "triton": "3.5.0", "triton_folder": "/t")");
  (void)fake.files.write("/site-packages/torch/version.py",
                         "__version__ = '2.9.0'\ncuda: Optional[str] = '13.0'\nhip = None\n");
  const auto probes = python_probes(fake.machine, fake.host());
  EXPECT_EQ(named(probes, "python").version, "3.12.3");
  EXPECT_EQ(named(probes, "torch").status, ProbeStatus::found);
  EXPECT_EQ(named(probes, "torch").detail, "for CUDA 13.0");
  EXPECT_EQ(named(probes, "triton").version, "3.5.0");
  EXPECT_EQ(fake.processes.started.size(), 1u) << "one start of the interpreter serves all";
}

TEST(PythonProbe, TorchWithoutCudaIsLimited) {
  FakeMachine fake;
  install_python(fake,
                 R"("torch": null, "torch_folder": "/site-packages/torch", "triton": null, "triton_folder": null)");
  (void)fake.files.write("/site-packages/torch/version.py", "__version__ = '1.13.1'\ncuda = None\n");
  const auto probes = python_probes(fake.machine, fake.host());
  EXPECT_EQ(named(probes, "torch").status, ProbeStatus::limited);
  EXPECT_EQ(named(probes, "torch").version, "1.13.1");
  EXPECT_EQ(named(probes, "triton").status, ProbeStatus::missing);
  EXPECT_EQ(named(probes, "triton").mend, "python3 -m pip install triton");
}

TEST(PythonProbe, WithoutPythonAllThatNeedsItIsMissing) {
  FakeMachine fake;
  const auto probes = python_probes(fake.machine, fake.host());
  EXPECT_EQ(named(probes, "python").mend, "sudo apt-get install python3");
  EXPECT_EQ(named(probes, "torch").status, ProbeStatus::missing);
  EXPECT_EQ(named(probes, "torch").mend, "see python");
  EXPECT_EQ(named(probes, "cutlass").status, ProbeStatus::missing);
}

TEST(PythonProbe, APythonThatFailsIsOfNoUse) {
  FakeMachine fake;
  fake.install_program("python3", "", 1, "ModuleNotFoundError: No module named 'json'\n");
  const auto probes = python_probes(fake.machine, fake.host());
  EXPECT_EQ(named(probes, "python").status, ProbeStatus::missing);
  EXPECT_EQ(named(probes, "python").detail, "`/usr/bin/python3` fails: ModuleNotFoundError: No module named 'json'");
  fake.install_program("python3", "not json");
  EXPECT_EQ(named(python_probes(fake.machine, fake.host()), "python").status, ProbeStatus::missing);
}

TEST(CutlassProbe, IsFoundByItsVariableAndInPackages) {
  const char* header = "#pragma once\n#define CUTLASS_MAJOR 4\n#define CUTLASS_MINOR 2\n#define CUTLASS_PATCH 1\n";
  FakeMachine fake;
  (void)fake.files.write("/site-packages/cutlass_library/source/include/cutlass/version.h", header);
  const Probe packaged = cutlass_probe(fake.machine, {"/site-packages"});
  EXPECT_EQ(packaged.status, ProbeStatus::found);
  EXPECT_EQ(packaged.version, "4.2.1");
  (void)fake.files.write("/src/cutlass/include/cutlass/version.h", header);
  fake.machine.variables["CUTLASS_PATH"] = "/src/cutlass";
  EXPECT_EQ(cutlass_probe(fake.machine, {"/site-packages"}).path, "/src/cutlass/include");
}

}  // namespace python_probe_test
}  // namespace whet
