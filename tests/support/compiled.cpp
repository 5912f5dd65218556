// SPDX-License-Identifier: Apache-2.0
#include "support/compiled.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>

namespace catena::test {

bool has_compiler(const std::string& compiler) {
  return std::system((compiler + " --version >/dev/null 2>&1").c_str()) == 0;
}

SourceFolder::SourceFolder() {
  static std::atomic<int> count{0};
  path_ = std::filesystem::temp_directory_path() /
          ("catena_codegen_test_" + std::to_string(::getpid()) + "_" + std::to_string(++count));
  std::filesystem::create_directories(path_);
}

SourceFolder::~SourceFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string SourceFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return file(name);
}

std::string SourceFolder::file(const std::string& name) const { return (path_ / name).string(); }

bool SourceFolder::compile(const std::string& compiler, const std::string& arguments) const {
  return run(compiler + " -std=c99 -Wall -Wextra -Werror -pedantic " + arguments);
}

bool SourceFolder::compile_cpp(const std::string& compiler, const std::string& arguments) const {
  return run(compiler + " -Wall -Wextra -Werror -pedantic " + arguments);
}

bool SourceFolder::run(const std::string& command) const {
  return std::system(("cd '" + path_.string() + "' && " + command).c_str()) == 0;
}

template <class Real>
LoadedCode<Real>::LoadedCode(const CSource& c, const std::string& compiler, const std::string& flags) {
  folder_.write(c.stem + ".h", c.header);
  folder_.write(c.stem + ".c", c.source);
  if (!folder_.compile(compiler, flags + " -fPIC -shared " + c.stem + ".c -o arm.so -lm")) return;
  library_ = ::dlopen(folder_.file("arm.so").c_str(), RTLD_NOW | RTLD_LOCAL);
}

template <class Real>
LoadedCode<Real>::~LoadedCode() {
  if (library_) ::dlclose(library_);
}

template <class Real>
std::vector<Real> LoadedCode<Real>::operator()(const std::string& stem, Quantity quantity, int n,
                                               const std::vector<std::vector<Real>>& inputs) const {
  std::vector<Real> out(size_of(quantity, n), Real(-77));
  void* function = ::dlsym(library_, c_function(stem, quantity).c_str());
  EXPECT_NE(function, nullptr) << c_function(stem, quantity);
  if (!function) return out;
  const QuantityInfo& i = info(quantity);
  std::vector<const Real*> args = {inputs[0].data()};
  if (i.needs(Input::qd)) args.push_back(inputs[1].data());
  if (i.needs(Input::qdd)) args.push_back(inputs[2].data());
  if (i.needs(Input::tau)) args.push_back(inputs[3].data());
  using In = const Real*;
  if (args.size() == 1) reinterpret_cast<void (*)(In, Real*)>(function)(args[0], out.data());
  if (args.size() == 2) reinterpret_cast<void (*)(In, In, Real*)>(function)(args[0], args[1], out.data());
  if (args.size() == 3)
    reinterpret_cast<void (*)(In, In, In, Real*)>(function)(args[0], args[1], args[2], out.data());
  return out;
}

template class LoadedCode<double>;
template class LoadedCode<float>;

}  // namespace catena::test
