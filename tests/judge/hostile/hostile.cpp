// Host code of candidates that misbehave. Each function tries one thing and prints how it went: "open" when it could,
// else the error. Built as the shared library that a runner loads.
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

// No compiler sees through it.
volatile int* volatile nowhere = reinterpret_cast<volatile int*>(8);

void tell(long result) {
  std::printf("%s\n", result >= 0 ? "open" : std::strerror(errno));
}

const char* text(void** arguments) {
  return static_cast<const char*>(arguments[0]);
}

void try_socket(int family, int type) {
  tell(::socket(family, type, 0));
}

}  // namespace

#define WHET_ENTRY(name) extern "C" void whet_call_##name([[maybe_unused]] void** arguments)

WHET_ENTRY(nothing) {}
WHET_ENTRY(say) {
  std::printf("%s\n", text(arguments));
}
WHET_ENTRY(add) {
  int a = 0, b = 0;
  std::memcpy(&a, arguments[0], 4);
  std::memcpy(&b, arguments[1], 4);
  std::printf("%d\n", a + b);
}
WHET_ENTRY(count_calls) {
  static int calls = 0;
  std::printf("%d\n", ++calls);
}

WHET_ENTRY(change_mode) {
  tell(::chmod(text(arguments), 0600));
}
WHET_ENTRY(change_owner) {
  tell(::chown(text(arguments), ::getuid(), ::getgid()));
}
WHET_ENTRY(change_attributes) {
  tell(::setxattr(text(arguments), "user.mark", "1", 1, 0));
}
WHET_ENTRY(change_times) {
  tell(::utimensat(AT_FDCWD, text(arguments), nullptr, 0));
}
WHET_ENTRY(pin_judge) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(0, &cores);
  tell(::sched_setaffinity(::getppid(), sizeof cores, &cores));
}
WHET_ENTRY(limit_judge) {
  const rlimit few{3, 3};
  tell(::prlimit(::getppid(), RLIMIT_NOFILE, &few, nullptr));
}
WHET_ENTRY(socket_pair) {
  int ends[2];
  tell(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
}
WHET_ENTRY(remove_own_file) {
  const std::string path = std::string(std::getenv("TMPDIR")) + "/own";
  ::close(::open(path.c_str(), O_WRONLY | O_CREAT, 0600));
  tell(::unlink(path.c_str()));
}
WHET_ENTRY(unnamed_file) {
  tell(::open(std::getenv("TMPDIR"), O_TMPFILE | O_RDWR, 0600));
}
WHET_ENTRY(fill_directory) {
  const std::string block(1 << 20, 'x');
  for (int i = 0; i < 12; ++i) {
    const std::string path = std::string(std::getenv("TMPDIR")) + "/part" + std::to_string(i);
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
    for (int part = 0; part < 64; ++part) (void)!::write(file, block.data(), block.size());
    ::close(file);
  }
}

WHET_ENTRY(own_pid) {
  std::printf("%d\n", static_cast<int>(::getpid()));
}
// How many libraries of candidates are loaded.
WHET_ENTRY(count_libraries) {
  std::ifstream maps("/proc/self/maps");
  std::set<std::string> names;
  for (std::string line; std::getline(maps, line);) {
    const size_t name = line.find("/candidate_");
    if (name != std::string::npos) names.insert(line.substr(name));
  }
  std::printf("%zu\n", names.size());
}

// Misdeeds that end the process or keep it busy.
WHET_ENTRY(crash) {
  *nowhere = 1;
}
WHET_ENTRY(speak_and_crash) {
  std::fputs("last words\n", stderr);
  *nowhere = 1;
}
WHET_ENTRY(stop) {
  std::abort();
}
WHET_ENTRY(leave) {
  std::_Exit(0);
}
WHET_ENTRY(raise_exception) {
  throw std::runtime_error("no");
}
WHET_ENTRY(hang) {
  volatile int steps = 0;
  for (;;) steps = steps + 1;
}
WHET_ENTRY(hang_deaf) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  for (;;) pause();
}
WHET_ENTRY(eat_memory) {
  for (;;) {
    constexpr size_t k_step = 16 << 20;
    void* pages = ::mmap(nullptr, k_step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) std::abort();
    std::memset(pages, 1, k_step);
  }
}
WHET_ENTRY(flood) {
  for (;;) std::puts("a line of text that says nothing, again and again");
}
WHET_ENTRY(flood_errors) {
  for (;;) std::fputs("a line of text that says nothing, again and again\n", stderr);
}
WHET_ENTRY(open_everything) {
  while (::open("/dev/null", O_RDONLY) >= 0) {
  }
}
WHET_ENTRY(crash_later) {
  std::thread([] {
    ::usleep(20000);
    *nowhere = 1;
  }).detach();
}

