constexpr double kNan = __builtin_bit_cast(double, 0x7ff8000000000000ull);
