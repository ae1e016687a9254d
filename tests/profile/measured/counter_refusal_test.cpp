#include "profile/measured/counter_refusal.h"

#include <gtest/gtest.h>

namespace counter_refusal_test {

using namespace whet;
using Kind = CounterRefusal::Kind;

struct Case {
  const char* text;
  Kind kind;
  const char* mend;
};

class CounterRefusalTest : public testing::TestWithParam<Case> {};

TEST_P(CounterRefusalTest, SaysWhyAndHowToGetCounters) {
  const Case& each = GetParam();
  const CounterRefusal refusal = refusal_of(failed(each.text));
  EXPECT_EQ(refusal.kind, each.kind);
  EXPECT_NE(refusal.what.find(each.text), std::string::npos) << refusal.what;
  EXPECT_NE(refusal.mend.find(each.mend), std::string::npos) << refusal.mend;
  const std::string unseen = unseen_without_counters(refusal);
  EXPECT_NE(unseen.find("is not seen"), std::string::npos);
  EXPECT_NE(unseen.find(refusal.mend), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Errors, CounterRefusalTest,
    testing::Values(
        Case{"cuptiRangeProfilerStart failed: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES", Kind::no_permission,
             "NVreg_RestrictProfilingToAdminUsers=0"},
        Case{"cuptiRangeProfilerEnable failed: CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES",
             Kind::no_permission, "CAP_SYS_ADMIN"},
        Case{"ncu may not read counters: ERR_NVGPUCTRPERM", Kind::no_permission, "--cap-add=SYS_ADMIN"},
        Case{"cuptiRangeProfilerEnable failed: CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED", Kind::not_supported, "whole GPU"},
        Case{"cuptiProfilerInitialize failed: CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED", Kind::not_supported,
             "whole GPU"},
        Case{"cuptiRangeProfilerEnable failed: CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED", Kind::not_supported,
             "whole GPU"},
        Case{"cuptiProfilerInitialize failed: CUPTI_ERROR_NOT_SUPPORTED", Kind::not_supported, "whole GPU"},
        Case{"cuptiProfilerHostInitialize failed: CUPTI_ERROR_INVALID_CHIP_NAME", Kind::not_supported, "whole GPU"},
        Case{"cuptiRangeProfilerStart failed: CUPTI_ERROR_HARDWARE_BUSY", Kind::in_use, "end other profilers"},
        Case{"cuptiRangeProfilerEnable failed: CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED", Kind::in_use,
             "end other profilers"},
        Case{"cuptiRangeProfilerStop failed: CUPTI_ERROR_UNKNOWN", Kind::other, "whet doctor"}));

TEST(CounterRefusal, AMissingLibraryKeepsItsOwnMend) {
  const CounterRefusal refusal = refusal_of(missing("`ncu` is not in PATH", {}, "install Nsight Compute"));
  EXPECT_EQ(refusal.kind, Kind::no_library);
  EXPECT_EQ(refusal.mend, "install Nsight Compute");
}

TEST(CounterRefusal, WhatAProgramPrintedCounts) {
  Error error = failed("ncu failed with exit code 1");
  error.details = "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission";
  EXPECT_EQ(refusal_of(error).kind, Kind::no_permission);
}

}  // namespace counter_refusal_test
