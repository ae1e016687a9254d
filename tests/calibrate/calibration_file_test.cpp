#include "calibrate/calibration_file.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {
namespace calibration_file_test {

DeviceIdentity h200() {
  return {.name = "NVIDIA H200",
          .uuid = "00112233",
          .driver = "580.65.06",
          .cuda = "13.0",
          .max_sm_clock_hz = 1980e6,
          .set_sm_clock_hz = 1980e6,
          .power_limit_watts = 700};
}

ProbeFigure figure(const char* id, double value) {
  ProbeFigure made;
  made.id = made.title = id;
  made.value = made.low = made.high = value;
  made.samples = 15;
  return made;
}

Calibration sample() {
  Calibration made;
  made.device = h200();
  made.product = "h200";
  made.architecture = "sm_90a";
  made.date = "2026-11-17";
  made.sm_clock_hz = 1980e6;
  made.figures = {figure("dram_copy", 4.3e12), figure("dram_read", 4.5e12), figure("tensor_fp16", 8e14),
                  figure("mma_fp16", 6e14), figure("fp32", 6e13)};
  made.figures[1].points = {{1e6, 3e12}};
  made.figures[4].status = FigureStatus::varies;
  made.figures[4].why = "the middle half of its times lies 9 % apart";
  return made;
}

TEST(CalibrationFile, ComesBackAsItWasWritten) {
  test::FakeFileSystem files;
  const auto path = save_calibration(sample(), "cache", files);
  ASSERT_TRUE(path.ok());
  EXPECT_EQ(*path, "cache/calibration/gpu_00112233.json");
  const FoundCalibration found = find_calibration(h200(), "cache", files);
  EXPECT_EQ(found.note, "");
  ASSERT_TRUE(found.calibration.has_value());
  EXPECT_EQ(calibration_json(*found.calibration).dump(), calibration_json(sample()).dump());
}

TEST(CalibrationFile, OnlyGoodFiguresAreCeilings) {
  const MeasuredCeilings found = sample().ceilings();
  EXPECT_EQ(found.dram_copy, 4.3e12);
  EXPECT_EQ(found.dram_read, 4.5e12);
  EXPECT_FALSE(found.dram_write.has_value());
  EXPECT_FALSE(found.peak(Math::fp32).has_value()) << "it varied";
  EXPECT_EQ(found.peak(Math::fp16_tensor), 8e14) << "and not what mma.sync reaches";
  EXPECT_EQ(found.source, "whet calibrate, 2026-11-17");
}

TEST(CalibrationFile, OfAnotherDriverClockOrLimitIsNotUsed) {
  test::FakeFileSystem files;
  ASSERT_TRUE(save_calibration(sample(), "cache", files).ok());
  const auto note_for = [&](auto change) {
    DeviceIdentity now = h200();
    change(now);
    const FoundCalibration found = find_calibration(now, "cache", files);
    EXPECT_FALSE(found.calibration.has_value());
    return found.note;
  };
  EXPECT_NE(note_for([](auto& now) { now.driver = "590.1"; }).find("driver was 580.65.06 then and is 590.1 now"),
            std::string::npos);
  EXPECT_NE(note_for([](auto& now) { now.cuda = "13.1"; }).find("CUDA"), std::string::npos);
  EXPECT_NE(note_for([](auto& now) { now.set_sm_clock_hz = 1200e6; }).find("1980 MHz then and is 1200 MHz"),
            std::string::npos);
  EXPECT_NE(note_for([](auto& now) { now.power_limit_watts = 500; }).find("500 W"), std::string::npos);
  EXPECT_NE(note_for([](auto& now) { now.driver = ""; }).find("unknown now"), std::string::npos);
}

TEST(CalibrationFile, OfAnotherGpuIsNotLookedAt) {
  test::FakeFileSystem files;
  ASSERT_TRUE(save_calibration(sample(), "cache", files).ok());
  DeviceIdentity other = h200();
  other.uuid = "44556677";
  const FoundCalibration found = find_calibration(other, "cache", files);
  EXPECT_FALSE(found.calibration.has_value());
  EXPECT_EQ(found.note, "");
  EXPECT_NE(mismatch(h200(), other), "");
}

TEST(CalibrationFile, ThatIsCutOrWrongIsNamedAndNotUsed) {
  test::FakeFileSystem files;
  ASSERT_TRUE(save_calibration(sample(), "cache", files).ok());
  const std::string path = calibration_path("cache", h200()), text = files.read(path).value();
  // Wherever the file is cut, nothing of it is used.
  for (size_t length = 0; length + 3 < text.size(); length += 41) {
    ASSERT_TRUE(files.write(path, text.substr(0, length)).ok());
    const FoundCalibration found = find_calibration(h200(), "cache", files);
    EXPECT_FALSE(found.calibration.has_value()) << length;
    EXPECT_NE(found.note.find(path), std::string::npos) << length;
  }
}

TEST(CalibrationFile, ErrorsNameTheField) {
  const auto error_of = [](const std::string& from, const std::string& to) {
    std::string text = calibration_json(sample()).dump();
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const auto read = read_calibration(text, "a.json");
    EXPECT_FALSE(read.ok()) << to;
    return read ? std::string() : describe(read.error());
  };
  EXPECT_NE(error_of("\"schema\": 1", "\"schema\": 2").find("`schema` is 2"), std::string::npos);
  EXPECT_NE(error_of("\"good\"", "\"fine\"").find("figures[0].status"), std::string::npos);
  EXPECT_NE(error_of("\"samples\": 15", "\"samples\": -1").find("figures[0].samples"), std::string::npos);
  EXPECT_NE(error_of("\"date\"", "\"data\"").find("date"), std::string::npos);
  EXPECT_NE(error_of("4300000000000.0", "-1").find("figures[0].value"), std::string::npos);
  EXPECT_NE(error_of("\"schema\": 1", "\"schema\": 2").find("a.json"), std::string::npos);
}

TEST(CalibrationFile, AnotherClockUnderLoadIsSaid) {
  const MeasuredCeilings measured = sample().ceilings();
  EXPECT_EQ(clock_note(measured, 1975e6), "");
  EXPECT_EQ(clock_note(measured, 0), "");
  EXPECT_NE(clock_note(measured, 1200e6).find("1980 MHz then and is 1200 MHz now"), std::string::npos);
}

TEST(CalibrationFile, AllOfAProductAreFound) {
  test::FakeFileSystem files;
  ASSERT_TRUE(save_calibration(sample(), "cache", files).ok());
  ASSERT_TRUE(files.write("cache/calibration/broken.json", "{").ok());
  std::vector<std::string> notes;
  EXPECT_EQ(calibrations_of("h200", "cache", files, notes).size(), 1u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("broken.json"), std::string::npos);
  EXPECT_TRUE(calibrations_of("a100", "cache", files, notes).empty());
}

}  // namespace calibration_file_test
}  // namespace whet
