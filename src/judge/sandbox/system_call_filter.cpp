#include "judge/sandbox/system_call_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace whet {

namespace {

#if defined(__x86_64__)
constexpr uint32_t k_architecture = AUDIT_ARCH_X86_64;
constexpr uint32_t k_first_foreign_call = 0x40000000;  // x32, another numbering of the same calls
#elif defined(__aarch64__)
constexpr uint32_t k_architecture = AUDIT_ARCH_AARCH64;
constexpr uint32_t k_first_foreign_call = 0x40000000;  // none
#else
#error "the filter knows the calls of x86_64 and aarch64"
#endif

// Refused whatever the arguments.
constexpr int k_refused[] = {
    // other processes
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_pidfd_open,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_kcmp,
    SYS_setpriority,
    SYS_ioprio_set,
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_sched_setattr,
    SYS_migrate_pages,
    // its place among processes
    SYS_setsid,
    SYS_setpgid,
    SYS_unshare,
    SYS_setns,
    SYS_chroot,
    SYS_setrlimit,
    SYS_seccomp,
    // mounts and handles
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_quotactl,
    SYS_acct,
    // keys
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    // ways around this filter, and into the kernel
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_bpf,
    SYS_userfaultfd,
    SYS_perf_event_open,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_vhangup,
    SYS_fanotify_init,
    // memory and queues that outlive the process
    SYS_shmget,
    SYS_msgget,
    SYS_semget,
    SYS_mq_open,
#if defined(__x86_64__)
    SYS_ioperm,
    SYS_iopl,
#endif
};

// Refused to candidates, while compilers need some of them: what files are worth beside their content, which Landlock
// does not guard, and what it cannot see.
constexpr int k_of_candidates[] = {
    SYS_fchmod,      SYS_fchmodat,     SYS_fchown,       SYS_fchownat,  SYS_setxattr, SYS_lsetxattr,  SYS_fsetxattr,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_utimensat, SYS_mknodat,  SYS_socketpair,
#if defined(__x86_64__)
    SYS_chmod,       SYS_chown,        SYS_lchown,       SYS_utime,     SYS_utimes,   SYS_futimesat,  SYS_mknod,
#endif
};
// Of kernels newer than the headers of build hosts; the same numbers on every architecture.
constexpr int k_process_mrelease = 448, k_fchmodat2 = 452, k_setxattrat = 463, k_removexattrat = 466,
              k_open_tree_attr = 467, k_file_setattr = 469;

constexpr int k_programs[] = {
    SYS_execve,
    SYS_execveat,
#if defined(__x86_64__)
    SYS_fork,
    SYS_vfork,
#endif
};

// A program for the kernel's packet filter, which decides on each call.
class FilterProgram {
 public:
  FilterProgram() {
    load(offsetof(seccomp_data, arch));
    jump(BPF_JEQ, k_architecture, 1, 0);
    answer(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
    jump(BPF_JGE, k_first_foreign_call, 0, 1);
    answer(SECCOMP_RET_KILL_PROCESS);
  }

  void refuse(int call, int error = EPERM) {
    jump(BPF_JEQ, static_cast<uint32_t>(call), 0, 1);
    answer(refusal(error));
  }
  // Refuses the call when the low half of the argument is one of the values.
  void refuse_when(int call, int argument, const std::vector<uint32_t>& values) {
    const auto count = static_cast<uint8_t>(values.size());
    jump(BPF_JEQ, static_cast<uint32_t>(call), 0, static_cast<uint8_t>(2 * count + 2));
    load(low_half(argument));
    for (const uint32_t value : values) {
      jump(BPF_JEQ, value, 0, 1);
      answer(refusal(EPERM));
    }
    answer(SECCOMP_RET_ALLOW);
  }
  // Refuses the call unless the low half of the argument passes the test (BPF_JEQ: is the value; BPF_JSET: has a bit).
  void refuse_unless(int call, int argument, uint16_t test, uint32_t value) {
    jump(BPF_JEQ, static_cast<uint32_t>(call), 0, 4);
    load(low_half(argument));
    jump(test, value, 1, 0);
    answer(refusal(EPERM));
    answer(SECCOMP_RET_ALLOW);
  }
  // Refuses the call when the low half of the argument has one of the bits.
  void refuse_with_bit(int call, int argument, uint32_t bits) {
    jump(BPF_JEQ, static_cast<uint32_t>(call), 0, 4);
    load(low_half(argument));
    jump(BPF_JSET, bits, 0, 1);
    answer(refusal(EPERM));
    answer(SECCOMP_RET_ALLOW);
  }
  // Refuses the call unless the argument is a null pointer.
  void refuse_unless_null(int call, int argument) {
    jump(BPF_JEQ, static_cast<uint32_t>(call), 0, 6);
    load(low_half(argument));
    jump(BPF_JEQ, 0, 0, 2);
    load(low_half(argument) + 4);
    jump(BPF_JEQ, 0, 1, 0);
    answer(refusal(EPERM));
    answer(SECCOMP_RET_ALLOW);
  }

  long install() {
    answer(SECCOMP_RET_ALLOW);
    const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  }

 private:
  static uint32_t refusal(int error) { return SECCOMP_RET_ERRNO | static_cast<uint32_t>(error); }
  static uint32_t low_half(int argument) {
    return static_cast<uint32_t>(offsetof(seccomp_data, args) + 8 * static_cast<size_t>(argument));
  }
  void load(uint32_t offset) { code_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); }
  void answer(uint32_t value) { code_.push_back(BPF_STMT(BPF_RET | BPF_K, value)); }
  // Steps over `if_so` instructions when the test holds, else over `if_not`.
  void jump(uint16_t test, uint32_t value, uint8_t if_so, uint8_t if_not) {
    code_.push_back(sock_filter{static_cast<uint16_t>(BPF_JMP | test | BPF_K), if_so, if_not, value});
  }

