// SPDX-License-Identifier: Apache-2.0
// C source compiled with the system's compiler and loaded into this process.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

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
  bool compile_cpp(const std::string& compiler, const std::string& arguments) const;
  bool run(const std::string& command) const;

 private:
  std::filesystem::path path_;
};

// The functions of a source file, for double or float.
template <class Real>
class LoadedCode {
 public:
  LoadedCode(const CSource& c, const std::string& compiler = "cc", const std::string& flags = "-O1");
  ~LoadedCode();
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;

  bool ok() const { return library_ != nullptr; }

  // A function by its name, as a pointer to what the caller knows it to be.
  template <class Function>
  Function* find(const std::string& name) const {
    void* const function = ::dlsym(library_, name.c_str());
    EXPECT_NE(function, nullptr) << name;
    return reinterpret_cast<Function*>(function);
  }

  // Calls the function of a quantity; `inputs` are q, qd, qdd, tau.
  std::vector<Real> operator()(const std::string& stem, Quantity quantity, int n,
                               const std::vector<std::vector<Real>>& inputs) const;

 private:
  SourceFolder folder_;
  void* library_ = nullptr;
};

}  // namespace catena::test
