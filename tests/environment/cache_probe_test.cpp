#include "environment/cache_probe.h"

#include <gtest/gtest.h>

#include "environment/fake_machine.h"

namespace whet {
namespace cache_probe_test {

class CacheProbe : public testing::Test {
 protected:
  Probe probe_of(const std::string& path) {
    return cache_probe({disk, fake.processes, fake.libraries, fake.kernel, {}, path, ""});
  }
  test::FakeMachine fake;
  DiskFileSystem disk;
  test::TemporaryDirectory directory;
};

TEST_F(CacheProbe, TellsTheSizeOfTheWholeTree) {
  ASSERT_TRUE(disk.make_directories(directory.path("builds")).ok());
  ASSERT_TRUE(disk.write(directory.path("builds/a"), std::string(3000, 'x')).ok());
  ASSERT_TRUE(disk.write(directory.path("b"), std::string(72, 'x')).ok());
  const Probe probe = probe_of(directory.path());
  EXPECT_EQ(probe.status, ProbeStatus::found);
  EXPECT_EQ(probe.detail, "3.0 KiB in use");
}

TEST_F(CacheProbe, LeavesNothingInIt) {
  EXPECT_EQ(probe_of(directory.path("new/cache")).detail, "0 B in use");
  EXPECT_TRUE(disk.list(directory.path("new/cache")).empty());
}

TEST_F(CacheProbe, ADirectoryThatCannotBeWrittenIsMissingWithTheReason) {
  const Probe probe = probe_of("/proc/whet");
  EXPECT_EQ(probe.status, ProbeStatus::missing);
  EXPECT_TRUE(probe.detail.starts_with("cannot make the directory `/proc/whet`")) << probe.detail;
  EXPECT_EQ(probe.mend, "set WHET_CACHE to a directory that may be written");
}

TEST_F(CacheProbe, WithoutAnyPlaceItSaysWhatToSet) {
  EXPECT_EQ(probe_of("").mend, "set WHET_CACHE to a directory");
}

}  // namespace cache_probe_test
}  // namespace whet
