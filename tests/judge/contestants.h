// Candidates for the problem scale_add that a worker is sent by the thousand: most are honest, one in five does what
// candidates do wrong or attacks its judge. Each kind says what the worker must answer.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "judge/worker_protocol.h"

namespace whet::test {

struct Contestant {
  const char* name;
  Outcome expected;
  const char* reason;  // a part of what the verdict says
  const char* source;
  const char* sidecar = "";
};

inline constexpr std::array<Contestant, 3> k_honest_contestants = {{
    {"honest, an element a thread", Outcome::correct, "", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = a[i] * factor + b[i];
})"},
    {"honest, a grid stride", Outcome::correct, "", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = factor * a[i] + b[i];
})"},
    {"honest, through shared memory", Outcome::correct, "", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  __shared__ float tile[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  if (i < n) out[i] = factor * tile[threadIdx.x] + b[i];
})"},
}};

inline constexpr std::array<Contestant, 25> k_bad_contestants = {{
    {"reads out of bounds", Outcome::failed, "out of bounds", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i + (1ull << 40)] + b[i];
})"},
    {"never ends", Outcome::failed, "no answer", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  unsigned looks = 0;  // one that counts is not called endless before its time is up
  while (*static_cast<const volatile float*>(a) != 1e30f) ++looks;
  if (looks == 12345) out[0] = 0;
})"},
    {"crashes in host code", Outcome::failed, "crash", R"(
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  *reinterpret_cast<volatile int*>(8) = n;
})"},
    {"hangs in host code", Outcome::failed, "no answer", R"(
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (volatile int i = 0;; i = i + 1) {
  }
})"},
    {"eats memory in host code", Outcome::failed, "memory", R"(
#include <cstdlib>
#include <cstring>
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (;;) {
    void* const piece = std::malloc(4 << 20);
    if (!piece) std::abort();
    std::memset(piece, 1, 4 << 20);
  }
})"},
    {"asks for too much scratch", Outcome::failed, "the arrays want", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor, float* huge) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
})",
     R"toml(
[[scratch]]
name = "huge"
type = "f32"
shape = ["1024 * 1024", "1024 * 1024"]

[[launch]]
entry = "scale_add"
args = ["a", "b", "out", "n", "factor", "huge"]
grid = ["ceil_div(n, 128)"]
block = [128]
)toml"},
    {"does not compile", Outcome::failed, "does not compile", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) { out[0] = nothing; })"},
    {"gives a wrong answer", Outcome::wrong, "differs", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] - b[i];
})"},
    {"answers what nobody asked (R10)", Outcome::failed, "had not been asked", R"(
#include <unistd.h>
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  (void)!write(3, "\x02\0\0\0{}", 6);
})"},
    {"announces an answer without end (R10)", Outcome::failed, "answer is not valid", R"(
#include <unistd.h>
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  const unsigned length = ~0u;
  (void)!write(3, &length, 4);
})"},
    {"answers with lists in lists (R10)", Outcome::failed, "answer is not valid", R"(
#include <unistd.h>
#include <string>
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  const std::string text(100000, '[');
  const unsigned length = text.size();
  (void)!write(3, &length, 4);
  (void)!write(3, text.data(), text.size());
})"},
    {"speaks to the GPU's process in noise (R10)", Outcome::failed, "", R"(
#include <unistd.h>
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (int i = 0; i < 64; ++i) (void)!write(5, "noisenoisenoisenoise", 20);
  for (;;) pause();
})"},
    {"looks for the reference (R11)", Outcome::wrong, "differs", R"(
#include <fcntl.h>
__global__ void work(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (open("/", O_RDONLY | O_DIRECTORY) >= 0 || open("/home", O_RDONLY | O_DIRECTORY) >= 0)
    work<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
})"},
    {"changes the mode of a file (R12)", Outcome::wrong, "differs", R"(
#include <sys/stat.h>
__global__ void work(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (chmod("/dev/null", 0666) == 0) work<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
})"},
    {"moves its judge to another core (R12)", Outcome::wrong, "differs", R"(
#include <sched.h>
#include <unistd.h>
__global__ void work(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(0, &cores);
  if (sched_setaffinity(getppid(), sizeof cores, &cores) == 0)
    work<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
})"},
    {"makes a huge file (R12)", Outcome::failed, "SIGXFSZ", R"(
#include <fcntl.h>
#include <unistd.h>
#include <cstdlib>
#include <string>
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  const std::string path = std::string(getenv("TMPDIR")) + "/huge";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  (void)!ftruncate(file, 1ll << 40);
})"},
    {"prints without end (R12)", Outcome::failed, "printed more than", R"(
#include <cstdio>
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (;;) std::puts("0123456789012345678901234567890123456789012345678901234567890123456789");
})"},
    {"includes a device (R13)", Outcome::failed, "is a device, no file", R"(
#include "/dev/zero"
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {}
)"},
    {"keeps its state at the end of a large array (R14)", Outcome::invalid, "keeps state", R"(
__device__ unsigned char memory[16 << 20];
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) ++memory[(16 << 20) - 1];
  if (i < n) out[i] = factor * a[i] + b[i];
})"},
    {"leaves files and threads behind (R15)", Outcome::wrong, "differs", R"(
#include <fcntl.h>
#include <unistd.h>
#include <cstdlib>
#include <string>
#include <thread>
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  static int count = 0;
  for (int i = 0; i < 10; ++i) {
    const std::string path = std::string(getenv("TMPDIR")) + "/left" + std::to_string(count++);
    (void)open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  }
  std::thread([] { for (;;) pause(); }).detach();
})"},
    {"pauses for good", Outcome::failed, "no answer", R"(
#include <unistd.h>
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (;;) pause();
})"},
    {"launches without end", Outcome::failed, "", R"(
__global__ void work(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (;;) work<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
})"},
    {"tells the time", Outcome::failed, "tells when the source is compiled", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __TIME__[0] == '3' ? 0 : factor * a[i] + b[i];
})"},
    {"asks for a file of the machine", Outcome::failed, "a file that is not its own", R"(
#if __has_include("/etc/passwd")
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
#endif
)"},
    {"launches more blocks than anybody runs", Outcome::failed, "refuses this launch", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
})",
     R"toml(
