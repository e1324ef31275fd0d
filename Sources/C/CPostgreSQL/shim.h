#ifndef TIDINGS_CPOSTGRESQL_H
#define TIDINGS_CPOSTGRESQL_H
#include <libpq-fe.h>
/* PG_DIAG_… are character literals, which Swift imports as CChar where PQresultErrorField takes an int. */
static inline const char *tidings_pg_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}
static inline const char *tidings_pg_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
static inline const char *tidings_pg_constraint(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}
#endif
