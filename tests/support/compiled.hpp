// SPDX-License-Identifier: Apache-2.0
// C source compiled with the system's compiler and loaded into this process.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "catena/codegen/emit_c.hpp"

namespace catena::test {

inline bool has_compiler(const std::string& compiler) {
  return std::system((compiler + " --version >/dev/null 2>&1").c_str()) == 0;
}

// A folder with a few files, gone at the end.
class SourceFolder {
 public:
  SourceFolder() {
    static std::atomic<int> count{0};
    path_ = std::filesystem::temp_directory_path() /
            ("catena_codegen_test_" + std::to_string(::getpid()) + "_" + std::to_string(++count));
    std::filesystem::create_directories(path_);
  }
  ~SourceFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  SourceFolder(const SourceFolder&) = delete;
  SourceFolder& operator=(const SourceFolder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return file(name);
  }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

  // Runs the compiler here, with all warnings as errors.
  bool compile(const std::string& compiler, const std::string& arguments) const {
    return run(compiler + " -std=c99 -Wall -Wextra -Werror -pedantic " + arguments);
  }
  bool compile_cpp(const std::string& compiler, const std::string& arguments) const {
    return run(compiler + " -Wall -Wextra -Werror -pedantic " + arguments);
  }
  bool run(const std::string& command) const {
    return std::system(("cd '" + path_.string() + "' && " + command).c_str()) == 0;
  }

 private:
  std::filesystem::path path_;
};

// The functions of a source file.
template <class Real>
class LoadedCode {
 public:
  LoadedCode(const CSource& c, const std::string& compiler = "cc", const std::string& flags = "-O1") {
    folder_.write(c.stem + ".h", c.header);
    folder_.write(c.stem + ".c", c.source);
    if (!folder_.compile(compiler, flags + " -fPIC -shared " + c.stem + ".c -o arm.so -lm")) return;
    library_ = ::dlopen(folder_.file("arm.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  ~LoadedCode() {
    if (library_) ::dlclose(library_);
  }
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
                               const std::vector<std::vector<Real>>& inputs) const {
    std::vector<Real> out(size_of(quantity, n), Real(-77));
    void* function = ::dlsym(library_, c_function(stem, quantity).c_str());
    EXPECT_NE(function, nullptr) << c_function(stem, quantity);
    if (!function) return out;
    const QuantityInfo& i = info(quantity);
    std::vector<const Real*> args = {inputs[0].data()};
    if (i.needs_qd) args.push_back(inputs[1].data());
    if (i.needs_qdd) args.push_back(inputs[2].data());
    if (i.needs_tau) args.push_back(inputs[3].data());
    using In = const Real*;
    if (args.size() == 1) reinterpret_cast<void (*)(In, Real*)>(function)(args[0], out.data());
    if (args.size() == 2) reinterpret_cast<void (*)(In, In, Real*)>(function)(args[0], args[1], out.data());
    if (args.size() == 3)
      reinterpret_cast<void (*)(In, In, In, Real*)>(function)(args[0], args[1], args[2], out.data());
    return out;
  }

 private:
  SourceFolder folder_;
  void* library_ = nullptr;
};

}  // namespace catena::test