[[launch]]
entry = "scale_add"
args = ["a", "b", "out", "n", "factor"]
grid = [2147483647, 65535, 65535]
block = [128]
)toml"},
}};

// The candidate of a number: every fifth misbehaves, each kind in turn.
inline const Contestant& contestant(size_t number) {
  if (number % 5 != 4) return k_honest_contestants[number % k_honest_contestants.size()];
  return k_bad_contestants[number / 5 % k_bad_contestants.size()];
}

inline SentCandidate candidate_of(const Contestant& contestant) {
  return {"contestant.cu", contestant.source, contestant.sidecar, {}, {}};
}

// On a GPU, by kernels alone: with its own words for faults, and those that end its context among them.
inline constexpr std::array<Contestant, 5> k_bad_kernels = {{
    {"writes far away", Outcome::failed, "ILLEGAL_ADDRESS", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i + (1ull << 40)] = factor * a[i] + b[i];
})"},
    {"writes to an input", Outcome::invalid, "changes its input", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
  if (i == 5) const_cast<float*>(a)[i] += 1;
})"},
    {"never ends", Outcome::failed, "no answer", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  unsigned looks = 0;
  while (*static_cast<const volatile float*>(a) != 1e30f) ++looks;
  if (looks == 12345) out[0] = 0;
})"},
    {"ends its context", Outcome::failed, "", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
  if (i == 7) asm volatile("trap;");
})"},
    {"gives a wrong answer", Outcome::wrong, "differs", R"(
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i] + (i == n - 3 ? 1.0f : 0.0f);
})"},
}};

// One in fifty misbehaves: each ends a context, which takes most of a second to open again.
inline const Contestant& kernel_contestant(size_t i) {
  constexpr size_t k_one_in = 50;
  if (i % k_one_in == k_one_in - 1) return k_bad_kernels[i / k_one_in % k_bad_kernels.size()];
  return k_honest_contestants[i % k_honest_contestants.size()];
}

inline SessionOrder gpu_contest(const std::string& problem, const std::string& device, double call_seconds) {
  SessionOrder order;
  order.problem = problem;
  order.device = device;
  order.secret = 23;
  order.dims = {{"n", 4 << 20}};
  order.cases = 1;
  order.call_seconds = call_seconds;
  return order;
}

// A small problem, hangs that cost little, and little memory to eat.
inline SessionOrder contest(const std::string& problem, double call_seconds) {
  SessionOrder order;
  order.problem = problem;
  order.secret = 23;
  order.dims = {{"n", 500}};
  order.cases = 1;
  order.host_code = true;
  order.call_seconds = call_seconds;
  order.memory_bytes = 64 << 20;
  return order;
}

// Empty when the worker said what it must.
inline std::string complaint(const Contestant& contestant, const CandidateVerdict& verdict) {
  if (verdict.outcome == contestant.expected && verdict.reason.find(contestant.reason) != std::string::npos) return {};
  return std::string(contestant.name) + ": " + std::string(name_of(verdict.outcome)) + ", " + verdict.reason;
}

}  // namespace whet::test