constexpr double kInfinity = __builtin_huge_val();
