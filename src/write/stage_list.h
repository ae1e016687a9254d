// The numbers that a stage of several products is tried with, on plain cores and on tensor cores.
#pragma once

#include <optional>
#include <vector>

#include "write/schedule/product_stage.h"
#include "write/subject/nest.h"

namespace whet::write {

// Those first that suit it best.
struct StageList {
  std::vector<StageNumbers> plain;   // on plain cores, or with one side short
  std::vector<StageNumbers> matrix;  // on tensor cores; empty: they have no form for the stage
  bool is_for_matrix = false;        // whether those of tensor cores are likelier to be fast
  // Clocks that the first of each is predicted to take; nothing: a side is short, and memory binds the stage.
  std::optional<double> plain_clocks, matrix_clocks;
};

// Of a map of several sums the list is that of the first: the others are like it. An error: it is no product.
Result<StageList> stage_list(const Subject& subject, const Nest& nest);

}  // namespace whet::write
