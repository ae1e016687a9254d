// A device in another process: the same answers, and what becomes of it when a candidate ends, blocks or floods the
// process.
#include "judge/process/remote_device.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <thread>

#include "device/open/open_device.h"
#include "device/virtual/virtual_device.h"
#include "judge/check/candidate_time.h"
#include "runner_fixture.h"
#include "support/support.h"

namespace whet {
namespace remote_device_test {

using std::chrono::milliseconds;

class RemoteDeviceTest : public test::RunnerTest {
 protected:
  // The call fails in this way, says so, and the next candidate notices nothing.
  void expect_replaced(const std::string& function, RunnerFailure failure, const std::string& what) {
    const uint64_t generation = device_->generation();
    const auto called = call(function);
    ASSERT_FALSE(called.ok()) << function;
    EXPECT_NE(called.error().what.find(what), std::string::npos) << called.error().what;
    ASSERT_TRUE(device_->last_failure()) << called.error().what;
    EXPECT_EQ(name_of(*device_->last_failure()), name_of(failure));
    expect_working();
    EXPECT_EQ(device_->generation(), generation + 1);
  }
};

TEST_F(RemoteDeviceTest, KnowsTheFactsOfTheDeviceItServes) {
  open();
  const auto local = open_virtual_device("virtual:h200", {}, knowledge_).value();
  EXPECT_EQ(device_->facts().name, "virtual:h200");
  EXPECT_EQ(device_->facts().architecture, local->facts().architecture);
  EXPECT_EQ(device_->facts().gpu.product.number("sm_count"), local->facts().gpu.product.number("sm_count"));
  EXPECT_EQ(device_->facts().gpu.capability.id, local->facts().gpu.capability.id);
  EXPECT_TRUE(device_->facts().is_virtual);
}

TEST_F(RemoteDeviceTest, RunsAKernel) {
  open();
  expect_working();
}

// What a candidate may use is counted so: time that others have the machine is not its own.
TEST_F(RemoteDeviceTest, TellsWhatItWorkedOnTheCpu) {
  open();
  ASSERT_TRUE(device_->allocate(16, "something").ok());
  const auto before = device_->worked_seconds();
  ASSERT_TRUE(before);
  std::this_thread::sleep_for(milliseconds(300));
  const auto idle = device_->worked_seconds();
  ASSERT_TRUE(idle);
  EXPECT_LT(*idle - *before, 0.1) << "waiting is no work";
  UsedTime time(*device_);
  std::this_thread::sleep_for(milliseconds(300));
  EXPECT_TRUE(time.is_of_cpu());
  EXPECT_GE(time.passed(), 0.3);
  EXPECT_LT(time.used(), 0.1);
  device_->restart();
  EXPECT_FALSE(device_->worked_seconds());
  EXPECT_GE(time.used(), 0.3) << "of a runner that is gone the clock is all that is left";
}

TEST_F(RemoteDeviceTest, TimesAndCountsAsTheDeviceItself) {
  open();
  auto local = open_virtual_device("virtual:h200", {}, knowledge_).value();
  const auto prepare = [&](Device& device) {
    const uint64_t in = device.allocate(128, "in").value(), out = device.allocate(128, "out").value();
    return Launch{device.load(kernels()).value(), "increment", {{1}, {32}}, {test::bytes_of(in), test::bytes_of(out)}};
  };
  const Launch here = prepare(*local), there = prepare(*device_);
  EXPECT_EQ(device_->time(there)->seconds, local->time(here)->seconds);
  EXPECT_EQ(device_->time(there)->origin, Origin::modelled);
  const auto sampled = device_->sample({there, there}, {}).value(), expected = local->sample({here, here}, {}).value();
  ASSERT_EQ(sampled.samples.size(), expected.samples.size());
  EXPECT_EQ(sampled.samples[0].seconds, expected.samples[0].seconds);
  EXPECT_EQ(sampled.high_seconds, expected.high_seconds);
  const auto counted = device_->metrics(there, {}).value(), all = local->metrics(here, {}).value();
  ASSERT_EQ(counted.size(), all.size());
  for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(counted[i].value, all[i].value) << all[i].name;
}

TEST_F(RemoteDeviceTest, MovesLargeBuffersUnchanged) {
  open();
  std::string bytes(48 << 20, '\0');
  for (size_t i = 0; i < bytes.size(); i += 97) bytes[i] = static_cast<char>(i * 2654435761u >> 13);
  const uint64_t address = device_->allocate(bytes.size(), "large").value();
  ASSERT_TRUE(device_->write(address, bytes).ok());
  EXPECT_TRUE(device_->read(address, bytes.size()).value() == bytes);
  ASSERT_TRUE(device_->fill(address + 5, 7, 10).ok());
  EXPECT_EQ(device_->read(address + 5, 10).value(), std::string(10, '\7'));
}

TEST_F(RemoteDeviceTest, ErrorsArriveAsTheyWere) {
  open();
  auto local = open_virtual_device("virtual:h200", {}, knowledge_).value();
  const auto here = local->read(12345, 4), there = device_->read(12345, 4);
  ASSERT_FALSE(there.ok());
  EXPECT_EQ(describe(there.error()), describe(here.error()));
  EXPECT_EQ(there.error().kind, here.error().kind);
  EXPECT_FALSE(device_->last_failure());
}

TEST_F(RemoteDeviceTest, AnUnknownDeviceIsRefusedWithItsOwnError) {
  RemoteSettings wrong = settings();
  wrong.device.device = "virtual:h2000";
  const auto opened = RemoteDevice::open(wrong, knowledge_);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().kind, ErrorKind::bad_input);
  EXPECT_NE(opened.error().what.find("h2000"), std::string::npos) << opened.error().what;
}

TEST_F(RemoteDeviceTest, AProgramThatIsNoRunnerIsAnError) {
  RemoteSettings wrong = settings();
  wrong.program = "/bin/true";
  EXPECT_FALSE(RemoteDevice::open(wrong, knowledge_).ok());
  wrong.program = "/nowhere/whet";
  const auto opened = RemoteDevice::open(wrong, knowledge_);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().kind, ErrorKind::missing);
}

