// SPDX-License-Identifier: Apache-2.0
// C source compiled with the system's compiler and loaded into this process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catena/codegen/emit_c.hpp"

namespace catena::test {

bool has_compiler(const std::string& compiler);

// A folder with a few files, gone at the end.
class SourceFolder {
 public:
  SourceFolder();
  ~SourceFolder();
  SourceFolder(const SourceFolder&) = delete;
  SourceFolder& operator=(const SourceFolder&) = delete;

  std::string write(const std::string& name, const std::string& text) const;
  std::string file(const std::string& name) const;

  // Runs the compiler here, with all warnings as errors.
  bool compile(const std::string& compiler, const std::string& arguments) const;

 private:
  std::filesystem::path path_;
};

// The functions of a source file, for double or float.
template <class Real>
class Compiled {
 public:
  Compiled(const CSource& c, const std::string& compiler = "cc", const std::string& flags = "-O1");
  ~Compiled();
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  bool ok() const { return library_ != nullptr; }

  // Calls the function of a quantity; `inputs` are q, qd, qdd, tau.
  std::vector<Real> operator()(const std::string& stem, Quantity quantity, int n,
                               const std::vector<std::vector<Real>>& inputs) const;

 private:
  SourceFolder folder_;
  void* library_ = nullptr;
};

}  // namespace catena::test
