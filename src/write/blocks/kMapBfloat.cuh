constexpr int kMapBfloat = 10;  // elements of a tensor map: .bf16 (PTX: tensormap.replace, elemtype)
