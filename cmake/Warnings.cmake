# One set of warnings for our own code; errors in the dev and CI presets.
option(CATENA_WERROR "Warnings are errors" OFF)
function(catena_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
  if(CATENA_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
