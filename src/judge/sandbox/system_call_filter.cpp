#include "judge/sandbox/system_call_filter.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>

namespace whet {

namespace {

// These calls take an int in this argument, of which the kernel reads only the low half.
constexpr uint64_t k_low_half = 0xffffffff;

// Refused for any arguments.
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
    // process groups and sessions
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
    // ways to bypass this filter, or into the kernel
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

// Refused for candidates only, because compilers need some of them: attributes of files, which Landlock does not guard,
// and objects that it does not see.
constexpr int k_of_candidates[] = {
    SYS_fchmod,      SYS_fchmodat,     SYS_fchown,       SYS_fchownat,  SYS_setxattr, SYS_lsetxattr,  SYS_fsetxattr,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_utimensat, SYS_mknodat,  SYS_socketpair,
#if defined(__x86_64__)
    SYS_chmod,       SYS_chown,        SYS_lchown,       SYS_utime,     SYS_utimes,   SYS_futimesat,  SYS_mknod,
#endif
};
// System calls that are newer than the headers of build hosts; the numbers are the same on every architecture.
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

// The rules in libseccomp until they are loaded. Calls of another architecture or numbering (x32) end the process,
// which is libseccomp's default for unknown ones.
class CallFilter {
 public:
  CallFilter() : context_(seccomp_init(SCMP_ACT_ALLOW), seccomp_release) {
    if (!context_) status_ = -ENOMEM;
    set(SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    set(SCMP_FLTATR_CTL_TSYNC, 1);
    set(SCMP_FLTATR_CTL_NNP, 1);
    set(SCMP_FLTATR_CTL_OPTIMIZE, k_binary_tree);
  }

  void refuse(int call, int error = EPERM) { add(call, error, nullptr); }
  void refuse(std::initializer_list<int> calls) {
    for (const int call : calls) refuse(call);
  }
  // Refuses the call when the argument is one of the values.
  void refuse_when(int call, unsigned argument, std::initializer_list<uint32_t> values) {
    for (const uint32_t value : values) refuse_when(call, {argument, SCMP_CMP_MASKED_EQ, k_low_half, value});
  }
  // Refuses the call when the argument has this bit, or lacks it.
  void refuse_with_bit(int call, unsigned argument, uint64_t bit) {
    refuse_when(call, {argument, SCMP_CMP_MASKED_EQ, bit, bit});
  }
  void refuse_without_bit(int call, unsigned argument, uint64_t bit) {
    refuse_when(call, {argument, SCMP_CMP_MASKED_EQ, bit, 0});
  }
  // Refuses the call unless the whole argument is this value.
  void refuse_unless(int call, unsigned argument, uint64_t value) {
    refuse_when(call, {argument, SCMP_CMP_NE, value, 0});
  }

  // 0, or a negative error number.
  int load() { return status_ ? status_ : seccomp_load(context_.get()); }

 private:
  static constexpr uint32_t k_binary_tree = 2;  // a call is found in few steps, for any number of rules

  void refuse_when(int call, const scmp_arg_cmp& condition) { add(call, EPERM, &condition); }
  void add(int call, int error, const scmp_arg_cmp* condition) {
    if (status_) return;
    const uint32_t action = SCMP_ACT_ERRNO(static_cast<uint32_t>(error));
    status_ = seccomp_rule_add_array(context_.get(), action, call, condition ? 1 : 0, condition);
  }
  void set(scmp_filter_attr attribute, uint32_t value) {
    if (!status_) status_ = seccomp_attr_set(context_.get(), attribute, value);
  }

  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
  int status_ = 0;  // of the first rule that failed
};

void refuse_programs(CallFilter& filter) {
  for (const int call : k_programs) filter.refuse(call);
  filter.refuse(SYS_clone3, ENOSYS);  // a filter cannot read its flags in memory; the C library then uses clone
  filter.refuse_without_bit(SYS_clone, 0, CLONE_THREAD);
}

// Files without a name would not be counted in their directory.
void refuse_unnamed_files(CallFilter& filter) {
  constexpr uint64_t k_unnamed = O_TMPFILE & ~O_DIRECTORY;
  filter.refuse(SYS_openat2, ENOSYS);  // its flags are in memory
  filter.refuse_with_bit(SYS_openat, 2, k_unnamed);
#if defined(__x86_64__)
  filter.refuse_with_bit(SYS_open, 1, k_unnamed);
#endif
}

void refuse_to_all(CallFilter& filter) {
  constexpr uint32_t k_set_owner = 0x8901, k_set_group = 0x8902;  // FIOSETOWN, SIOCSPGRP: signals to another process
  constexpr uint32_t k_push_input = 0x5412;                       // TIOCSTI
  filter.refuse(SYS_socket, EACCES);
  for (const int call : k_refused) filter.refuse(call);
  filter.refuse_when(SYS_prctl, 0, {PR_SET_SECCOMP, PR_SET_DUMPABLE, PR_SET_PTRACER});
  filter.refuse_when(SYS_fcntl, 1, {F_SETOWN, F_SETSIG, F_SETOWN_EX});
  filter.refuse_when(SYS_ioctl, 1, {k_set_owner, k_set_group, k_push_input});
}

void refuse_to_candidates(CallFilter& filter) {
  const auto self = static_cast<uint64_t>(::getpid());
  filter.refuse_unless(SYS_kill, 0, self);
  filter.refuse_unless(SYS_tgkill, 0, self);
  filter.refuse_unless(SYS_prlimit64, 2, 0);          // may read limits, not set them
  filter.refuse_unless(SYS_sched_setaffinity, 0, 0);  // only of its own thread
  filter.refuse_unless(SYS_move_pages, 0, 0);
  for (const int call : k_of_candidates) filter.refuse(call);
  filter.refuse({k_process_mrelease, k_fchmodat2, k_setxattrat, k_removexattrat, k_open_tree_attr, k_file_setattr});
  refuse_unnamed_files(filter);
  refuse_programs(filter);
}

}  // namespace

Result<bool> filter_system_calls(Programs programs) {
  CallFilter filter;
  refuse_to_all(filter);
  if (programs == Programs::none) refuse_to_candidates(filter);
  const int status = filter.load();
  if (status == 0) return true;
  if (status == -ENOSYS || status == -EINVAL || status == -EPERM || status == -EACCES) return false;
  return failed(std::string("the kernel refuses a filter of system calls: ") + std::strerror(-status));
}

}  // namespace whet
