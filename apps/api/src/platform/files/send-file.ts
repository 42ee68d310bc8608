import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { OpenedFile } from './store.ts';

/** Nothing in it may run, whatever a browser takes it for. */
const filePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox; frame-ancestors 'none'";

type SentContent = Pick<OpenedFile, 'mediaType' | 'name'> &
  ({ id?: string; content: Buffer } | { content: Readable /** Bytes, where they are known. */; size?: number });

/** Answers with a file's content, which no cache may keep. A stream that ends early breaks the answer, so that nobody takes a part for the whole. */
export function sendFile(reply: FastifyReply, file: SentContent): FastifyReply {
  const { mediaType, name, content } = file;
  if ('size' in file && file.size !== undefined) reply.header('content-length', file.size);
  return reply
    .header('cache-control', 'no-store, private')
    .header('content-security-policy', filePolicy)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeName(name)}`)
    .type(mediaType)
    .send(content);
}

/** RFC 8187: besides letters and digits a few signs stay as they are. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