TEST_F(RemoteDeviceTest, HostCodeGetsItsArgumentsAndItsPrintsAreKept) {
  open();
  EXPECT_EQ(answer("add", {test::bytes_of(40), test::bytes_of(2)}), "42");
  EXPECT_EQ(answer_about("say", "hello"), "hello");
}

TEST_F(RemoteDeviceTest, AFunctionThatIsNotThereIsNamed) {
  open();
  const auto called = call("absent");
  ASSERT_FALSE(called.ok());
  EXPECT_NE(called.error().what.find("no function `absent`"), std::string::npos) << called.error().what;
  EXPECT_FALSE(device_->last_failure());
}

TEST_F(RemoteDeviceTest, ALibraryThatIsNoneIsRefused) {
  open();
  Build build;
  build.library = "not a shared object";
  const auto loaded = device_->load(build);
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.error().what.find("cannot be loaded"), std::string::npos) << loaded.error().what;
  expect_working();
}

TEST_F(RemoteDeviceTest, ALibraryLoadedAnewStartsAnew) {
  open();
  EXPECT_EQ(answer("count_calls"), "1");
  EXPECT_EQ(answer("count_calls"), "1");
}

TEST_F(RemoteDeviceTest, AnExceptionOfHostCodeIsAnError) {
  open();
  const auto called = call("raise_exception");
  ASSERT_FALSE(called.ok());
  EXPECT_NE(called.error().what.find("threw an exception: no"), std::string::npos) << called.error().what;
  EXPECT_FALSE(device_->last_failure());
}

TEST_F(RemoteDeviceTest, ACrashIsNamedAndReplaced) {
  open();
  expect_replaced("crash", RunnerFailure::crashed, "crashed (SIGSEGV)");
  expect_replaced("stop", RunnerFailure::crashed, "crashed (SIGABRT)");
  expect_replaced("leave", RunnerFailure::crashed, "ended by itself with exit code 0");
}

