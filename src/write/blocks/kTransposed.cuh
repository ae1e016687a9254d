constexpr int kTransposed = 1;  // the terms of an operand lie on different lines (PTX: wgmma, imm-trans)
