// Headers of host libraries beside a kernel, their use kept to host code.
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cufft.h>
#include <cusparse.h>
#include <omp.h>
#include <sys/time.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

static cublasHandle_t handle;
std::map<std::string, std::unique_ptr<float[]>> buffers;
std::mt19937 engine(42);

double seconds() {
  timeval now;
  gettimeofday(&now, nullptr);
  return now.tv_sec + 1e-6 * now.tv_usec;
}

__global__ void scale(cuComplex* data, float by) {
  data[threadIdx.x].x *= by;
  data[threadIdx.x].y *= by;
}

extern "C" void run(cuComplex* data) {
  cublasCreate(&handle);
  cudaProfilerStart();
  scale<<<1, 32>>>(data, static_cast<float>(seconds()));
  std::thread([] { usleep(1); }).join();
}
