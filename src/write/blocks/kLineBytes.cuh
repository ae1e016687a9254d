constexpr int kLineBytes = 128;  // of a line of a tile
