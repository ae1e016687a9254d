#include "diagnose/diagnosis_record.h"

#include <gtest/gtest.h>

namespace whet {
namespace diagnosis_record_test {

DiagnosisRecord sample() {
  DiagnosisRecord record;
  record.problem = "examples/softmax";
  record.gpu = "H200 SXM 141GB";
  record.dims = {{"rows", 1024}};
  record.patterns = {"map"};
  FloorInput work;
  work.flops = 1e9;
  work.is_flops_derived = true;
  work.precision = PrecisionClass::fp16;
  record.work = work;
  LaunchRecord& launch = record.launches.emplace_back();
  launch.profile.kernel = "softmax(float*)";
  launch.profile.metrics.set("dram__bytes_read.sum", 4096, Origin::counted);
  LineCounts line;
  line.file = "/src/softmax.cu";
  line.line = 6;
  line.warps = 128;
  line.stalls = {{"long_scoreboard", 0.5}};
  launch.lines.lines = {line};
  launch.texts = {"sum += x[i];"};
  launch.code = {{{0x90, "LDG.E R4 <- R2,R3", "/src/softmax.cu", 6, 128, 4096, 0.1, {{"long_scoreboard", 0.5}}}}, 12};
  launch.code_facts = {{"occupancy.warps", 64}};
  launch.known.flops = 1e9;
  launch.known.has_fp64_arguments = false;
  launch.known.patterns = {"map"};
  return record;
}

TEST(DiagnosisRecord, IsReadBackAsItWas) {
  const DiagnosisRecord record = sample();
  const auto read = parse_diagnosis_record(to_json(record).dump(1), "a.json");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(to_json(*read).dump(), to_json(record).dump());
  EXPECT_EQ(read->work->precision, PrecisionClass::fp16);
  EXPECT_EQ(read->launches.front().lines.lines.front().stalls.at("long_scoreboard"), 0.5);
  EXPECT_EQ(read->launches.front().code.instructions.front().offset, 0x90u);
  EXPECT_FALSE(*read->launches.front().known.has_fp64_arguments);
}

TEST(DiagnosisRecord, KnowsWhatStandsOnItsLines) {
  const DiagnosisRecord record = sample();
  const SourceText source = recorded_source(record.launches.front());
  EXPECT_EQ(line_text(source, "/src/softmax.cu", 6), "sum += x[i];");
  EXPECT_EQ(line_text(source, "/src/softmax.cu", 5), "");
  EXPECT_EQ(line_text(source, "/src/other.cu", 6), "");
}

TEST(DiagnosisRecord, ALineFarAwayCostsNoMemory) {
  DiagnosisRecord record = sample();
  record.launches.front().lines.lines.front().line = 4'000'000'000;
  EXPECT_LT(recorded_source(record.launches.front())("/src/softmax.cu").size(), 1000u);
}

TEST(DiagnosisRecord, WhatIsWrongIsNamed) {
  const auto error_of = [](const std::string& text) {
    const auto read = parse_diagnosis_record(text, "a.json");
    EXPECT_FALSE(read.ok());
    return read.ok() ? Error{} : read.error();
  };
  const std::string whole = to_json(sample()).dump(-1);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_NE(error_of("{").what.find("no JSON"), std::string::npos);
  EXPECT_NE(error_of("[]").what.find("no saved profile"), std::string::npos);
  EXPECT_NE(error_of("{\"format\": 77}").what.find("another format"), std::string::npos);
  EXPECT_NE(error_of("{\"format\": 2}").what.find("`launches`"), std::string::npos);
  EXPECT_NE(error_of(with("\"fp16\"", "\"fp12\"")).what.find("`work.precision`"), std::string::npos);
  EXPECT_NE(error_of(with("\"line\":6", "\"line\":-6")).what.find("lines.lines[0].line"), std::string::npos);
  EXPECT_NE(error_of(with("[\"sum += x[i];\"]", "[]")).what.find("texts"), std::string::npos);
  EXPECT_NE(error_of(with("\"kernel\":", "\"colonel\":")).what.find("`colonel`"), std::string::npos);
  EXPECT_EQ(error_of("{").where, "a.json");
  EXPECT_NE(error_of("{").mend.find("--save"), std::string::npos);
}

}  // namespace diagnosis_record_test
}  // namespace whet
