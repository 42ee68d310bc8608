/**
 * `total` of a list is counted to here, or to one row behind a page that lies further back. From here on it means "at least".
 * Not in common.ts: the client's first view needs this number and none of the schemas there.
 */
export const countedMax = 10_000;
