import type { FastifyReply } from 'fastify';

/** Adds to what an answer varies by, which may name the origin already. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('vary');
  reply.header('vary', known === undefined ? name : `${known}, ${name}`);
}
