#include "device/fake_driver.h"

#include <cstdlib>
#include <cstring>
#include <map>

namespace {

constexpr double k_touch_seconds = 30e-6, k_gate_seconds = 10e-6, k_stamp_seconds = 2e-6, k_empty_seconds = 2e-6;

whet::test::FakeDriver driver;
double now = 1;       // seconds
double cycles = 1e9;  // of the SM
size_t sample = 0;    // whose clock applies
volatile uint32_t* closed_gate = nullptr;
int captured = -1;  // launches so far; -1: not capturing
std::map<void*, double> events;
std::vector<std::string*> functions;

double clock_hz() {
  if (driver.clocks_hz.empty()) return 1.98e9;
  return driver.clocks_hz[std::min(sample, driver.clocks_hz.size() - 1)];
}

void pass(double seconds) {
  now += seconds;
  cycles += seconds * clock_hz();
}

uint64_t word(void* argument) {
  uint64_t value = 0;
  std::memcpy(&value, argument, sizeof value);
  return value;
}

void stamp(uint64_t address) {
  auto* const slot = reinterpret_cast<uint64_t*>(address);
  slot[0] = static_cast<uint64_t>(now * 1e9);
  slot[1] = static_cast<uint64_t>(cycles);
  pass(k_stamp_seconds);
}

}  // namespace

extern "C" {

whet::test::FakeDriver* fake_driver() {
  return &driver;
}
int cuStreamCreate(void** stream, unsigned) {
  return *stream = &driver, 0;
}
int cuEventCreate(void** event, unsigned) {
  return *event = std::malloc(1), 0;
}
int cuEventDestroy_v2(void* event) {
  return std::free(event), 0;
}
int cuStreamDestroy_v2(void*) {
  return 0;
}
int cuModuleLoadData(void** module, const void*) {
  return *module = &driver, 0;
}
int cuModuleUnload(void*) {
  return 0;
}
int cuModuleGetFunction(void** function, void*, const char* name) {
  functions.push_back(new std::string(name));
  return *function = functions.back(), 0;
}
int cuMemHostAlloc(void** memory, size_t bytes, unsigned) {
  return *memory = std::calloc(1, bytes), 0;
}
int cuMemHostGetDevicePointer_v2(unsigned long long* address, void* memory, unsigned) {
  return *address = reinterpret_cast<unsigned long long>(memory), 0;
}
int cuMemFreeHost(void* memory) {
  return std::free(memory), 0;
}
int cuMemAlloc_v2(unsigned long long* address, size_t bytes) {
  return *address = 0x1000, bytes > (size_t{140} << 30) ? 2 : 0;  // CUDA_ERROR_OUT_OF_MEMORY
}
int cuMemGetInfo_v2(size_t* free, size_t* all) {
  return *free = size_t{140} << 30, *all = size_t{141} << 30, 0;
}
int cuMemFree_v2(unsigned long long) {
  return 0;
}
int cuMemsetD8_v2(unsigned long long, unsigned char, size_t) {
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  return *value = attribute == 38 ? 50 << 20 : 132, 0;
}
int cuDeviceGetPCIBusId(char* text, int, int) {
  return std::strcpy(text, "0000:00:00.0"), 0;
}
int cuCtxSetLimit(int, size_t) {
  return 0;
}
int cuCtxResetPersistingL2Cache() {
  return ++driver.persisting_resets, 0;
}
int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*,
                   void** arguments, void**) {
  const std::string& name = *static_cast<std::string*>(function);
  if (name == driver.failing) return 1;
  if (captured >= 0) return ++captured, 0;
  driver.steps.push_back(name);
  if (name == "whet_stamp")
    stamp(word(arguments[0]));
  else if (name == "whet_touch")
    pass(k_touch_seconds);
  else if (name == "whet_empty")
    pass(k_empty_seconds);
  else if (name == "whet_gate")
    closed_gate = reinterpret_cast<uint32_t*>(word(arguments[0])), pass(k_gate_seconds);
  else
    pass(driver.kernel_seconds);
  return 0;
}
int cuEventRecord(void* event, void*) {
  driver.steps.emplace_back("event");
  return events[event] = now, 0;
}
int cuEventElapsedTime(float* milliseconds, void* start, void* stop) {
  return *milliseconds = static_cast<float>(1e3 * (events[stop] - events[start])), ++sample, 0;
}
int cuCtxSynchronize() {
  if (closed_gate && closed_gate[0] == 0) driver.waited_behind_closed_gate = true;
  if (closed_gate && driver.gate_times_out) closed_gate[1] = 1;
  closed_gate = nullptr;
  return 0;
}
int cuStreamBeginCapture_v2(void*, int) {
  return captured = 0, 0;
}
int cuStreamEndCapture(void*, void** graph) {
  *graph = reinterpret_cast<void*>(static_cast<intptr_t>(captured));
  return captured = -1, 0;
}
int cuGraphInstantiateWithFlags(void** executable, void* graph, unsigned long long) {
  return *executable = graph, 0;
}
int cuGraphDestroy(void*) {
  return 0;
}
int cuGraphExecDestroy(void*) {
  return 0;
}
int cuGraphUpload(void*, void*) {
  return 0;
}
int cuGraphLaunch(void* executable, void*) {
  driver.steps.emplace_back("graph");
  pass(driver.kernel_seconds * static_cast<double>(reinterpret_cast<intptr_t>(executable)));
  return 0;
}
}
