// Kernels for sums of products: each function adds those of a family of schedules.
#pragma once

#include "write/subject/nest.h"
#include "write/written_kernels.h"

namespace whet::write {

void add_products(const Subject& subject, const Nest& nest, WrittenKernels& found);
// Products of which one side is short.
void add_thin(const Subject& subject, const Nest& nest, WrittenKernels& found);
// Maps of several products. Whether they are likelier to be fast than what sums terms without tiles.
bool add_products_apart(const Subject& subject, const Nest& nest, WrittenKernels& found);
// Products of products, of which other schedules repeat the inner sum for each element of the result.
void add_chains(const Subject& subject, const Nest& nest, WrittenKernels& found);
void add_attention(const Subject& subject, const Nest& nest, WrittenKernels& found);

}  // namespace whet::write
