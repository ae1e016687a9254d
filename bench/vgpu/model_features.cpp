// What the time model needs of a set's kernels, counted by the virtual GPU; no GPU is used.
//   vgpu_features fit|test OUT.json [NAME-PART [THREADS [EVERY FIRST]]]
// With a part of a name the others keep what OUT.json has of them. EVERY and FIRST share a set out among processes.
#include <chrono>
#include <cstdio>
#include <map>

#include "device/virtual/virtual_device.h"
#include "util/text/json.h"
#include "vgpu/program/sampling.h"
#include "vgpu/time/time_features.h"
#include "vgpu/time_setup.h"

namespace whet::bench {
namespace {

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Result<Json> count(const TimeCase& c, KernelBuilds& builds, ContentStore& contents, const Knowledge& knowledge,
                   int threads) {
  TRY(build, builds.of(c.file));
  TRY(device, VirtualDevice::open("h200", {.threads = threads}, knowledge));
  PlacedCase placed(*device, c);
  TRY(launch, placed.place(*build, contents));
  const double start = now_seconds();
  VirtualRun how;
  how.sample_blocks = vgpu::k_as_needed;
  TRY(report, device->run(launch, how));
  if (!report.time) return failed("the kernel did not finish on the virtual GPU");
  return Json(Json::Object{{"name", c.name},
                           {"family", c.family},
                           {"blocks_run", static_cast<double>(report.result.counts.blocks)},
                           {"seconds", now_seconds() - start},
                           {"features", to_json(report.features)}});
}

Result<std::map<std::string, Json>> known_cases(const std::string& file) {
  std::map<std::string, Json> known;
  const auto text = DiskFileSystem().read(file);
  if (!text) return known;
  TRY(json, Json::parse(*text));
  const Json* list = json.find("cases");
  if (!list || !list->as_array()) return known;
  for (const Json& each : *list->as_array()) {
    const Json* name = each.find("name");
    if (name && name->as_string()) known[*name->as_string()] = each;
  }
  return known;
}

struct Share {
  size_t every = 1, first = 0;
};

Result<void> count_all(const std::string& set, const std::string& out, const std::string& part, int threads,
                       const Share& share) {
  const Knowledge knowledge;
  DiskFileSystem files;
  TRY(cases, cases_of_set(set));
  std::map<std::string, Json> known;
  if (!part.empty()) {
    TRY(read, known_cases(out));
    known = std::move(read);
  }
  KernelBuilds builds;
  ContentStore contents;
  Json list = Json::array();
  for (size_t i = share.first; i < cases.size(); i += share.every) {
    const TimeCase& c = cases[i];
    if (c.name.find(part) == std::string::npos) {
      if (const auto found = known.find(c.name); found != known.end()) list.push_back(found->second);
      continue;
    }
    const double start = now_seconds();
    const Result<Json> counted = count(c, builds, contents, knowledge, threads);
    if (!counted) std::fprintf(stderr, "%s: %s", c.name.c_str(), describe(counted.error()).c_str());
    std::fprintf(stderr, "%s %.2f s\n", c.name.c_str(), now_seconds() - start);
    if (counted) list.push_back(*counted);
    TRY_VOID(files.write(out, Json(Json::Object{{"set", set}, {"cases", list}}).dump() + "\n"));
  }
  return files.write(out, Json(Json::Object{{"set", set}, {"cases", list}}).dump() + "\n");
}

}  // namespace
}  // namespace whet::bench

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: vgpu_features fit|test OUT.json [NAME-PART [THREADS]]\n", stderr);
    return 3;
  }
  whet::bench::Share share;
  if (argc > 6) share = {std::stoul(argv[5]), std::stoul(argv[6])};
  const int threads = argc > 4 ? std::atoi(argv[4]) : 0;
  const auto done = whet::bench::count_all(argv[1], argv[2], argc > 3 ? argv[3] : "", threads, share);
  if (!done) std::fputs(whet::describe(done.error()).c_str(), stderr);
  return done ? 0 : 1;
}
