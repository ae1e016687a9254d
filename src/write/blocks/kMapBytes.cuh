constexpr int kMapBytes = 128;  // of a tensor map, and what its address is a multiple of
