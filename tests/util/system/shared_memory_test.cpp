#include "util/system/shared_memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <cstring>

namespace whet {

TEST(SharedMemory, OneWritesTheOtherReads) {
  auto memory = SharedMemory::make(1 << 16);
  ASSERT_TRUE(memory.ok()) << describe(memory.error());
  const pid_t child = ::fork();
  if (child == 0) {
    std::strcpy(memory->bytes().data() + 60'000, "from the child");
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_STREQ(memory->bytes().data() + 60'000, "from the child");
  auto again = SharedMemory::attach(Descriptor(::dup(memory->descriptor())));
  ASSERT_TRUE(again.ok());
  EXPECT_STREQ(again->bytes().data() + 60'000, "from the child");
}

TEST(SharedMemory, NobodyCanCutItShort) {
  auto memory = SharedMemory::make(1 << 16);
  ASSERT_TRUE(memory.ok());
  EXPECT_NE(::ftruncate(memory->descriptor(), 1), 0);
  EXPECT_NE(::ftruncate(memory->descriptor(), 1 << 20), 0);
}

TEST(SharedMemory, WhatIsNotSealedIsRefused) {
  EXPECT_FALSE(SharedMemory::attach(Descriptor(::open("/dev/null", O_RDWR))).ok());
  Descriptor loose(::memfd_create("loose", 0));
  ASSERT_EQ(::ftruncate(loose.number(), 4096), 0);
  EXPECT_FALSE(SharedMemory::attach(std::move(loose)).ok());
  EXPECT_FALSE(SharedMemory::attach(Descriptor()).ok());
}

}  // namespace whet
