// SPDX-License-Identifier: Apache-2.0
#include "batch_output.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "catena/core/error.hpp"
#include "write_file.hpp"

namespace catena::cli {

namespace fs = std::filesystem;

std::vector<BatchPart> parts_of(Quantity quantity, int dof) {
  const QuantityInfo& about = info(quantity);
  std::vector<BatchPart> parts;
  std::size_t first = 0;
  for (const ArrayInfo& array : about.results()) {
    const Extents extents = extents_of(array.shape, dof);
    NpyShape shape;
    for (int k = 0; k < extents.indices; ++k) shape.push_back(extents[k]);
    const std::string name =
        about.several() ? fmt::format("{}_{}", about.name, array.name) : std::string(about.name);
    parts.push_back({name, shape, extents.count(), first, quantity});
    first += extents.count();
  }
  return parts;
}

void to_rows(const BatchPart& part, std::size_t states, std::span<const double> columns,
             std::span<double> rows) {
  if (part.shape.size() < 2) {
    std::copy(columns.begin(), columns.end(), rows.begin());
    return;
  }
  // in `columns` the first index varies fastest, then the second
  const std::size_t a = part.shape[0], b = part.shape[1], c = part.each / (a * b);
  double* to = rows.data();
  for (std::size_t state = 0; state < states; ++state) {
    const double* from = columns.data() + state * part.each;
    for (std::size_t i = 0; i < a; ++i)
      for (std::size_t j = 0; j < b; ++j)
        for (std::size_t k = 0; k < c; ++k) *to++ = from[(k * b + j) * a + i];
  }
}

std::vector<std::string> output_paths(const std::string& output, std::span<const BatchPart> parts) {
  if (output.empty())
    throw Error(ErrorKind::usage, "eval --batch", "--output is missing")
        .need("a folder, or for one quantity a file that ends in .npy");
  std::vector<std::string> paths;
  std::error_code error;
  if (fs::path(output).extension() == ".npy" && !fs::is_directory(output, error)) {
    if (parts.size() > 1)
      throw Error(ErrorKind::usage, output, "several arrays do not fit into one .npy file")
          .given(fmt::format("{} and {}", parts[0].name, parts[1].name))
          .need("the name of a folder");
    paths.push_back(output);
  } else {
    const fs::path folder = output;
    make_folder(output);
    for (const BatchPart& part : parts) paths.push_back((folder / (part.name + ".npy")).string());
  }
  require_distinct(paths);
  return paths;
}

}  // namespace catena::cli