TEST_F(RemoteDeviceTest, AHangEndsAtTheDeadline) {
  open();
  device_->set_call_deadline(milliseconds(300));
  const auto begun = std::chrono::steady_clock::now();
  expect_replaced("hang", RunnerFailure::hung, "no answer within 0.3 s");
  expect_replaced("hang_deaf", RunnerFailure::hung, "no answer within 0.3 s");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

TEST_F(RemoteDeviceTest, AnEndlessKernelEndsAtTheDeadline) {
  open();
  device_->set_call_deadline(milliseconds(300));
  const Launch launch{device_->load(kernels()).value(), "endless", {{1}, {32}}, {}};
  ASSERT_FALSE(device_->launch(launch).ok());
  EXPECT_EQ(device_->last_failure(), RunnerFailure::hung);
  expect_working();
}

TEST_F(RemoteDeviceTest, TooMuchMemoryIsNamedAndReplaced) {
  open();
  expect_replaced("eat_memory", RunnerFailure::too_much_memory, "of memory, 512.0 MiB are allowed");
}

TEST_F(RemoteDeviceTest, AFloodOfOutputIsNamedAndReplaced) {
  open();
  expect_replaced("flood", RunnerFailure::too_much_output, "printed more than 64.0 KiB");
  expect_replaced("flood_errors", RunnerFailure::too_much_output, "printed more than 64.0 KiB");
}

TEST_F(RemoteDeviceTest, UsedUpFilesAreNamedAndReplaced) {
  open();
  expect_replaced("open_everything", RunnerFailure::lost, "left so many files open");
}

TEST_F(RemoteDeviceTest, AnAnswerThatIsForgedIsFound) {
  open();
  expect_replaced("forge", RunnerFailure::garbled, "answered something it had not been asked");
  expect_replaced("forge_huge", RunnerFailure::garbled, "the runner's answer is not valid");
  expect_replaced("close_socket", RunnerFailure::crashed, "ended by itself");
}

TEST_F(RemoteDeviceTest, ACrashBetweenCallsIsFoundByTheNext) {
  open();
  ASSERT_TRUE(call("crash_later").ok());
  std::this_thread::sleep_for(milliseconds(200));
  EXPECT_FALSE(device_->allocate(16, "next").ok());
  EXPECT_EQ(device_->last_failure(), RunnerFailure::crashed);
  expect_working();
}

TEST_F(RemoteDeviceTest, WhatACrashedCandidatePrintedIsInTheError) {
  open();
  const auto called = call("speak_and_crash");
  ASSERT_FALSE(called.ok());
  EXPECT_NE(called.error().details.find("last words"), std::string::npos) << called.error().details;
}

TEST_F(RemoteDeviceTest, BuffersAndModulesOfADeadRunnerAreRefused) {
  open();
  const uint64_t old = device_->allocate(64, "old").value();
  const Launch launch{device_->load(kernels()).value(), "endless", {{1}, {32}}, {}};
  ASSERT_FALSE(call("crash").ok());
  for (const auto& result : {device_->write(old + 8, "abcd"), device_->fill(old, 0, 4), device_->launch(launch)}) {
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error().what.find("of a runner that has ended"), std::string::npos) << result.error().what;
  }
  EXPECT_FALSE(device_->read(old, 4).ok());
  expect_working();
}

// The same calls in a fresh process would give the same addresses.
TEST_F(RemoteDeviceTest, AnAddressSomebodyStillHoldsIsNotGivenOutAnew) {
  open();
  const uint64_t first = device_->allocate(64, "first").value(), second = device_->allocate(64, "second").value();
  device_->restart();
  const uint64_t fresh = device_->allocate(64, "fresh").value();
  EXPECT_NE(fresh, first);
  EXPECT_NE(fresh, second);
  ASSERT_TRUE(device_->write(fresh, "abcd").ok());
  EXPECT_TRUE(device_->free(first).ok());  // by who held it: touches nothing
  EXPECT_EQ(device_->read(fresh, 4).value(), "abcd");
  EXPECT_FALSE(device_->read(second, 4).ok());
}

TEST_F(RemoteDeviceTest, ARestartLeavesNothingBehind) {
  open();
  ASSERT_EQ(answer("write_home"), "open");
  const uint64_t generation = device_->generation();
  device_->restart();
  expect_working();
  EXPECT_EQ(device_->generation(), generation + 1);
}

