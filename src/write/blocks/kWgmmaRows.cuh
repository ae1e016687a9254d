constexpr int kWgmmaRows = 64;  // of a warpgroup: those of one wgmma
