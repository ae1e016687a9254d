// Calibrations in the user's cache: CACHE/calibration/DEVICE.json, one for each device. A record counts only for the
// device, driver and clocks with which it was made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibrate/calibration.h"
#include "util/system/files.h"

namespace whet {

// "CACHE/calibration/virtual_h200.json", "CACHE/calibration/gpu_1b2c....json".
std::string calibration_path(const std::string& cache_directory, const DeviceIdentity& device);

// Says where it was written. The error for no cache says how to set one.
Result<std::string> save_calibration(const Calibration& calibration, const std::string& cache_directory,
                                     FileSystem& files);

// Why a record does not count for this device; empty: it does.
std::string mismatch(const DeviceIdentity& recorded, const DeviceIdentity& now);

struct FoundCalibration {
  std::optional<Calibration> calibration;  // that counts for the device
  std::string note;                        // why there is none although there is a record
};

// A record that cannot be read, or was made under other conditions, is not used, and the note says so.
FoundCalibration find_calibration(const DeviceIdentity& device, const std::string& cache_directory,
                                  const FileSystem& files);

// All records of devices of a product; what cannot be read is in `notes`.
std::vector<Calibration> calibrations_of(const std::string& product, const std::string& cache_directory,
                                         const FileSystem& files, std::vector<std::string>& notes);

// Whether the SM clock of a timing is that of the calibration; otherwise its note says how they differ.
std::string clock_note(const MeasuredCeilings& measured, double sm_clock_hz);

}  // namespace whet
