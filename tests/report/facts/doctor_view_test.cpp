#include "report/facts/doctor_view.h"

#include <gtest/gtest.h>

#include "report/canvas/text_canvas.h"

namespace whet {
namespace doctor_view_test {

Probe found(const char* name, const char* version, const char* path) {
  Probe probe = begin_probe(name);
  probe.status = ProbeStatus::found;
  probe.version = version;
  probe.path = path;
  return probe;
}

MachineReport small_machine() {
  MachineReport report;
  report.host.system = "Debian GNU/Linux 12";
  report.host.architecture = "aarch64";
  report.seconds = 0.25;
  Probe gpu = begin_probe("gpu");
  gpu.detail = "no driver";
  gpu.mend = "see a dealer";
  Probe torch = begin_probe("torch");
  torch.status = ProbeStatus::limited;
  torch.lost = "no GPU for references";
  report.probes = {gpu, found("nvcc", "13.0.88", "/cuda/bin/nvcc"), torch};
  return report;
}

std::string text_of(const DoctorView& view) {
  TextCanvas canvas{TextStyle{}};
  render(view, canvas);
  return canvas.take();
}

TEST(DoctorView, SaysFirstWhatWasFoundAndWhatThatMeans) {
  const DoctorView view = collect_doctor(small_machine());
  EXPECT_EQ(view.summary, "1 of 3 found; no GPU: kernels run on the virtual GPU, times are modelled");
  EXPECT_TRUE(text_of(view).starts_with(view.summary));
}

TEST(DoctorView, WithAGpuTimesAreMeasuredAndCountersAreTold) {
  MachineReport report = small_machine();
  report.gpus = {{.index = 0, .name = "NVIDIA H200"}};
  EXPECT_EQ(collect_doctor(report).summary,
            "1 of 3 found; times are measured on NVIDIA H200, counters are not readable");
  report.probes.push_back(found("counters", "", ""));
  EXPECT_EQ(collect_doctor(report).summary, "2 of 4 found; times are measured on NVIDIA H200, counters too");
}

TEST(DoctorView, ShowsLossReasonAndFixOfWhatIsLacking) {
  const std::string text = text_of(collect_doctor(small_machine()));
  EXPECT_NE(text.find("gpu    no measured times; kernels run on the virtual GPU"), std::string::npos) << text;
  EXPECT_NE(text.find("why: no driver\n"), std::string::npos) << text;
  EXPECT_NE(text.find("fix: see a dealer\n"), std::string::npos) << text;
  EXPECT_NE(text.find("torch  limited: no GPU for references\n"), std::string::npos) << text;
}

TEST(DoctorView, WhateverIsInTheTextIsInTheJson) {
  const Json json = to_json(collect_doctor(small_machine()));
  EXPECT_EQ(*json.find("system")->as_string(), "Debian GNU/Linux 12");
  const Json* gpu = json.find("probes")->find("gpu");
  EXPECT_EQ(*gpu->find("status")->as_string(), "missing");
  EXPECT_EQ(*gpu->find("detail")->as_string(), "no driver");
  EXPECT_EQ(*gpu->find("mend")->as_string(), "see a dealer");
  const Json* nvcc = json.find("probes")->find("nvcc");
  EXPECT_EQ(*nvcc->find("version")->as_string(), "13.0.88");
  EXPECT_EQ(*nvcc->find("lost")->as_string(), "") << "nothing is lost with what is found";
}

TEST(DoctorView, AMachineThatLacksNothingHasNoListOfLacks) {
  MachineReport report = small_machine();
  report.probes = {found("nvcc", "1", "/x")};
  EXPECT_EQ(text_of(collect_doctor(report)).find("lacking"), std::string::npos);
}

}  // namespace doctor_view_test
}  // namespace whet
