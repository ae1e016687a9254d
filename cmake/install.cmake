# What `make install` and `make package` put in place. Knowledge, the report's page and Python programs are inside the
# binary; the libraries of `whet exec` go to lib/whet, where the binary looks for them.
include(GNUInstallDirs)

# Manual page and completions are written by whet itself. Cross-compiled, it needs one that runs here (WHET_HOST_PROGRAM).
set(WHET_HOST_PROGRAM "" CACHE FILEPATH "A whet of the same version that runs on this machine; needed to cross-compile the package")
if(WHET_HOST_PROGRAM)
  set(writer ${WHET_HOST_PROGRAM})
else()
  set(writer $<TARGET_FILE:whet>)
endif()
set(shell_files ${CMAKE_BINARY_DIR}/shell_files)
add_custom_command(
  OUTPUT ${shell_files}/whet.1 ${shell_files}/whet.bash ${shell_files}/_whet ${shell_files}/whet.fish
  COMMAND ${CMAKE_COMMAND} -E make_directory ${shell_files}
  COMMAND ${writer} man > ${shell_files}/whet.1
  COMMAND ${writer} completion bash > ${shell_files}/whet.bash
  COMMAND ${writer} completion zsh > ${shell_files}/_whet
  COMMAND ${writer} completion fish > ${shell_files}/whet.fish
  DEPENDS whet VERBATIM)
add_custom_target(shell_files DEPENDS ${shell_files}/whet.1)

# The same objects with libstdc++ inside: a binary and libraries that need the C library alone.
add_executable(whet_alone EXCLUDE_FROM_ALL src/cli/main.cpp src/cli/large_pages.cpp)
target_link_libraries(whet_alone PRIVATE whet_cli)
target_link_options(whet_alone PRIVATE -static-libstdc++ -static-libgcc)
set(alone_targets whet_alone)
if(TARGET cudart)
  add_cuda_runtime(_alone -static-libstdc++ -static-libgcc)
  list(APPEND alone_targets cudart_alone cudart12_alone)
  add_dependencies(whet_alone cudart_alone cudart12_alone)
endif()
set_target_properties(${alone_targets} PROPERTIES EXCLUDE_FROM_ALL ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/alone
                      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/alone)
set_target_properties(whet_alone PROPERTIES OUTPUT_NAME whet)

# Component `whet` is linked as this system links, `alone` with libstdc++ inside, `shared_files` goes with either.
install(TARGETS whet RUNTIME COMPONENT whet)
install(TARGETS whet_alone RUNTIME COMPONENT alone EXCLUDE_FROM_ALL)
if(TARGET cudart)
  install(PROGRAMS $<TARGET_FILE:cudart> $<TARGET_FILE:cudart12> DESTINATION lib/whet COMPONENT whet)
  install(PROGRAMS $<TARGET_FILE:cudart_alone> $<TARGET_FILE:cudart12_alone> DESTINATION lib/whet COMPONENT alone
          EXCLUDE_FROM_ALL)
  install(PROGRAMS $<TARGET_FILE:cuda_driver> DESTINATION lib/whet/driver COMPONENT shared_files)
endif()
install(FILES ${shell_files}/whet.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT shared_files)
install(FILES ${shell_files}/whet.bash DESTINATION share/bash-completion/completions RENAME whet COMPONENT shared_files)
install(FILES ${shell_files}/_whet DESTINATION share/zsh/site-functions COMPONENT shared_files)
install(FILES ${shell_files}/whet.fish DESTINATION share/fish/vendor_completions.d COMPONENT shared_files)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION share/doc/whet COMPONENT shared_files)
install(DIRECTORY docs examples DESTINATION share/doc/whet COMPONENT shared_files
        PATTERN ".whet" EXCLUDE PATTERN "runs" EXCLUDE)
