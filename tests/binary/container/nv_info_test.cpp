#include "binary/container/nv_info.h"

#include <gtest/gtest.h>

#include "binary/cubin/cubin_functions.h"

namespace whet {
namespace nv_info_test {

ByteView bytes_of(std::string_view text) {
  return as_bytes(text);
}
using namespace std::string_view_literals;

TEST(NvInfo, ReadsRecordsOfEveryFormat) {
  const auto records =
      read_nv_info(bytes_of("\x01\x35\x00\x00"
                            "\x02\x4c\x05\xff"
                            "\x03\x1b\x80\x01"
                            "\x04\x1c\x04\x00\x40\x01\x00\x00"sv));
  ASSERT_TRUE(records.ok()) << records.error().what;
  ASSERT_EQ(records->size(), 4u);
  EXPECT_EQ((*records)[1].attribute, NvAttribute::barrier_count);
  EXPECT_EQ((*records)[1].value, 5) << "a byte value is its low byte";
  EXPECT_EQ((*records)[2].attribute, NvAttribute::max_registers);
  EXPECT_EQ((*records)[2].value, 0x180);
  EXPECT_EQ((*records)[3].attribute, NvAttribute::exit_offsets);
  EXPECT_EQ((*records)[3].payload.size(), 4u);
}

TEST(NvInfo, KeepsRecordsOfUnknownCode) {
  const auto records =
      read_nv_info(bytes_of("\x04\xee\x02\x00\x01\x02"
                            "\x02\x4c\x01\x00"sv));
  ASSERT_TRUE(records.ok());
  ASSERT_EQ(records->size(), 2u);
  EXPECT_FALSE(is_known((*records)[0].attribute));
  EXPECT_TRUE(is_known((*records)[1].attribute));
}

TEST(NvInfo, RefusesRecordsThatAreCutOff) {
  EXPECT_EQ(read_nv_info(bytes_of("\x04\x1c"sv)).error().what,
            "the kernel attributes (.nv.info) are damaged at byte 0: a record is cut off");
  EXPECT_EQ(read_nv_info(bytes_of("\x04\x1c\x08\x00\x01\x02\x03\x04"sv)).error().what,
            "the kernel attributes (.nv.info) are damaged at byte 4: a record reaches past the end");
  EXPECT_EQ(read_nv_info(bytes_of("\x09\x1c\x08\x00"sv)).error().what,
            "the kernel attributes (.nv.info) are damaged at byte 0: 9 is no record format");
}

CubinFunction function_of(std::string_view section) {
  CubinFunction function;
  apply_kernel_records(read_nv_info(bytes_of(section)).value(), {}, function);
  return function;
}

TEST(NvInfo, OrdersParametersAndReadsTheirSizesInBothForms) {
  const CubinFunction function = function_of(
      "\x04\x17\x0c\x00\x00\x00\x00\x00\x01\x00\x08\x00\x00\xf0\x11\x00"      // ordinal 1 at 8: 0x0011f000 >> 18 = 4
      "\x04\x45\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x40\x1f\x00\x00"sv);  // ordinal 0 at 0: 8000
  ASSERT_EQ(function.parameters.size(), 2u);
  EXPECT_EQ(function.parameters[0].ordinal, 0);
  EXPECT_EQ(function.parameters[0].bytes, 8000);
  EXPECT_EQ(function.parameters[1].offset, 8);
  EXPECT_EQ(function.parameters[1].bytes, 4);
}

TEST(NvInfo, ReadsTheTargetsOfIndirectBranches) {
  const CubinFunction function = function_of(
      "\x04\x34\x20\x00"
      "\x10\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x40\x00\x00\x00\x80\x00\x00\x00"
      "\x90\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff"sv);  // a count past the end ends the list
  ASSERT_EQ(function.indirect_branches.size(), 1u);
  EXPECT_EQ(function.indirect_branches[0].offset, 0x10u);
  EXPECT_EQ(function.indirect_branches[0].targets, (std::vector<uint32_t>{0x40, 0x80}));
}

TEST(NvInfo, IgnoresRecordsShorterThanTheirForm) {
  const CubinFunction function = function_of(
      "\x04\x05\x04\x00\x80\x00\x00\x00"
      "\x04\x17\x02\x00\x00\x00"
      "\x04\x0a\x02\x00\x00\x00"sv);
  EXPECT_FALSE(function.max_threads.has_value());
  EXPECT_TRUE(function.parameters.empty());
  EXPECT_EQ(function.parameter_base, 0);
}

}  // namespace nv_info_test
}  // namespace whet
