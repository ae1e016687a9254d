constexpr int kMapFloat = 7;  // elements of a tensor map: .f32 (PTX: tensormap.replace, elemtype)
