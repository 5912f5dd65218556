// SPDX-License-Identifier: Apache-2.0
// Meshes from files; apart from mesh.cpp, because a browser has none.
#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "catena/core/error.hpp"
#include "catena/report/mesh.hpp"
#include "catena/system/files_read.hpp"

namespace catena::report {

TriangleMesh read_mesh(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size =
      std::filesystem::is_regular_file(file, error) ? std::filesystem::file_size(file, error) : 0;
  if (!error && size > kLargestMeshFile)
    throw Error(ErrorKind::model, file, "the mesh is too large for a report")
        .given(fmt::format("{} MB", size / 1'000'000))
        .need(fmt::format("{} MB at most", kLargestMeshFile / 1'000'000));
  std::string bytes(static_cast<std::size_t>(error ? 0 : size), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (error || !in || bytes.empty())
    throw Error(ErrorKind::io, file, "the mesh cannot be read")
        .given(error       ? error.message()
               : size == 0 ? "no regular file, or an empty one"
                           : std::strerror(errno));
  system::note_file_read(file);
  return parse_mesh(bytes, file);
}

}  // namespace catena::report
