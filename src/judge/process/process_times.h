// Times of another process from the operating system's accounting, which that process cannot change.
#pragma once

#include <sys/types.h>

namespace whet {

// CPU time of all its threads.
double cpu_seconds(pid_t process);
// Time in which its first thread was ready to run while others had the CPU; 0 if the system does not report it.
double queued_seconds(pid_t process);

}  // namespace whet
