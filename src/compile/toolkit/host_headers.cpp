#include "compile/toolkit/host_headers.h"

#include <array>

namespace whet {

namespace {

// Device code can use nothing of these, or NVRTC has it built in.
constexpr const char* k_empty = "";

constexpr const char* k_stdio = "namespace std { using ::printf; }\n";

constexpr const char* k_stdlib = "namespace std { using ::malloc; using ::free; }\n";

constexpr const char* k_string = "namespace std { using ::memcpy; using ::memset; }\n";

constexpr const char* k_chrono = R"(
namespace std { namespace chrono {} namespace literals { namespace chrono_literals {} } }
)";

// Like the host's, it may be included again after NDEBUG has changed.
constexpr const char* k_assert = R"(
#undef assert
#ifdef NDEBUG
#define assert(e) (static_cast<void>(0))
#else
#define assert(e) ((e) ? static_cast<void>(0) : __assertfail(#e, __FILE__, __LINE__, __PRETTY_FUNCTION__, sizeof(char)))
#endif
)";

// int64_t is long, as on the host, because it is part of the mangled names of kernels.
constexpr const char* k_stdint = R"(
#pragma once
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef long int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef unsigned long uint_least64_t;
typedef signed char int_fast8_t;
typedef long int_fast16_t;
typedef long int_fast32_t;
typedef long int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned long uint_fast16_t;
typedef unsigned long uint_fast32_t;
typedef unsigned long uint_fast64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long intmax_t;
typedef unsigned long uintmax_t;
namespace std {
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t;
using ::int_fast32_t; using ::uint_fast32_t; using ::intptr_t; using ::uintptr_t; using ::intmax_t; using ::uintmax_t;
}
#define INT8_MIN (-128)
#define INT16_MIN (-32768)
#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN (-9223372036854775807L - 1)
#define INT8_MAX (127)
#define INT16_MAX (32767)
#define INT32_MAX (2147483647)
#define INT64_MAX (9223372036854775807L)
#define UINT8_MAX (255)
#define UINT16_MAX (65535)
#define UINT32_MAX (4294967295U)
#define UINT64_MAX (18446744073709551615UL)
#define SIZE_MAX (18446744073709551615UL)
)";

constexpr const char* k_float = R"(
#pragma once
#define FLT_RADIX 2
#define FLT_MANT_DIG 24
#define DBL_MANT_DIG 53
#define FLT_DIG 6
#define DBL_DIG 15
#define FLT_MIN_EXP (-125)
#define DBL_MIN_EXP (-1021)
#define FLT_MAX_EXP 128
#define DBL_MAX_EXP 1024
#define FLT_MAX 3.40282346638528859811704183484516925e+38F
#define FLT_MIN 1.17549435082228750796873653722224568e-38F
#define FLT_EPSILON 1.19209289550781250000000000000000000e-7F
#define FLT_TRUE_MIN 1.40129846432481707092372958328991613e-45F
#define DBL_MAX (double(1.79769313486231570814527423731704357e+308L))
#define DBL_MIN (double(2.22507385850720138309023271733240406e-308L))
#define DBL_EPSILON (double(2.22044604925031308084726333618164062e-16L))
)";

// Type traits for device code. The names are the host's, because they are part of a kernel's mangled name.
constexpr const char* k_type_traits = R"(
#pragma once
namespace std {
template <class whet_T, whet_T whet_V> struct integral_constant {
  static constexpr whet_T value = whet_V;
  typedef whet_T value_type;
  typedef integral_constant type;
  __host__ __device__ constexpr operator whet_T() const noexcept { return whet_V; }
};
template <bool whet_V> using bool_constant = integral_constant<bool, whet_V>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <bool, class whet_T = void> struct enable_if {};
template <class whet_T> struct enable_if<true, whet_T> { typedef whet_T type; };
template <bool whet_C, class whet_T = void> using enable_if_t = typename enable_if<whet_C, whet_T>::type;
template <bool, class whet_A, class whet_B> struct conditional { typedef whet_A type; };
template <class whet_A, class whet_B> struct conditional<false, whet_A, whet_B> { typedef whet_B type; };
template <bool whet_C, class whet_A, class whet_B>
using conditional_t = typename conditional<whet_C, whet_A, whet_B>::type;
template <class...> using void_t = void;
template <class whet_A, class whet_B> struct is_same : false_type {};
template <class whet_A> struct is_same<whet_A, whet_A> : true_type {};
template <class whet_T> struct remove_const { typedef whet_T type; };
template <class whet_T> struct remove_const<const whet_T> { typedef whet_T type; };
template <class whet_T> struct remove_volatile { typedef whet_T type; };
template <class whet_T> struct remove_volatile<volatile whet_T> { typedef whet_T type; };
template <class whet_T> struct remove_cv {
  typedef typename remove_const<typename remove_volatile<whet_T>::type>::type type;
};
template <class whet_T> struct remove_reference { typedef whet_T type; };
template <class whet_T> struct remove_reference<whet_T&> { typedef whet_T type; };
template <class whet_T> struct remove_reference<whet_T&&> { typedef whet_T type; };
template <class whet_T> struct remove_pointer { typedef whet_T type; };
template <class whet_T> struct remove_pointer<whet_T*> { typedef whet_T type; };
template <class whet_T> struct remove_pointer<whet_T* const> { typedef whet_T type; };
template <class whet_T> using remove_const_t = typename remove_const<whet_T>::type;
template <class whet_T> using remove_cv_t = typename remove_cv<whet_T>::type;
template <class whet_T> using remove_reference_t = typename remove_reference<whet_T>::type;
template <class whet_T> using remove_pointer_t = typename remove_pointer<whet_T>::type;
template <class whet_T> struct is_void : is_same<typename remove_cv<whet_T>::type, void> {};
template <class whet_T> struct is_const : false_type {};
template <class whet_T> struct is_const<const whet_T> : true_type {};
template <class whet_T> struct is_pointer : false_type {};
template <class whet_T> struct is_pointer<whet_T*> : true_type {};
template <class whet_T> struct is_pointer<whet_T* const> : true_type {};
template <class whet_T>
struct is_integral : bool_constant<whet_prelude::kind<typename remove_cv<whet_T>::type>::value == 1> {};
template <class whet_T>
struct is_floating_point : bool_constant<(whet_prelude::kind<typename remove_cv<whet_T>::type>::value > 1)> {};
template <class whet_T>
struct is_arithmetic : bool_constant<whet_prelude::kind<typename remove_cv<whet_T>::type>::value != 0> {};
template <class whet_A, class whet_B> inline constexpr bool is_same_v = is_same<whet_A, whet_B>::value;
template <class whet_T> inline constexpr bool is_void_v = is_void<whet_T>::value;
template <class whet_T> inline constexpr bool is_const_v = is_const<whet_T>::value;
template <class whet_T> inline constexpr bool is_pointer_v = is_pointer<whet_T>::value;
template <class whet_T> inline constexpr bool is_integral_v = is_integral<whet_T>::value;
template <class whet_T> inline constexpr bool is_floating_point_v = is_floating_point<whet_T>::value;
template <class whet_T> inline constexpr bool is_arithmetic_v = is_arithmetic<whet_T>::value;
}
)";

