// SPDX-License-Identifier: Apache-2.0
// The command line, for `python -m catena`.
#include "command.hpp"

#include <iostream>

#include "functions.hpp"
#include "raise.hpp"
#include "values.hpp"

namespace catena::python {

// _main([words]) -> exit code
PyObject* run_command(PyObject*, PyObject* words) {
  return guarded([&] {
    if (!PyList_Check(words)) throw_type_error("not a list of words");
    std::vector<std::string> list;
    for (Py_ssize_t k = 0; k < PyList_Size(words); ++k)
      list.push_back(text_of(PyList_GetItem(words, k), "a word"));
    std::cin.tie(nullptr);
    const int code = cli::run(list, {std::cin, std::cout, std::cerr});
    std::cout.flush();
    std::cerr.flush();
    return value(code).release();
  });
}

}  // namespace catena::python
