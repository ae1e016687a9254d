constexpr double kNan = __builtin_nan("");