// The driver's header declares host functions; kernels use only the tensor map, aligned as in the toolkit.
constexpr const char* k_driver = R"(
#pragma once
#include <stdint.h>
typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
typedef unsigned long long CUdeviceptr;
typedef struct CUtensorMap_st {
  alignas(__CUDACC_VER_MAJOR__ >= 13 ? 128 : 64) cuuint64_t opaque[16];
} CUtensorMap;
)";

// Headers of host libraries provide these too.
constexpr const char* k_cublas = R"(
#pragma once
#include <stdint.h>
#include <driver_types.h>
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
)";

constexpr const char* k_complex_library = R"(
#pragma once
#include <stdint.h>
#include <cuComplex.h>
#include <driver_types.h>
)";

// clang-format off
constexpr std::array<HostHeader, 84> k_headers = {{
    {"assert.h", k_assert}, {"cassert", k_assert},
    {"stdio.h", k_stdio}, {"cstdio", k_stdio},
    {"stdlib.h", k_stdlib}, {"cstdlib", k_stdlib},
    {"string.h", k_string}, {"cstring", k_string},
    {"stdint.h", k_stdint}, {"cstdint", k_stdint}, {"inttypes.h", k_stdint}, {"cinttypes", k_stdint},
    {"float.h", k_float}, {"cfloat", k_float},
    {"math.h", k_empty}, {"cmath", k_empty}, {"limits.h", k_empty}, {"climits", k_empty},
    {"stddef.h", k_empty}, {"cstddef", k_empty}, {"stdbool.h", k_empty}, {"cstdbool", k_empty},
    {"type_traits", k_type_traits}, {"utility", k_empty}, {"initializer_list", k_empty}, {"limits", k_empty},
    {"algorithm", k_empty}, {"numeric", k_empty}, {"functional", k_empty}, {"iterator", k_empty}, {"memory", k_empty},
    {"vector", k_empty}, {"array", k_empty}, {"list", k_empty}, {"deque", k_empty}, {"queue", k_empty}, {"stack", k_empty},
    {"map", k_empty}, {"set", k_empty}, {"unordered_map", k_empty}, {"unordered_set", k_empty}, {"tuple", k_empty},
    {"optional", k_empty}, {"variant", k_empty}, {"bitset", k_empty},
    {"string", k_empty}, {"string_view", k_empty}, {"sstream", k_empty}, {"iostream", k_empty}, {"ostream", k_empty},
    {"istream", k_empty}, {"fstream", k_empty}, {"iomanip", k_empty}, {"filesystem", k_empty}, {"regex", k_empty},
    {"chrono", k_chrono}, {"ctime", k_empty}, {"time.h", k_empty}, {"sys/time.h", k_empty}, {"unistd.h", k_empty},
    {"sys/types.h", k_empty}, {"getopt.h", k_empty}, {"random", k_empty}, {"thread", k_empty}, {"mutex", k_empty},
    {"atomic", k_empty}, {"future", k_empty}, {"exception", k_empty}, {"stdexcept", k_empty}, {"typeinfo", k_empty},
    {"new", k_empty}, {"cerrno", k_empty}, {"errno.h", k_empty}, {"omp.h", k_empty},
    {"cuda.h", k_driver}, {"cudaTypedefs.h", k_driver}, {"cuda_profiler_api.h", k_empty}, {"nvToolsExt.h", k_empty},
    {"nvtx3/nvToolsExt.h", k_empty}, {"cublas_v2.h", k_cublas}, {"cublasLt.h", k_cublas},
    {"cufft.h", k_complex_library}, {"cusparse.h", k_complex_library}, {"cusolverDn.h", k_complex_library},
}};
// clang-format on

}  // namespace

std::span<const HostHeader> host_headers() {
  return k_headers;
}

}  // namespace whet
