constexpr int kWarpgroup = 128;  // threads of a warpgroup: four warps
