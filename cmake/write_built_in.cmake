# cmake -DNAME= -DFOLDER= -DSTEMS= -DOUTPUT= -P write_built_in.cmake
# Writes a C++ source whose function built_in_NAME() returns the texts FOLDER/STEM.toml, byte for byte.
set(code "// Written by cmake/write_built_in.cmake.\n#include \"io/built_in.hpp\"\n\nnamespace catena::io::detail {\nnamespace {\n\n")
string(APPEND code "constexpr BuiltIn kTexts[] = {\n")
foreach(stem IN LISTS STEMS)
  file(READ ${FOLDER}/${stem}.toml text)
  string(FIND "${text}" ")catena\"" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${FOLDER}/${stem}.toml contains )catena\", which would end its string in C++")
  endif()
  string(APPEND code "    {\"${stem}\", R\"catena(${text})catena\"},\n")
endforeach()
string(APPEND code "};\n\n}  // namespace\n\nstd::span<const BuiltIn> built_in_${NAME}() { return kTexts; }\n\n}  // namespace catena::io::detail\n")
file(WRITE ${OUTPUT} "${code}")
