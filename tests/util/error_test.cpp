#include "util/error.h"

#include <gtest/gtest.h>

namespace whet {
namespace error_test {

TEST(Error, IsDescribedByWhatWhereAndMend) {
  EXPECT_EQ(describe(bad_input("kernel `t` takes 3 parameters", "p.toml:18", "remove one")),
            "error: kernel `t` takes 3 parameters\n  at p.toml:18\n  fix: remove one\n");
}

TEST(Error, LeavesOutWhatItDoesNotHave) {
  EXPECT_EQ(describe(failed("it broke")), "error: it broke\n");
}

TEST(Error, IndentsTheLinesOfALongMendUnderTheFirst) {
  EXPECT_EQ(describe(missing("two are missing", {}, "get a\nget b")),
            "error: two are missing\n  fix: get a\n       get b\n");
}

TEST(Error, ShowsDetailsAsTheyAreBeforeTheMend) {
  Error error = failed("it does not compile", "a.cu", "correct it");
  error.details = "a.cu(1): error: x";
  EXPECT_EQ(describe(error), "error: it does not compile\n  at a.cu\na.cu(1): error: x\n  fix: correct it\n");
}

TEST(Error, KeepsTheKindItWasMadeWith) {
  EXPECT_EQ(bad_input("").kind, ErrorKind::bad_input);
  EXPECT_EQ(missing("").kind, ErrorKind::missing);
  EXPECT_EQ(failed("").kind, ErrorKind::failed);
}

}  // namespace error_test
}  // namespace whet
