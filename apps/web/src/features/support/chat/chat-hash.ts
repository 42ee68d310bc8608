/** An address with it opens the public chat. */
export const chatHash = '#chat';
