#include "judge/process/process_times.h"

#include <time.h>

#include <fstream>
#include <string>

namespace whet {

double cpu_seconds(pid_t process) {
  clockid_t clock{};
  timespec now{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &now) != 0) return 0;
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// "12345 678 9": nanoseconds on the CPU, nanoseconds in the queue, and the number of time slices.
double queued_seconds(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/schedstat");
  double running = 0, queued = 0;
  return file >> running >> queued ? 1e-9 * queued : 0;
}

}  // namespace whet
