# Installs the viewer with its desktop entry, file types, icon and completion: the install component `viewer`. If help2man is installed,
# manual pages are made from the program's --help.
install(TARGETS crossfade COMPONENT viewer)
install(TARGETS crossfade_import RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/crossfade" COMPONENT viewer)
if(NOT UNIX OR APPLE)
  return()
endif()

set(desktop "${PROJECT_SOURCE_DIR}/assets/desktop")
install(FILES "${desktop}/org.crossfade.Crossfade.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT viewer)
install(FILES "${desktop}/org.crossfade.Crossfade.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo" COMPONENT viewer)
install(FILES "${desktop}/crossfade.svg" DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" COMPONENT viewer)
install(FILES "${desktop}/crossfade-mime.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" RENAME crossfade.xml COMPONENT viewer)
# What `crossfade page` fills, if scripts/web has built it.
install(FILES "${PROJECT_SOURCE_DIR}/build/web/page_template.html" DESTINATION "${CMAKE_INSTALL_DATADIR}/crossfade" COMPONENT viewer OPTIONAL)
install(FILES "${desktop}/crossfade.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME crossfade
  COMPONENT viewer)

find_program(HELP2MAN help2man)
mark_as_advanced(HELP2MAN)
if(HELP2MAN)
  install(CODE "
    execute_process(COMMAND \"${PROJECT_SOURCE_DIR}/cmake/man_pages.sh\" \"$<TARGET_FILE:crossfade>\" \"${HELP2MAN}\"
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT viewer)
endif()
