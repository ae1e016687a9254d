#include "ncu/ncu_support.h"

namespace bad_input_test {

using namespace whet;
using namespace whet::test;

bool says(const Error& error, std::string_view part) {
  return error.what.find(part) != std::string::npos;
}

const std::string k_header = "ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n";

TEST(NcuBadInput, AnUnknownLayoutListsItsColumns) {
  const Error error = ncu_error("Time (%),Total Time (ns),Instances,Name\n100,5,1,k\n");
  EXPECT_TRUE(says(error, "`Time (%)`, `Total Time (ns)`, `Instances`, `Name`"));
  EXPECT_EQ(error.where, "report.csv:1");
  EXPECT_NE(error.mend.find("--page raw"), std::string::npos);
}

TEST(NcuBadInput, ATableWithoutMetricsListsItsColumns) {
  const Error error = ncu_error("noise\nID,Kernel Name,Address,Source\n0,k,1,2\n");
  EXPECT_TRUE(says(error, "`ID`, `Kernel Name`, `Address`, `Source`"));
  EXPECT_EQ(error.where, "report.csv:2");
}

TEST(NcuBadInput, OtherSeparatorsAreTold) {
  EXPECT_TRUE(
      says(ncu_error("ID;Kernel Name;Metric Name;Metric Unit;Metric Value\n0;k;a;b;1\n"), "separated by commas"));
  EXPECT_TRUE(says(ncu_error("\"ID\"\t\"Kernel Name\"\t\"Metric Name\"\n"), "separated by commas"));
}

TEST(NcuBadInput, AMissingColumnIsNamedWithThoseThatAreThere) {
  const Error error = ncu_error("ID,Kernel Name,Metric Name,Metric Value\n0,k,dram__bytes.sum,1\n");
  EXPECT_TRUE(says(error, "`Metric Unit` is missing; there are `ID`, `Kernel Name`"));
  EXPECT_TRUE(says(ncu_error("Kernel Name,dram__bytes.sum\n,byte\nk,1\n"), "`ID` is missing"));
}

TEST(NcuBadInput, ARowWithTooFewFieldsNamesItsLine) {
  const Error error = ncu_error("==PROF== x\n" + k_header + "0,k,dram__bytes.sum,byte,1\n0,k,dram__bytes.sum\n");
  EXPECT_TRUE(says(error, "3 fields where the header has 5"));
  EXPECT_EQ(error.where, "report.csv:4");
}

TEST(NcuBadInput, ARowWithTooManyFieldsIsRefused) {
  EXPECT_EQ(ncu_error(k_header + "0,k,dram__bytes.sum,byte,1,2\n").where, "report.csv:2");
}

TEST(NcuBadInput, AWideRowMustHaveAllFields) {
  EXPECT_EQ(ncu_error("ID,Kernel Name,dram__bytes.sum\n,,byte\n0,k\n").where, "report.csv:3");
}

TEST(NcuBadInput, AWideTableWithoutUnitsIsRefused) {
  EXPECT_TRUE(says(ncu_error("ID,Kernel Name,dram__bytes.sum\n0,k,5\n"), "row of units is missing"));
}

TEST(NcuBadInput, AValueThatIsNoNumberIsRefusedForAMetricThatRulesUse) {
  const Error error = ncu_error(k_header + "0,k,dram__bytes.sum,byte,many\n");
  EXPECT_TRUE(says(error, "`many`, the value of `dram__bytes.sum`, is no number"));
  EXPECT_EQ(error.where, "report.csv:2");
}

TEST(NcuBadInput, AnUnknownUnitIsRefusedForAMetricThatRulesUse) {
  const Error error = ncu_error(k_header + "0,k,DRAM Throughput,furlong,1\n");
  EXPECT_TRUE(says(error, "`DRAM Throughput` has the unit `furlong`, but is a percentage"));
  EXPECT_EQ(error.where, "report.csv:2");
}

TEST(NcuBadInput, AUnitOfAnotherQuantityIsRefused) {
  EXPECT_TRUE(
      says(ncu_error(k_header + "0,k,dram__bytes.sum,sector,1\n"), "has the unit `sector`, but is a number of bytes"));
  EXPECT_TRUE(says(ncu_error(k_header + "0,k,gpu__time_duration.sum,,1\n"), "has no unit, but is a time"));
}

TEST(NcuBadInput, ATableWithoutRowsHasNoKernel) {
  EXPECT_TRUE(says(ncu_error(k_header), "no kernel was profiled"));
  EXPECT_TRUE(says(ncu_error("ID,Kernel Name,dram__bytes.sum\n,,byte\n"), "no kernel was profiled"));
}

TEST(NcuBadInput, TheProfilersOwnErrorIsShown) {
  const Error none = ncu_error("==PROF== x\nout\n==WARNING== No kernels were profiled.\n");
  EXPECT_TRUE(says(none, "No kernels were profiled."));
  const Error refused = ncu_error("==WARNING== a\n==ERROR== ERR_NVGPUCTRPERM - no permission\n");
  EXPECT_TRUE(says(refused, "ERR_NVGPUCTRPERM"));
  EXPECT_NE(refused.mend.find("root"), std::string::npos);
}

TEST(NcuBadInput, AnEmptyFileIsTold) {
  EXPECT_TRUE(says(ncu_error(""), "empty"));
  EXPECT_TRUE(says(ncu_error("\xEF\xBB\xBF \n"), "empty"));
}

TEST(NcuBadInput, ABinaryFileIsTold) {
  EXPECT_TRUE(says(ncu_error(std::string("NVR\0\1\2", 6)), "binary"));
  EXPECT_NE(ncu_error(std::string("NVR\0\1\2", 6)).mend.find(".ncu-rep"), std::string::npos);
  EXPECT_TRUE(says(ncu_error(std::string("\xFF\xFEI\0D\0", 6)), "UTF-16"));
}

TEST(NcuBadInput, AFileCutInsideQuotesIsTold) {
  const std::string whole = ncu_fixture("details_2025_rules.csv");
  const Error error = ncu_error(whole.substr(0, whole.rfind("partial wave")));
  EXPECT_TRUE(says(error, "cut off"));
}

// Wherever a file is cut, it is read up to there or refused with a line; nothing else happens.
TEST(NcuBadInput, EveryCutOfAFileIsReadOrRefusedClearly) {
  for (const char* name : {"details_2025_rules.csv", "raw_2025_base_units.csv", "summary_2024.csv"}) {
    const std::string whole = ncu_fixture(name);
    for (size_t length = 0; length < whole.size(); length += 7) {
      const auto read = read_ncu_csv(std::string_view(whole).substr(0, length), "report.csv", ncu_names());
      if (read) continue;
      EXPECT_TRUE(read.error().where.starts_with("report.csv")) << length;
    }
  }
}

TEST(NcuBadInput, ASecondTableWithOtherColumnsIsRefused) {
  const Error error =
      ncu_error(k_header + "0,k,dram__bytes.sum,byte,1\nID,Kernel Name,dram__bytes.sum\n,,byte\n0,k,1\n");
  EXPECT_TRUE(says(error, "another table"));
  EXPECT_EQ(error.where, "report.csv:3");
}

TEST(NcuBadInput, AShapeThatIsNoneIsRefused) {
  const Error error = ncu_error(
      "ID,Kernel Name,Block Size,Grid Size,Metric Name,Metric Unit,Metric Value\n"
      "0,k,\"(256, 1)\",\"(1, 1, 1)\",dram__bytes.sum,byte,1\n");
  EXPECT_TRUE(says(error, "`(256, 1)` is no Block Size"));
}

TEST(NcuBadInput, ARowWithoutAKernelIsRefused) {
  EXPECT_EQ(ncu_error(k_header + "0,,dram__bytes.sum,byte,1\n").where, "report.csv:2");
}

TEST(NcuBadInput, AnEstimateThatIsNoNumberIsRefused) {
  const Error error = ncu_error(
      "ID,Kernel Name,Metric Name,Metric Unit,Metric Value,Rule Name,Rule Type,Rule Description,Estimated Speedup "
      "Type,Estimated Speedup\n0,k,,,,R,OPT,do it,global,lots\n");
  EXPECT_TRUE(says(error, "`lots`"));
}

TEST(NcuBadInput, AReportWithMoreNumbersThanFitIntoMemoryIsRefused) {
  constexpr int k_columns = 4000;
  std::string text = "ID,Kernel Name", row = "0,k" + std::string(k_columns, ',');
  for (int i = 0; i < k_columns; ++i) text += ",u__m" + std::to_string(i);
  text += "\n" + std::string(k_columns + 1, ',') + "\n";
  for (int i = 0; i < 501; ++i) text += row + "\n";
  const Error error = ncu_error(text);
  EXPECT_TRUE(says(error, "more than 2000000 numbers"));
  EXPECT_EQ(error.where, "report.csv:503");
  EXPECT_NE(error.mend.find("--launch-count"), std::string::npos);
}

TEST(NcuBadInput, AFileAboveTheLimitIsRefused) {
  EXPECT_TRUE(says(ncu_error(std::string(k_most_ncu_bytes + 1, 'x')), "more than the limit of 128.0 MiB"));
}

}  // namespace bad_input_test
