import type { FastifyReply } from 'fastify';
import type { OpenedFile } from './store.ts';

/** Nothing in it may run, whatever a browser takes it for. */
const filePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox; frame-ancestors 'none'";

/** Answers with a file's content, which no cache may keep. */
export function sendFile(reply: FastifyReply, { mediaType, name, content }: OpenedFile): FastifyReply {
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
