constexpr int kMapHalf = 6;  // elements of a tensor map: .f16 (PTX: tensormap.replace, elemtype)
