// What the system's account says of another process. Nothing that the process does can change it.
#pragma once

#include <sys/types.h>

namespace whet {

// On the CPU, of all its threads.
double cpu_seconds(pid_t process);
// That its first thread was ready to run and others had the CPU; 0 where the system does not tell.
double queued_seconds(pid_t process);

}  // namespace whet