// Misdeeds against the talk with the judge.
WHET_ENTRY(forge) {
  const char head[] = "{\"id\": 1}";
  const uint32_t length = sizeof head - 1;
  (void)!::write(3, &length, 4);
  (void)!::write(3, head, length);
}
WHET_ENTRY(forge_huge) {
  const uint32_t length = 0xffffffff;
  (void)!::write(3, &length, 4);
}
WHET_ENTRY(close_socket) {
  ::close(3);
}

// What the sandbox closes.
WHET_ENTRY(internet) {
  try_socket(AF_INET, SOCK_STREAM);
}
WHET_ENTRY(internet6) {
  try_socket(AF_INET6, SOCK_DGRAM);
}
WHET_ENTRY(local_socket) {
  try_socket(AF_UNIX, SOCK_STREAM);
}
WHET_ENTRY(netlink) {
  try_socket(AF_NETLINK, SOCK_RAW);
}
WHET_ENTRY(fork) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  tell(child);
}
WHET_ENTRY(vfork) {
  tell(::syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0));
}
WHET_ENTRY(execute) {
  tell(::execl("/bin/true", "true", nullptr));
}
WHET_ENTRY(run_command) {
  tell(std::system("true") == 0 ? 0 : -1);
}
WHET_ENTRY(trace_judge) {
  tell(::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr));
}
WHET_ENTRY(kill_judge) {
  tell(::kill(::getppid(), 0));
}
WHET_ENTRY(kill_own_group) {
  tell(::kill(0, 0));
}
WHET_ENTRY(read_judge_memory) {
  char byte = 0;
  iovec here{&byte, 1}, there{reinterpret_cast<void*>(0x10000), 1};
  tell(::process_vm_readv(::getppid(), &here, 1, &there, 1, 0));
}
WHET_ENTRY(open_judge_environment) {
  tell(::open(("/proc/" + std::to_string(::getppid()) + "/environ").c_str(), O_RDONLY));
}
WHET_ENTRY(open_judge_memory) {
  tell(::open(("/proc/" + std::to_string(::getppid()) + "/mem").c_str(), O_RDWR));
}
WHET_ENTRY(raise_limit) {
  const rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
  tell(::setrlimit(RLIMIT_NOFILE, &limit));
}
WHET_ENTRY(own_filter) {
  tell(::prctl(PR_SET_SECCOMP, 2, nullptr));
}
WHET_ENTRY(become_dumpable) {
  tell(::prctl(PR_SET_DUMPABLE, 1));
}
WHET_ENTRY(new_session) {
  tell(::setsid());
}
WHET_ENTRY(io_uring) {
  tell(::syscall(SYS_io_uring_setup, 1, nullptr));
}
WHET_ENTRY(bpf) {
  tell(::syscall(SYS_bpf, 0, nullptr, 0));
}
WHET_ENTRY(userfaultfd) {
  tell(::syscall(SYS_userfaultfd, 0));
}
WHET_ENTRY(perf_events) {
  tell(::syscall(SYS_perf_event_open, nullptr, 0, -1, -1, 0));
}
WHET_ENTRY(keys) {
  tell(::syscall(SYS_keyctl, 0, -3, 0));
}
WHET_ENTRY(mount) {
  tell(::syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, nullptr));
}
WHET_ENTRY(namespaces) {
  tell(::unshare(CLONE_NEWUSER));
}
WHET_ENTRY(shared_memory) {
  tell(::shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
}
WHET_ENTRY(read_file) {
  tell(::open(text(arguments), O_RDONLY));
}
WHET_ENTRY(list_directory) {
  tell(::open(text(arguments), O_RDONLY | O_DIRECTORY));
}
WHET_ENTRY(write_file) {
  tell(::open(text(arguments), O_WRONLY | O_CREAT, 0600));
}
WHET_ENTRY(truncate_file) {
  tell(::truncate(text(arguments), 0));
}
WHET_ENTRY(remove_file) {
  tell(::unlink(text(arguments)));
}
WHET_ENTRY(write_home) {
  const std::string file = std::string(std::getenv("HOME")) + "/mine";
  tell(::open(file.c_str(), O_WRONLY | O_CREAT, 0600));
}
WHET_ENTRY(write_large_file) {
  const std::string file = std::string(std::getenv("TMPDIR")) + "/large";
  ::signal(SIGXFSZ, SIG_IGN);
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT, 0600);
  tell(::ftruncate(descriptor, off_t{64} << 30));
}
WHET_ENTRY(print_environment) {
  std::printf("%s\n", std::getenv(text(arguments)) ? "set" : "not set");
}

// What stays open, as CUDA and honest host code need it.
WHET_ENTRY(start_thread) {
  std::thread([] { std::puts("open"); }).join();
}
WHET_ENTRY(read_own_maps) {
  tell(::open("/proc/self/maps", O_RDONLY));
}
WHET_ENTRY(read_limits) {
  rlimit limit{};
  tell(::getrlimit(RLIMIT_NOFILE, &limit));
}
WHET_ENTRY(signal_self) {
  ::signal(SIGUSR1, SIG_IGN);
  tell(::raise(SIGUSR1));
}
