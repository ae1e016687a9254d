// Which system calls this process may make, enforced by the kernel (seccomp) and for good.
#pragma once

#include "util/result.h"

namespace whet {

enum class Programs : bool { none, allowed };

// Closes to every thread: sockets, other processes (their memory, signals, priorities), mounts, keys, kernel
// interfaces that get around the rest (io_uring, bpf, userfaultfd, perf events), shared memory that outlives the
// process, its own limits and filters; and with Programs::none new processes and programs. False where the kernel has
// no filters.
Result<bool> filter_system_calls(Programs programs);

}  // namespace whet
