#include "compile/toolkit/host_headers.h"

namespace whet {

namespace {

// nvcc includes the host's math and limits before the first line. Two groups need care:
//
// - <cmath> promotes: pow(float, int) is double, and fmax(float, int) is a host function that device code may not call.
//   NVRTC has pow(float, int) as float, and would convert the arguments of the others to float. So `pow` gets another
//   name under which it promotes, and the mixed calls of the others are deleted, so that nvcc is used for them. isnan
//   and similar functions return bool on the host and int in NVRTC; they get another name as well.
// - INFINITY and NAN must be constant expressions with the host's bits.
//
// Constants are enumerators, because NVRTC would keep static members in the cubin; names are long, so that -DA=1 does
// not affect them.
constexpr const char* k_prelude = R"whet(
#define INFINITY (__builtin_bit_cast(float, 0x7f800000u))
#define NAN (__builtin_bit_cast(float, 0x7fc00000u))
#define HUGE_VALF (__builtin_bit_cast(float, 0x7f800000u))
#define HUGE_VAL (__builtin_bit_cast(double, 0x7ff0000000000000ull))
#define MAXFLOAT 3.40282346638528859811704183484516925e+38F
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-INT_MAX - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MIN (-LONG_MAX - 1L)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
#define RAND_MAX 2147483647
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef long ssize_t;
typedef decltype(nullptr) nullptr_t;

namespace std {
using ::size_t;
using ::ptrdiff_t;
using ::nullptr_t;
}

namespace whet_prelude {
template <class whet_T> struct kind { enum { value = 0 }; };  // 1 integer, 2 float, 3 double
#define WHET_KIND(whet_T, whet_K) template <> struct kind<whet_T> { enum { value = whet_K }; };
WHET_KIND(bool, 1) WHET_KIND(char, 1) WHET_KIND(signed char, 1) WHET_KIND(unsigned char, 1) WHET_KIND(wchar_t, 1)
WHET_KIND(char16_t, 1) WHET_KIND(char32_t, 1) WHET_KIND(short, 1) WHET_KIND(unsigned short, 1) WHET_KIND(int, 1)
WHET_KIND(unsigned, 1) WHET_KIND(long, 1) WHET_KIND(unsigned long, 1) WHET_KIND(long long, 1)
WHET_KIND(unsigned long long, 1) WHET_KIND(float, 2) WHET_KIND(double, 3)
#undef WHET_KIND
template <bool> struct only_if {};
template <> struct only_if<true> { typedef double type; };
template <class whet_A, class whet_B, class whet_C = whet_A>
using if_mixed = typename only_if<(kind<whet_A>::value && kind<whet_B>::value && kind<whet_C>::value &&
    !(int(kind<whet_A>::value) == int(kind<whet_B>::value) && int(kind<whet_B>::value) == int(kind<whet_C>::value) &&
      kind<whet_A>::value != 1))>::type;
}

#define WHET_MIXED(f) \
  template <class whet_A, class whet_B> __device__ whet_prelude::if_mixed<whet_A, whet_B> f(whet_A, whet_B) = delete; \
  namespace std { using ::f; }
WHET_MIXED(fmax) WHET_MIXED(fmin) WHET_MIXED(fmod) WHET_MIXED(hypot) WHET_MIXED(atan2) WHET_MIXED(copysign)
WHET_MIXED(remainder) WHET_MIXED(fdim) WHET_MIXED(nextafter)
#undef WHET_MIXED
template <class whet_A, class whet_B, class whet_C>
__device__ whet_prelude::if_mixed<whet_A, whet_B, whet_C> fma(whet_A, whet_B, whet_C) = delete;
__device__ __forceinline__ float whet_pow(float whet_a, float whet_b) { return pow(whet_a, whet_b); }
__device__ __forceinline__ double whet_pow(double whet_a, double whet_b) { return pow(whet_a, whet_b); }
template <class whet_A, class whet_B>
__device__ __forceinline__ whet_prelude::if_mixed<whet_A, whet_B> whet_pow(whet_A whet_a, whet_B whet_b) {
  return pow(static_cast<double>(whet_a), static_cast<double>(whet_b));
}
#define WHET_TEST(f) \
  __device__ __forceinline__ bool whet_##f(float whet_a) { return f(whet_a); } \
  __device__ __forceinline__ bool whet_##f(double whet_a) { return f(whet_a); }
WHET_TEST(isnan) WHET_TEST(isinf) WHET_TEST(isfinite) WHET_TEST(signbit)
#undef WHET_TEST
#define pow whet_pow
#define isnan whet_isnan
#define isinf whet_isinf
#define isfinite whet_isfinite
#define signbit whet_signbit

namespace std {
using ::pow; using ::fma; using ::abs; using ::fabs; using ::sqrt; using ::cbrt; using ::sin; using ::cos; using ::tan;
using ::asin; using ::acos; using ::atan; using ::sinh; using ::cosh; using ::tanh; using ::asinh; using ::acosh;
using ::atanh; using ::exp; using ::exp2; using ::expm1; using ::log; using ::log2; using ::log10; using ::log1p;
using ::logb; using ::ilogb; using ::erf; using ::erfc; using ::lgamma; using ::tgamma; using ::floor; using ::ceil;
using ::round; using ::trunc; using ::rint; using ::nearbyint; using ::lrint; using ::llrint; using ::lround;
using ::llround; using ::ldexp; using ::scalbn; using ::scalbln; using ::frexp; using ::modf; using ::isnan;
using ::isinf; using ::isfinite; using ::signbit;
}
)whet";

}  // namespace

HostHeader prelude() {
  return {"whet_prelude.h", k_prelude};
}

}  // namespace whet
