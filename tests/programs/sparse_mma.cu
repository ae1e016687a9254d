// mma.sp in every shape of sm_90: A is thinned out here, its metadata made by the rules of the PTX manual, and the
// product of the whole matrices is expected. Small whole numbers, so every sum is exact.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstring>
#include <vector>

#include "check.h"
#include "checksum.h"

// Registers of a lane: A, B, metadata, C and D.
struct Lane {
  unsigned a[4], b[4], e, c[4], d[4];
};

#define FOUR(x) "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])
#define OUT(x) "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
#define NARROW(shape, types, selector)                                                  \
  asm volatile("mma.sp::ordered_metadata.sync.aligned." shape ".row.col." types         \
               " {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11}, %12, " #selector ";" \
               : OUT(l.d)                                                               \
               : "r"(l.a[0]), "r"(l.a[1]), "r"(l.b[0]), "r"(l.b[1]), FOUR(l.c), "r"(l.e))
#define WIDE(shape, types, selector)                                                                    \
  asm volatile("mma.sp::ordered_metadata.sync.aligned." shape ".row.col." types                         \
               " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%12,%13,%14,%15}, %16, " #selector ";" \
               : OUT(l.d)                                                                               \
               : FOUR(l.a), FOUR(l.b), FOUR(l.c), "r"(l.e))

template <int form>
__global__ void multiply(Lane* lanes) {
  Lane l = lanes[threadIdx.x];
  if constexpr (form == 0) NARROW("m16n8k16", "f32.f16.f16.f32", 0);
  if constexpr (form == 1) NARROW("m16n8k16", "f32.f16.f16.f32", 3);
  if constexpr (form == 2) WIDE("m16n8k32", "f32.f16.f16.f32", 0);
  if constexpr (form == 3) WIDE("m16n8k32", "f32.bf16.bf16.f32", 1);
  if constexpr (form == 4) NARROW("m16n8k8", "f32.tf32.tf32.f32", 2);
  if constexpr (form == 5) WIDE("m16n8k16", "f32.tf32.tf32.f32", 1);
  if constexpr (form == 6) NARROW("m16n8k32", "s32.s8.s8.s32", 1);
  if constexpr (form == 7) WIDE("m16n8k64", "s32.s8.s8.s32", 0);
  if constexpr (form == 8) NARROW("m16n8k64", "s32.s4.s4.s32", 0);
  if constexpr (form == 9) WIDE("m16n8k128", "s32.s4.s4.s32", 0);
  if constexpr (form == 10) WIDE("m16n8k64", "f32.e4m3.e4m3.f32", 0);
  lanes[threadIdx.x] = l;
}

struct Form {
  const char* name;
  int k, bits, selector;
  char type;  // h b t i 8
};
const Form k_forms[] = {{"k16 f16", 16, 16, 0, 'h'}, {"k16 f16 of lane 3", 16, 16, 3, 'h'},
                        {"k32 f16", 32, 16, 0, 'h'}, {"k32 bf16", 32, 16, 1, 'b'},
                        {"k8 tf32", 8, 32, 2, 't'},  {"k16 tf32", 16, 32, 1, 't'},
                        {"k32 s8", 32, 8, 1, 'i'},   {"k64 s8", 64, 8, 0, 'i'},
                        {"k64 s4", 64, 4, 0, 'i'},   {"k128 s4", 128, 4, 0, 'i'},
                        {"k64 e4m3", 64, 8, 0, '8'}};
using Kernel = void (*)(Lane*);
const Kernel k_kernels[] = {multiply<0>, multiply<1>, multiply<2>, multiply<3>, multiply<4>, multiply<5>,
                            multiply<6>, multiply<7>, multiply<8>, multiply<9>, multiply<10>};

unsigned encoded(const Form& form, int value) {
  const float real = float(value);
  switch (form.type) {
    case 'h':
      return __half_as_ushort(__float2half(real));
    case 'b':
      return __bfloat16_as_ushort(__float2bfloat16(real));
    case '8':
      return __nv_cvt_float_to_fp8(real, __NV_SATFINITE, __NV_E4M3);
    case 't': {
      unsigned bits;
      std::memcpy(&bits, &real, 4);
      return bits;
    }
    default:
      return unsigned(value) & ((1u << form.bits) - 1);
  }
}

// Number `at` of a row of packed numbers.
void put(std::vector<unsigned char>& row, const Form& form, int at, int value) {
  const unsigned bits = encoded(form, value);
  if (form.bits == 4)
    row[at / 2] |= bits << 4 * (at % 2);
  else
    std::memcpy(&row[at * form.bits / 8], &bits, form.bits / 8);
}

int next(unsigned& state, int below) {
  state = state * 1664525u + 1013904223u;
  return int((state >> 16) % unsigned(below));
}

