/** Queries in one POST /v2/socket/query. */
export const socketQueriesMax = 100;