  std::vector<sock_filter> code_;
};

void refuse_programs(FilterProgram& filter) {
  for (const int call : k_programs) filter.refuse(call);
  filter.refuse(SYS_clone3, ENOSYS);  // its flags are in memory, out of sight; the C library then uses clone
  filter.refuse_unless(SYS_clone, 0, BPF_JSET, CLONE_THREAD);
}

// Files without a name escape whoever looks at how much a directory holds.
void refuse_unnamed_files(FilterProgram& filter) {
  constexpr uint32_t k_unnamed = O_TMPFILE & ~O_DIRECTORY;
  filter.refuse(SYS_openat2, ENOSYS);  // its flags are in memory
  filter.refuse_with_bit(SYS_openat, 2, k_unnamed);
#if defined(__x86_64__)
  filter.refuse_with_bit(SYS_open, 1, k_unnamed);
#endif
}

}  // namespace

Result<bool> filter_system_calls(Programs programs) {
  constexpr uint32_t k_set_owner_ioctls[] = {0x8901, 0x8902};  // FIOSETOWN, SIOCSPGRP: signals to another process
  constexpr uint32_t k_push_input_ioctl = 0x5412;              // TIOCSTI
  FilterProgram filter;
  filter.refuse(SYS_socket, EACCES);
  for (const int call : k_refused) filter.refuse(call);
  filter.refuse_when(SYS_prctl, 0, {PR_SET_SECCOMP, PR_SET_DUMPABLE, PR_SET_PTRACER});
  filter.refuse_when(SYS_fcntl, 1, {F_SETOWN, F_SETSIG, F_SETOWN_EX});
  filter.refuse_when(SYS_ioctl, 1, {k_set_owner_ioctls[0], k_set_owner_ioctls[1], k_push_input_ioctl});
  if (programs == Programs::none) {
    const auto self = static_cast<uint32_t>(::getpid());
    filter.refuse_unless(SYS_kill, 0, BPF_JEQ, self);
    filter.refuse_unless(SYS_tgkill, 0, BPF_JEQ, self);
    filter.refuse_unless_null(SYS_prlimit64, 2);
    filter.refuse_unless(SYS_sched_setaffinity, 0, BPF_JEQ, 0);  // its own thread alone
    filter.refuse_unless(SYS_move_pages, 0, BPF_JEQ, 0);
    for (const int call : k_of_candidates) filter.refuse(call);
    for (const int call :
         {k_process_mrelease, k_fchmodat2, k_setxattrat, k_removexattrat, k_open_tree_attr, k_file_setattr})
      filter.refuse(call);
    refuse_unnamed_files(filter);
    refuse_programs(filter);
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  const long status = filter.install();
  if (status == 0) return true;
  if (status < 0 && (errno == ENOSYS || errno == EINVAL || errno == EPERM)) return false;
  return failed(std::string("the kernel refuses a filter of system calls: ") + std::strerror(errno));
}

}  // namespace whet
