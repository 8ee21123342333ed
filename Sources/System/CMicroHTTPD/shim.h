#pragma once
#include <microhttpd.h>

/* C-variadic functions are not imported into Swift: one static inline per use. */
static inline const union MHD_ConnectionInfo *hearth_mhd_connection_fd(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
}
static inline const union MHD_ConnectionInfo *hearth_mhd_client_address(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
}
