# catena_join_sources(TARGET SOURCES...): lets TARGET compile its SOURCES in groups (a unity build), with CATENA_JOIN_SOURCES. Most of
# the compiler's time goes into the precompiled headers and into templates that many files instantiate; a group does this
# once. The presets for development and for clang compile every file alone, and therefore detect missing includes.
#
# What a file declares for itself, in an unnamed namespace, must not change the meaning of another file. Two files come into
# the same group only if no such name of one appears in the other, except as a member (a.name, a->name, A::name) or in a
# string. No parser is needed to find these names: clang-format lets each declaration in a namespace start in the first
# column. An overlooked name either fails to compile or is harmless. After an edit creates a conflict, the build fails until
# CMake runs again; `make` runs it.
option(CATENA_JOIN_SOURCES "Compile source files in groups: quicker from scratch, slower after a change of one file" OFF)
set(catena_sources_joined 8)

# The names that the text of a file declares in its unnamed namespaces.
function(catena_own_names variable text)
  set(names "")
  string(FIND "${text}" "\nnamespace {\n" begin)
  while(NOT begin EQUAL -1)
    string(SUBSTRING "${text}" ${begin} -1 text)
    string(FIND "${text}" "\n}  // namespace\n" size)
    string(SUBSTRING "${text}" 13 ${size} inside)
    string(REGEX MATCHALL "\n[A-Za-z][^\n]*" lines "\n${inside}")
    foreach(line ${lines})
      string(REGEX REPLACE "[(={,].*" "" head "${line}")  # of a function, a variable, a class
      if(head MATCHES "([A-Za-z_0-9]+) *$")
        list(APPEND names ${CMAKE_MATCH_1})
      endif()
    endforeach()
    string(SUBSTRING "${text}" 13 -1 text)
    string(FIND "${text}" "\nnamespace {\n" begin)
  endwhile()
  list(REMOVE_DUPLICATES names)
  set(${variable} "${names}" PARENT_SCOPE)
endfunction()

function(catena_join_sources target)
  if(NOT CATENA_JOIN_SOURCES)
    return()
  endif()
  set(open "")  # groups that take more files
  set(count 0)
  foreach(source ${ARGN})
    file(READ ${source} text)
    string(REGEX REPLACE "//[^\n]*\n" "//\n" code "${text}")
    string(REGEX REPLACE "\"([^\"\n\\]|\\[^\n])*\"" "\"\"" code "${code}")
    string(REGEX REPLACE "[][;]" "," text "${text}")  # the characters of CMake's lists
    string(REGEX REPLACE "[][;]" "," code "${code}")
    catena_own_names(names "${text}")
    list(JOIN names "|" any)
    set(chosen "")
    foreach(group ${open})
      if((any STREQUAL "" OR NOT code_${group} MATCHES "[^A-Za-z_0-9.>:](${any})[^A-Za-z_0-9]")
         AND (any_${group} STREQUAL "" OR NOT code MATCHES "[^A-Za-z_0-9.>:](${any_${group}})[^A-Za-z_0-9]"))
        set(chosen ${group})
        break()
      endif()
    endforeach()
    if(chosen STREQUAL "")
      math(EXPR count "${count} + 1")
      set(chosen ${count})
      list(APPEND open ${chosen})
    endif()
    string(APPEND code_${chosen} "${code}")
    list(APPEND names_${chosen} ${names})
    list(JOIN names_${chosen} "|" any_${chosen})
    list(APPEND files_${chosen} ${source})
    list(LENGTH files_${chosen} size)
    if(size EQUAL catena_sources_joined)
      list(REMOVE_ITEM open ${chosen})
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${chosen})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