bool run(int number) {
  const Form& form = k_forms[number];
  unsigned state = 77 + number;
  std::vector<int> a(16 * form.k), b(form.k * 8);
  for (int& value : b) value = next(state, 13) - 6;
  // Kept numbers of each row, and which of every four granules they were: of two bytes, or of one.
  std::vector<std::vector<unsigned char>> kept(16, std::vector<unsigned char>(form.k * form.bits / 16));
  std::vector<std::vector<int>> which(16);
  const int per_granule = form.bits == 4 ? 2 : 1;
  for (int row = 0; row < 16; ++row) {
    int stored = 0;
    if (form.bits == 32) {
      for (int pair = 0; pair < form.k / 2; ++pair) {
        const int upper = next(state, 2);
        a[row * form.k + 2 * pair + upper] = next(state, 13) - 6;
        put(kept[row], form, stored++, a[row * form.k + 2 * pair + upper]);
        which[row].push_back(2 * upper);
        which[row].push_back(2 * upper + 1);
      }
      continue;
    }
    for (int group = 0; group < form.k / per_granule / 4; ++group) {
      int first = next(state, 4), second = (first + 1 + next(state, 3)) % 4;
      if (first > second) std::swap(first, second);
      for (const int granule : {first, second}) {
        which[row].push_back(granule);
        for (int i = 0; i < per_granule; ++i) {
          int& value = a[row * form.k + (4 * group + granule) * per_granule + i];
          value = form.bits == 4 ? next(state, 13) - 6 : next(state, 13) - 6;
          put(kept[row], form, stored++, value);
        }
      }
    }
  }
  std::vector<std::vector<unsigned char>> columns(8, std::vector<unsigned char>(form.k * form.bits / 8));
  for (int column = 0; column < 8; ++column) {
    for (int k = 0; k < form.k; ++k) put(columns[column], form, k, b[k * 8 + column]);
  }
  const int registers = form.k * form.bits / 128;  // of A and of B
  const bool whole = form.type == 'i';
  std::vector<Lane> lanes(32);
  for (int lane = 0; lane < 32; ++lane) {
    const int g = lane / 4, t = lane % 4;
    std::memset(&lanes[lane], 0xee, sizeof(Lane));
    for (int i = 0; i < registers; ++i) {
      std::memcpy(&lanes[lane].a[i], &kept[g + 8 * (i % 2)][i / 2 * 16 + 4 * t], 4);
      std::memcpy(&lanes[lane].b[i], &columns[g][i * 16 + 4 * t], 4);
    }
    for (int i = 0; i < 4; ++i) {
      const float real = float(g + 8 * (i / 2) - (2 * t + i % 2));
      const int number = int(real);
      std::memcpy(&lanes[lane].c[i], whole ? static_cast<const void*>(&number) : &real, 4);
    }
    // Two bits a kept granule, the first lowest.
    const bool wide_granules = form.bits >= 16, long_rows = registers == 4;
    int block = 0, row = g;
    bool gives = true;
    if (wide_granules) {
      gives = long_rows ? t / 2 == form.selector : t == form.selector;
      block = long_rows ? t % 2 : 0;
    } else {
      gives = long_rows || t / 2 == form.selector;
      block = long_rows ? t / 2 : 0;
      row = g + 8 * (t % 2);
    }
    if (!gives) continue;
    lanes[lane].e = 0;
    const int count = wide_granules ? 8 : 16;
    for (int i = 0; i < count; ++i) {
      lanes[lane].e |= unsigned(which[row][block * count + i]) << 2 * i;
      if (wide_granules) lanes[lane].e |= unsigned(which[row + 8][block * count + i]) << (16 + 2 * i);
    }
  }
  Lane* device;
  CHECK(cudaMalloc(&device, 32 * sizeof(Lane)));
  CHECK(cudaMemcpy(device, lanes.data(), 32 * sizeof(Lane), cudaMemcpyHostToDevice));
  k_kernels[number]<<<1, 32>>>(device);
  CHECK(cudaMemcpy(lanes.data(), device, 32 * sizeof(Lane), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
  int wrong = 0;
  std::vector<unsigned> results;
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 4; ++i) {
      const int row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
      int sum = row - column;
      for (int k = 0; k < form.k; ++k) sum += a[row * form.k + k] * b[k * 8 + column];
      float real;
      std::memcpy(&real, &lanes[lane].d[i], 4);
      wrong += whole ? int(lanes[lane].d[i]) != sum : real != float(sum);
      results.push_back(lanes[lane].d[i]);
    }
  }
  std::printf("%s: %d wrong, ", form.name, wrong);
  print_checksum("checksum", results);
  return wrong == 0;
}

int main() {
  bool right = true;
  for (int i = 0; i < 11; ++i) right = run(i) && right;
  return verdict(right);
}
