# An overlay port of this checkout: vcpkg install kasuri --overlay-ports=bindings/c/packaging/vcpkg. It needs cargo.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../../.." ABSOLUTE)
# The library is the same for debug builds: its own checks do not depend on the caller's.
set(VCPKG_BUILD_TYPE release)
find_program(CARGO cargo REQUIRED)
set(target "${CURRENT_BUILDTREES_DIR}/${TARGET_TRIPLET}-rel")
vcpkg_execute_required_process(
  COMMAND "${CARGO}" build --locked --release --package kasuri-c --target-dir "${target}"
  WORKING_DIRECTORY "${SOURCE_PATH}"
  LOGNAME "build-${TARGET_TRIPLET}-rel")

set(c "${SOURCE_PATH}/bindings/c")
file(INSTALL "${c}/include/kasuri.h" "${c}/include/kasuri.hpp" "${c}/include/kasuri"
  DESTINATION "${CURRENT_PACKAGES_DIR}/include")
if(VCPKG_LIBRARY_LINKAGE STREQUAL "static")
  set(names libkasuri_c.a kasuri_c.lib)
else()
  set(names libkasuri_c.so libkasuri_c.dylib kasuri_c.dll.lib)
  if(EXISTS "${target}/release/kasuri_c.dll")
    file(INSTALL "${target}/release/kasuri_c.dll" DESTINATION "${CURRENT_PACKAGES_DIR}/bin")
  endif()
endif()
foreach(name IN LISTS names)
  if(EXISTS "${target}/release/${name}")
    file(INSTALL "${target}/release/${name}" DESTINATION "${CURRENT_PACKAGES_DIR}/lib")
  endif()
endforeach()
file(INSTALL "${c}/kasuri-config.cmake" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
set(version "${VERSION}")
configure_file("${c}/kasuri-config-version.cmake"
  "${CURRENT_PACKAGES_DIR}/share/${PORT}/kasuri-config-version.cmake" @ONLY)
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE")