TEST_F(RemoteDeviceTest, ModulesNobodyHoldsAreUnloaded) {
  open();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(call("nothing").ok());
  EXPECT_EQ(answer("count_libraries"), "1");
}

size_t open_files() {
  size_t count = 0;
  DIR* const directory = ::opendir("/proc/self/fd");
  while (::readdir(directory)) ++count;
  ::closedir(directory);
  return count;
}

TEST_F(RemoteDeviceTest, ReplacingRunnersLeaksNeitherFilesNorDirectories) {
  const test::TemporaryDirectory temporary;
  ::setenv("TMPDIR", temporary.path().c_str(), 1);
  open();
  expect_working();
  const size_t before = open_files();
  for (int i = 0; i < 20; ++i) ASSERT_FALSE(call("crash").ok());
  // The last runner is not yet replaced: socket, output, window, memory figures, the lock of its directory.
  EXPECT_EQ(open_files(), before - 5);
  EXPECT_TRUE(DiskFileSystem().list(temporary.path()).empty());
  ::unsetenv("TMPDIR");
}

// A judge of its own process is killed while its runner is busy: nothing of it may be left.
TEST_F(RemoteDeviceTest, TheRunnerEndsWithItsJudgeEvenInTheMiddleOfACall) {
  const test::TemporaryDirectory temporary;  // nobody is left to remove the runner's own
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const pid_t judge = ::fork();
  if (judge == 0) {
    ::setenv("TMPDIR", temporary.path().c_str(), 1);
    open();
    ASSERT_EQ(answer("own_pid").empty(), false);
    const pid_t runner = std::stoi(device_->printed());
    (void)!::write(ends[1], &runner, sizeof runner);
    (void)call("hang");
    ::_exit(0);
  }
  pid_t runner = 0;
  ASSERT_EQ(::read(ends[0], &runner, sizeof runner), static_cast<ssize_t>(sizeof runner));
  std::this_thread::sleep_for(milliseconds(100));
  ::kill(judge, SIGKILL);
  ::waitpid(judge, nullptr, 0);
  const auto running = [&] {  // an orphan may be left to a parent that never asks for its end
    const auto status = DiskFileSystem().read("/proc/" + std::to_string(runner) + "/stat");
    return status.ok() && status->find(") Z") == std::string::npos;
  };
  for (int i = 0; i < 100 && running(); ++i) std::this_thread::sleep_for(milliseconds(20));
  EXPECT_FALSE(running());
  ::close(ends[0]), ::close(ends[1]);
}

// R12: what a runner writes is counted.
TEST_F(RemoteDeviceTest, R12ADirectoryThatGrowsBeyondItsLimitEndsTheRunner) {
  open();
  expect_replaced("fill_directory", RunnerFailure::too_much_disk, "to its directory");
}

// R14: a variable as large as memory is digested where it is.
TEST_F(RemoteDeviceTest, R14LargeVariablesAreDigestedOnTheDevice) {
  open();
  Build build = kernels();
  build.ptx = R"(
.version 8.0
.target sm_90
.address_size 64
.global .align 4 .b8 large[134217728];
.visible .entry touch() {
  .reg .b32 %r<2>;
  .reg .b64 %a<2>;
  mov.u64 %a0, large;
  mov.u32 %r0, 7;
  st.global.u32 [%a0+134217724], %r0;
  ret;
}
)";
  const auto module = device_->load(build);
  ASSERT_TRUE(module.ok()) << describe(module.error());
  const auto before = device_->variables(**module, 5);
  ASSERT_TRUE(before.ok()) << describe(before.error());
  ASSERT_FALSE(before->empty());
  ASSERT_TRUE(device_->launch({*module, "touch", {{1}, {1}}, {}}).ok());
  const auto after = device_->variables(**module, 5);
  EXPECT_NE(before->front().digest, after->front().digest) << "the last of its bytes changed";
  EXPECT_EQ(before->front().name, "large");
}

}  // namespace remote_device_test
}  // namespace whet
