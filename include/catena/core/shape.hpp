// SPDX-License-Identifier: Apache-2.0
// The shapes of results: how many indices an array has, how far each runs, and where an element is stored.
#pragma once

#include <array>
#include <cstddef>

namespace catena {

enum class Shape {
  none,
  scalar,
  joints,
  six,
  square,
  cube,
  six_by_n,
  n_by_six,
  six_square,
  pose,
  columns,
  parameters,     // ten for each link
  by_parameters,  // n rows, a column for each parameter
  three_by_n,
  three_by_n_by_n,
  three_square_by_n,  // a matrix for each link
  six_by_n_by_n,
  six_square_by_n,  // a matrix for each link
  stacked_square,   // a block of six rows and six columns for each pair of links
  stacked_by_n,     // a block of six rows for each link
  n_by_stacked,     // a block of six columns for each link
};

// The indices of an array: how many there are (0 for a number, 3 for a cube [i][j][k]), and how far each runs; 1 for those
// that it does not have.
struct Extents {
  int indices;
  std::array<int, 3> size;

  constexpr std::size_t operator[](int k) const {
    return static_cast<std::size_t>(size[static_cast<std::size_t>(k)]);
  }
  constexpr std::size_t count() const { return (*this)[0] * (*this)[1] * (*this)[2]; }
  // Where element [i][j][k] is stored: the first index runs fastest.
  constexpr std::size_t place(std::size_t i, std::size_t j, std::size_t k) const {
    return (k * (*this)[1] + j) * (*this)[0] + i;
  }
};

// The size of an array as it is stored, column by column; an array [i][j][k] is stored as n matrices [i][j] side by side.
struct Size {
  int rows, cols;
  constexpr std::size_t count() const {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
  }
};

// `columns` is the number of columns of V; negative: V is the identity. All questions about a shape are answered from this
// switch, in which the compiler reports a missing shape.
constexpr Extents extents_of(Shape shape, int n, int columns = -1) {
  switch (shape) {
    case Shape::none:
      return {0, {0, 0, 0}};
    case Shape::scalar:
      return {0, {1, 1, 1}};
    case Shape::joints:
      return {1, {n, 1, 1}};
    case Shape::six:
      return {1, {6, 1, 1}};
    case Shape::square:
      return {2, {n, n, 1}};
    case Shape::cube:
      return {3, {n, n, n}};
    case Shape::six_by_n:
      return {2, {6, n, 1}};
    case Shape::n_by_six:
      return {2, {n, 6, 1}};
    case Shape::six_square:
      return {2, {6, 6, 1}};
    case Shape::pose:
      return {2, {4, 4, 1}};
    case Shape::columns:
      return {2, {n, columns < 0 ? n : columns, 1}};
    case Shape::parameters:
      return {1, {10 * n, 1, 1}};
    case Shape::by_parameters:
      return {2, {n, 10 * n, 1}};
    case Shape::three_by_n:
      return {2, {3, n, 1}};
    case Shape::three_by_n_by_n:
      return {3, {3, n, n}};
    case Shape::three_square_by_n:
      return {3, {3, 3, n}};
    case Shape::six_by_n_by_n:
      return {3, {6, n, n}};
    case Shape::six_square_by_n:
      return {3, {6, 6, n}};
    case Shape::stacked_square:
      return {2, {6 * n, 6 * n, 1}};
    case Shape::stacked_by_n:
      return {2, {6 * n, n, 1}};
    case Shape::n_by_stacked:
      return {2, {n, 6 * n, 1}};
  }
  return {0, {0, 0, 0}};
}

constexpr Size size_of(Shape shape, int n, int columns = -1) {
  const Extents extents = extents_of(shape, n, columns);
  return {extents.size[0], extents.size[1] * extents.size[2]};
}

}  // namespace catena
