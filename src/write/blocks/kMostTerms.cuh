constexpr long long kMostTerms = 1ll << 30;  // that 32 bits count, a few tiles beyond the end included
