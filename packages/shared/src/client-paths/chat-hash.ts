/** Ends of addresses that open a chat; apart from the addresses of pages, which the first view needs. */

/** The chat with support. */
export const chatHash = '#chat';
/** The public chat of traders. */
export const tradersHash = '#traders';
