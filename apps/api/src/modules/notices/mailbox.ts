/** The mailbox of development: the messages sent to each user. Never registered in production. */
import type pg from 'pg';
import * as z from 'zod/mini';
import { dispatchNotices, findMessages, type MailboxEntry, type NoticeToPush } from '../../notices/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import { escapeHtml, pagePolicy } from '../../platform/http/index.ts';

export interface MailboxDeps {
  pool: pg.Pool;
  publicUrl: string;
  push(push: NoticeToPush): Promise<void>;
}

/**
 * GET /dev/mailbox (a page) and GET /dev/mailbox?to=<recipient> (JSON, newest first). Dispatches what is due before, as a worker
 * does, so that a mail is there as soon as its cause is.
 */
export function mailboxRoutes(app: HttpServer, deps: MailboxDeps): void {
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
      const onFailure = (notice: number, error: unknown) => request.log.error({ err: error, notice }, 'notice');
      await dispatchNotices({ ...deps, onFailure });
      const { to } = request.query;
      if (to !== undefined) return { result: await findMessages(deps.pool, to.trim().toLowerCase()) };
      const page = mailboxPage(await findMessages(deps.pool, undefined));
      return reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(page);
    },
  );
}

function mailboxPage(messages: MailboxEntry[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mailbox</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark}
body{font:15px system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid #8888}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
iframe{width:100%;height:24rem;border:1px solid #8888}
</style></head><body><h1>Mailbox</h1>${messages.map(entry).join('\n') || '<p>Nothing was sent yet.</p>'}</body></html>`;
}

function entry({ subject, to, created_at, channel, text, html }: MailboxEntry): string {
  return `<article><h2>${escapeHtml(subject)}</h2>
<p>to <a href="/dev/mailbox?to=${encodeURIComponent(to)}">${escapeHtml(to)}</a>, ${created_at}, ${escapeHtml(channel)}</p>
<pre>${linked(escapeHtml(text))}</pre>${html === null ? '' : preview(html)}</article>`;
}

/** The mail as its reader sees it, without scripts, forms or navigation. */
function preview(html: string): string {
  return `<details><summary>HTML</summary><iframe sandbox title="HTML" srcdoc="${escapeHtml(html)}"></iframe></details>`;
}

function linked(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<&]+/g, (link) => `<a href="${link}">${link}</a>`);
}
