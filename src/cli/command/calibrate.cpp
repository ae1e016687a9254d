// whet calibrate: what a GPU reaches, measured by small kernels, and kept for the other commands.
#include <chrono>

#include "calibrate/calibrate.h"
#include "calibrate/calibration_file.h"
#include "cli/frame/commands.h"
#include "cli/frame/progress.h"
#include "cli/frame/show.h"
#include "device/cuda/cublas_product.h"
#include "device/open/open_device.h"
#include "report/facts/calibrate_view.h"
#include "report/store/store_text.h"
#include "util/text.h"

namespace whet {

namespace {

struct CalibrateFlags {
  std::string device = "auto", only;
  int seconds = 60;
  bool dry = false, json = false, markdown = false;
};

std::string today() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return utc_text(std::chrono::duration_cast<std::chrono::milliseconds>(now).count(), "%Y-%m-%d");
}

Result<Calibration> run_probes(const CalibrateFlags& flags, Device& device, Context& context) {
  ProgressLine progress(context.clock);
  progress.begin("calibrate " + device.facts().name);
  CalibrateOrder order{
      static_cast<double>(flags.seconds), {}, today(), [&](const std::string& text) { progress.show(text); }};
  for (const std::string_view id : split(flags.only, ',')) {
    if (!trim(id).empty()) order.only.emplace_back(trim(id));
  }
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(scale, probe_scale(device));
  CalibrateServices services{compiler, context.knowledge, context.clock};
  std::unique_ptr<VendorProduct> products;
  services.no_products = "a virtual GPU has no vendor's library";
  if (!device.facts().is_virtual) {
    auto opened = open_cublas(device);
    services.no_products = opened ? "" : opened.error().what;
    if (opened) products = std::move(opened).value();
  }
  services.products = products.get();
  auto found = calibrate(device, scale, order, services);
  progress.clear();
  return found;
}

Result<ExitCode> run_calibrate(const CalibrateFlags& flags, Context& context) {
  if (flags.seconds < 1) return bad_input("--seconds must be at least 1", "--seconds", "give 1 or more");
  TRY(opened, open_device(flags.device, {}, context.knowledge));
  CalibrateView view;
  view.device = opened.device->facts().name;
  if (!opened.device->facts().gpu.product.id.empty()) view.gpu = opened.device->facts().gpu;
  if (!opened.note.empty()) view.notes.push_back(opened.note);
  TRY(found, run_probes(flags, *opened.device, context));
  view.calibration = std::move(found);
  // A part of the probes would replace the record of all.
  if (flags.dry || !flags.only.empty()) {
    view.notes.push_back("nothing is kept: " + std::string(flags.dry ? "--dry" : "only some probes were run"));
  } else {
    TRY(path, save_calibration(view.calibration, context.cache_directory, context.files));
    view.path = path;
  }
  show(view, output_format(flags.json, flags.markdown), context);
  return view.unusable() == view.calibration.figures.size() ? ExitCode::bad_result : ExitCode::ok;
}

}  // namespace

CliCommand calibrate_command() {
  auto flags = std::make_shared<CalibrateFlags>();
  CliCommand command;
  command.name = "calibrate";
  command.summary = "measure what this GPU reaches: memories, arithmetic, tensor cores, atomics, latencies, launches";
  command.example =
      "  whet calibrate\n"
      "  whet calibrate --device virtual:h200 --only dram_copy,fp32";
  command.options = {{"-d,--device", "cuda:N, virtual:GPU or auto (default auto)", &flags->device, "DEVICE"},
                     {"--seconds", "time for all probes on a GPU (default 60)", &flags->seconds, "S"},
                     {"--only", "ids of probes, separated by commas; nothing is kept then", &flags->only, "IDS"},
                     {"--dry", "keep nothing", &flags->dry},
                     {"--md", "print the report as Markdown", &flags->markdown},
                     json_option(&flags->json)};
  command.run = [flags](Context& context) { return run_calibrate(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
