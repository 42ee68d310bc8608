/** What goes between the simulated Redis and its clients. */

/** An error that the server answers, named as ioredis names it. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
}

export type Argument = string | number | Buffer;
export type Reply = null | number | string | Buffer | Reply[];

export function asBuffer(value: Argument): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(String(value));
}

/** A reply in the form in which ioredis gives it to callers that did not ask for buffers. */
export function asTexts(reply: Reply): Reply {
  if (Array.isArray(reply)) return reply.map(asTexts);
  return Buffer.isBuffer(reply) ? reply.toString() : reply;
}
