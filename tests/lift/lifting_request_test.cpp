#include "lift/lifting_request.h"

#include <gtest/gtest.h>

namespace whet::lift {
namespace lifting_request_test {

TEST(LiftingRequest, AsksForPtxCloseToTheSource) {
  CompileRequest request;
  request.extra_flags = {"--extended-lambda"};
  EXPECT_EQ(lifting_request(request).extra_flags,
            (std::vector<std::string>{"--extended-lambda", "--Ofast-compile=max"}));
}

TEST(LiftingRequest, OnlyAnErrorOfTheOptionIsTriedWithoutIt) {
  Error error = bad_input("`a.cu` does not compile");
  error.details = "a.cu(3): error: expected a ;";
  EXPECT_FALSE(lacks_option(error));
  error.details = "nvrtc: error: unrecognized option --Ofast-compile=max found";
  EXPECT_TRUE(lacks_option(error));
}

}  // namespace lifting_request_test
}  // namespace whet::lift
