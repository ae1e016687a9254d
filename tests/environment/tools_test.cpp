#include "environment/tools.h"

#include <gtest/gtest.h>

#include "environment/fake_machine.h"
#include "environment/toolkit.h"

namespace whet {
namespace tools_test {

using test::FakeMachine;

constexpr const char* k_nvcc =
    "nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release 13.0, V13.0.88\nBuild x\n";

Probe probe_of(std::string_view name, FakeMachine& fake) {
  for (const Tool& tool : tools()) {
    if (tool.probe == name) return tool_probe(tool, fake.machine, fake.host());
  }
  ADD_FAILURE() << "no tool " << name;
  return {};
}

TEST(Tools, AProgramOnPathIsFoundWithItsVersion) {
  FakeMachine fake;
  fake.install_program("nvcc", k_nvcc);
  const Probe probe = probe_of("nvcc", fake);
  EXPECT_EQ(probe.status, ProbeStatus::found);
  EXPECT_EQ(probe.version, "13.0.88");
  EXPECT_EQ(probe.path, "/usr/bin/nvcc");
  EXPECT_EQ(probe.mend, "");
}

TEST(Tools, AMissingProgramSaysWhatIsLostAndHowToGetIt) {
  FakeMachine fake;
  const Probe probe = probe_of("ssh", fake);
  EXPECT_EQ(probe.status, ProbeStatus::missing);
  EXPECT_EQ(probe.lost, "no workers on other hosts");
  EXPECT_EQ(probe.mend, "sudo apt-get install openssh-client");
}

TEST(Tools, AProgramThatFailsIsOfNoUse) {
  FakeMachine fake;
  fake.install_program("ncu", "", 127, "error while loading shared libraries: libx.so\nmore\n");
  const Probe probe = probe_of("ncu", fake);
  EXPECT_EQ(probe.status, ProbeStatus::missing);
  EXPECT_EQ(probe.detail, "`/usr/bin/ncu --version` fails: error while loading shared libraries: libx.so");
  EXPECT_TRUE(probe.mend.starts_with("reinstall it: "));
}

TEST(Tools, AProgramThatDoesNotAnswerIsUnknown) {
  FakeMachine fake;
  fake.install_program("ncu", "");
  fake.processes.install("/usr/bin/ncu", [](const ProcessCommand&) { return Finished{137, true, {}, {}}; });
  EXPECT_EQ(probe_of("ncu", fake).status, ProbeStatus::unknown);
  EXPECT_EQ(probe_of("ncu", fake).detail, "`/usr/bin/ncu --version` does not answer");
}

TEST(Tools, CudaHomeComesBeforePathAndPathBeforeTheUsualPrefix) {
  FakeMachine fake;
  (void)fake.files.write("/usr/local/cuda/bin/ncu", "");
  EXPECT_EQ(find_cuda_tool(fake.machine, "ncu"), "/usr/local/cuda/bin/ncu");
  fake.install_program("ncu", "");
  EXPECT_EQ(find_cuda_tool(fake.machine, "ncu"), "/usr/bin/ncu");
  (void)fake.files.write("/opt/mine/bin/ncu", "");
  fake.machine.variables["CUDA_HOME"] = "/opt/mine";
  EXPECT_EQ(find_cuda_tool(fake.machine, "ncu"), "/opt/mine/bin/ncu");
}

TEST(Tools, CompilersAreThoseThatWhetCompilesWith) {
  FakeMachine fake;
  EXPECT_FALSE(find_cuda_tool(fake.machine, "nvcc"));
  (void)fake.files.write("/usr/local/cuda/bin/nvcc", "");
  (void)fake.files.write("/usr/local/cuda/bin/ptxas", "");
  EXPECT_EQ(find_cuda_tool(fake.machine, "nvcc"), "/usr/local/cuda/bin/nvcc");
  EXPECT_EQ(find_cuda_tool(fake.machine, "ptxas"), "/usr/local/cuda/bin/ptxas");
}

TEST(Tools, VersionedPrefixesComeNewestFirstByNumber) {
  FakeMachine fake;
  for (const char* name : {"cuda-9.2", "cuda-13.0", "cuda-12.10", "cuda-12.9", "cudnn"}) {
    (void)fake.files.write("/usr/local/" + std::string(name), "");
  }
  EXPECT_EQ(toolkit_prefixes(fake.machine),
            (std::vector<std::string>{"/usr/local/cuda", "/usr/local/cuda-13.0", "/usr/local/cuda-12.10",
                                      "/usr/local/cuda-12.9", "/usr/local/cuda-9.2", "/opt/cuda"}));
}

TEST(Tools, VersionsAreReadFromEachProgramsManner) {
  EXPECT_EQ(version_after(k_nvcc, ", V"), "13.0.88");
  EXPECT_EQ(version_after("g++ (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright", ") "), "12.2.0");
  EXPECT_EQ(version_after("Profiler\nVersion 2025.3.0.0 (build 1)", "Version "), "2025.3.0.0");
  EXPECT_EQ(version_after("OpenSSH_9.2p1 Debian-2, OpenSSL 3.0", "OpenSSH_"), "9.2p1");
  EXPECT_EQ(version_after("slurm 23.02.6", "slurm"), "23.02.6");
  EXPECT_EQ(version_after("slurm-wlm 22.05.8", "slurm-wlm"), "22.05.8");
  EXPECT_EQ(version_after("something else", "Version "), "");
}

}  // namespace tools_test
}  // namespace whet
