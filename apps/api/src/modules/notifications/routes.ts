/** The mailbox of development: what was sent to whom. Registered only with DEV_MAILBOX=1. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import * as z from 'zod/mini';
import type { HttpServer } from '../../platform/http/index.ts';
import { escapeHtml, pagePolicy } from '../../platform/http/index.ts';
import { findMessages, type MailboxEntry } from './messages.ts';

/** GET /dev/mailbox (a page) and GET /dev/mailbox?to=<recipient> (JSON, newest first). */
export function mailboxRoutes(app: HttpServer, deps: { prisma: PrismaClient }): void {
  app.get(
    '/dev/mailbox',
    {
      schema: {
        hide: true,
        querystring: z.object({ to: z.optional(z.string().check(z.maxLength(254))) }),
      },
      serializerCompiler: () => JSON.stringify,
    },
    async (request, reply) => {
      const { to } = request.query;
      if (to !== undefined) return { result: await findMessages(deps.prisma, to.trim().toLowerCase()) };
      const page = mailboxPage(await findMessages(deps.prisma, undefined));
      return reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(page);
    },
  );
}

function mailboxPage(messages: MailboxEntry[]): string {
  const rows = messages.map(
    (message) => `<article><h2>${escapeHtml(message.subject)}</h2>
<p>to <a href="/dev/mailbox?to=${encodeURIComponent(message.to)}">${escapeHtml(message.to)}</a>, ${message.created_at}, ${escapeHtml(message.channel)}</p>
<pre>${linked(escapeHtml(message.text))}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mailbox</title>
<style>body{font:15px system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #8888}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>
</head><body><h1>Mailbox</h1>${rows.join('\n') || '<p>Nothing was sent yet.</p>'}</body></html>`;
}

function linked(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<&]+/g, (link) => `<a href="${link}">${link}</a>`);
}
