constexpr int kNoFurther = 16;  // where lines have no further elements, which wgmma then does not ask for
