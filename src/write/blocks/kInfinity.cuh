constexpr double kInfinity = __builtin_bit_cast(double, 0x7ff0000000000000ull);
