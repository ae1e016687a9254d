#include "calibrate/calibration_file.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace whet {

namespace {

constexpr double k_same_clock = 0.05;  // relative difference
constexpr const char* k_anew = "run `whet calibrate` again";

std::string file_name(const DeviceIdentity& device) {
  std::string name = device.uuid.empty() ? device.name : "gpu_" + device.uuid;
  for (char& letter : name) {
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  }
  return name + ".json";
}

bool differ(double recorded, double now) {
  return recorded > 0 && now > 0 && std::abs(recorded - now) > 1e-3 * recorded;
}

}  // namespace

std::string calibration_path(const std::string& cache_directory, const DeviceIdentity& device) {
  return join_path(join_path(cache_directory, "calibration"), file_name(device));
}

Result<std::string> save_calibration(const Calibration& calibration, const std::string& cache_directory,
                                     FileSystem& files) {
  if (cache_directory.empty())
    return missing("there is no cache to keep the calibration in", {}, "set WHET_CACHE to a directory");
  const std::string path = calibration_path(cache_directory, calibration.device);
  TRY_VOID(files.make_directories(directory_of(path)));
  TRY_VOID(files.write(path, calibration_json(calibration).dump() + "\n"));
  return path;
}

std::string mismatch(const DeviceIdentity& recorded, const DeviceIdentity& now) {
  const auto other = [](std::string_view what, const std::string& then, const std::string& today) {
    return fmt::format("{} was {} then and is {} now", what, then.empty() ? "unknown" : then,
                       today.empty() ? "unknown" : today);
  };
  if (recorded.uuid != now.uuid) return other("the GPU", recorded.uuid, now.uuid);
  if (recorded.name != now.name) return other("the GPU", recorded.name, now.name);
  if (recorded.driver != now.driver) return other("the driver", recorded.driver, now.driver);
  if (recorded.cuda != now.cuda) return other("CUDA", recorded.cuda, now.cuda);
  const auto megahertz = [](double hertz) { return fmt::format("{:.0f} MHz", hertz / 1e6); };
  if (differ(recorded.max_sm_clock_hz, now.max_sm_clock_hz))
    return other("the highest SM clock", megahertz(recorded.max_sm_clock_hz), megahertz(now.max_sm_clock_hz));
  if (differ(recorded.set_sm_clock_hz, now.set_sm_clock_hz))
    return other("the SM clock that is set", megahertz(recorded.set_sm_clock_hz), megahertz(now.set_sm_clock_hz));
  if (differ(recorded.power_limit_watts, now.power_limit_watts))
    return other("the power limit", fmt::format("{:.0f} W", recorded.power_limit_watts),
                 fmt::format("{:.0f} W", now.power_limit_watts));
  return {};
}

FoundCalibration find_calibration(const DeviceIdentity& device, const std::string& cache_directory,
                                  const FileSystem& files) {
  FoundCalibration found;
  if (cache_directory.empty()) return found;
  const std::string path = calibration_path(cache_directory, device);
  if (!files.info(path)) return found;
  const auto text = files.read(path);
  auto read = text ? read_calibration(*text, path) : Result<Calibration>(text.error());
  if (!read) {
    found.note = fmt::format("the calibration {} is not used: {}; {}", read.error().where, read.error().what, k_anew);
    return found;
  }
  if (const std::string why = mismatch(read->device, device); !why.empty())
    found.note = fmt::format("the calibration of {} is not used: {}; {}", read->date, why, k_anew);
  else
    found.calibration = *std::move(read);
  return found;
}

std::vector<Calibration> calibrations_of(const std::string& product, const std::string& cache_directory,
                                         const FileSystem& files, std::vector<std::string>& notes) {
  std::vector<Calibration> found;
  if (cache_directory.empty()) return found;
  const std::string folder = join_path(cache_directory, "calibration");
  for (const std::string& name : files.list(folder)) {
    const std::string path = join_path(folder, name);
    if (extension_of(path) != ".json") continue;
    const auto text = files.read(path);
    auto read = text ? read_calibration(*text, path) : Result<Calibration>(text.error());
    if (!read)
      notes.push_back(
          fmt::format("the calibration {} is left out: {}; {}", read.error().where, read.error().what, k_anew));
    else if (read->product == product)
      found.push_back(*std::move(read));
  }
  return found;
}

std::string clock_note(const MeasuredCeilings& measured, double sm_clock_hz) {
  if (measured.sm_clock_hz <= 0 || sm_clock_hz <= 0) return {};
  if (std::abs(sm_clock_hz - measured.sm_clock_hz) <= k_same_clock * measured.sm_clock_hz) return {};
  return fmt::format("the measured ceilings are not used: the SM clock was {:.0f} MHz then and is {:.0f} MHz now; {}",
                     measured.sm_clock_hz / 1e6, sm_clock_hz / 1e6, k_anew);
}

}  // namespace whet
