constexpr int kAsIs = 0;  // the terms of an operand lie along its lines (PTX: wgmma, imm-trans)
