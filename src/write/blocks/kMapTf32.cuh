constexpr int kMapTf32 = 11;  // elements of a tensor map: .tf32 (PTX: tensormap.replace, elemtype)
