// Limits the system calls that this process may make, permanently and enforced by the kernel (seccomp).
#pragma once

#include "util/result.h"

namespace whet {

enum class Programs : bool { none, allowed };

// Closes to every thread: sockets, other processes (their memory, signals, priorities), mounts, keys, kernel interfaces
// that bypass the rest (io_uring, bpf, userfaultfd, perf events), shared memory that outlives the process, its own
// limits and filters; with Programs::none also new processes and programs. False if the kernel does not have filters.
Result<bool> filter_system_calls(Programs programs);

}  // namespace whet
