# find_package(kasuri): the targets kasuri::kasuri (shared) and kasuri::static.
get_filename_component(_kasuri_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(WIN32)
  set(_kasuri_shared "${_kasuri_prefix}/bin/kasuri_c.dll")
  set(_kasuri_static "${_kasuri_prefix}/lib/kasuri_c.lib")
  set(_kasuri_private ws2_32 userenv ntdll)
elseif(APPLE)
  set(_kasuri_shared "${_kasuri_prefix}/lib/libkasuri_c.dylib")
  set(_kasuri_static "${_kasuri_prefix}/lib/libkasuri_c.a")
  set(_kasuri_private "")
else()
  set(_kasuri_shared "${_kasuri_prefix}/lib/libkasuri_c.so")
  set(_kasuri_static "${_kasuri_prefix}/lib/libkasuri_c.a")
  set(_kasuri_private m dl pthread)
endif()
if(NOT TARGET kasuri::kasuri AND EXISTS "${_kasuri_shared}")
  add_library(kasuri::kasuri SHARED IMPORTED)
  set_target_properties(kasuri::kasuri PROPERTIES
    IMPORTED_LOCATION "${_kasuri_shared}"
    INTERFACE_INCLUDE_DIRECTORIES "${_kasuri_prefix}/include")
  if(WIN32)
    set_target_properties(kasuri::kasuri PROPERTIES IMPORTED_IMPLIB "${_kasuri_prefix}/lib/kasuri_c.dll.lib")
  endif()
endif()
if(NOT TARGET kasuri::static AND EXISTS "${_kasuri_static}")
  add_library(kasuri::static STATIC IMPORTED)
  set_target_properties(kasuri::static PROPERTIES
    IMPORTED_LOCATION "${_kasuri_static}"
    INTERFACE_INCLUDE_DIRECTORIES "${_kasuri_prefix}/include"
    INTERFACE_LINK_LIBRARIES "${_kasuri_private}")
endif()
