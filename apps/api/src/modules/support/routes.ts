/** Support over HTTP: the caller's tickets, the FAQ, and forms that anybody may send. */
import {
  commentRequest,
  listingRequest,
  partnershipRequest,
  supportCategories,
  supportEndpoints,
  supportLanguages,
  supportUploadEndpoints,
  type TicketDetails,
  ticketRequest,
  ticketStatuses,
} from '@pelican/shared/contracts/support';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import { sendFile, serveUploads, type Uploads } from '../../platform/files/index.ts';
import {
  type Guards,
  type HttpServer,
  type Principal,
  type PrivateReads,
  type PublicReads,
  queryRows,
  serve,
} from '../../platform/http/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import type { Captcha } from '../captcha/index.ts';
import { languageOfRequest } from '../system/index.ts';
import { applicationRules, openAttachment, ticketRules } from './attachments.ts';
import { showChat, writeToChat } from './chat.ts';
import { readFaq } from './faq.ts';
import {
  type FormSender,
  feedbackForm,
  listingForm,
  type NewForm,
  partnershipForm,
  receiveForm,
  watchOpening,
} from './forms.ts';
import {
  addComment,
  changeOwnStatus,
  deleteOwnTicket,
  demandOwnTicket,
  listTickets,
  openTicket,
  showTicket,
} from './own-tickets.ts';
import { receiveTexts } from './receive.ts';
import { pushTicket } from './ticket-pushes.ts';

export interface SupportRoutesDeps {
  pool: pg.Pool;
  redis: Redis;
  log: Pick<Logger, 'warn'>;
  publicReads: PublicReads;
  privateReads: PrivateReads;
  uploads: Uploads;
  encryptionKeys: EncryptionKeys;
  captcha: Pick<Captcha, 'demand'>;
  guards: Guards;
}

const received = { status: 'success', message: 'Request submitted successfully' } as const;

export async function supportRoutes(app: HttpServer, deps: SupportRoutesDeps): Promise<void> {
  const { publicReads, privateReads, uploads, encryptionKeys, captcha, guards } = deps;
  const receive = async (sender: FormSender, form: NewForm) => ({
    ...received,
    id: await receiveForm(deps, sender, form),
  });
  /** @throws DomainError captcha_failed */
  const senderOf = async (
    { principal, request }: { principal: Principal | null; request: FastifyRequest },
    { captcha: solution }: { captcha?: string | undefined },
  ): Promise<FormSender> => {
    if (principal === null) await captcha.demand(solution);
    return { ip: request.ip, userId: principal?.userId ?? null, language: languageOfRequest(request) };
  };

  /** What the user has changed is news to their other screens. */
  const pushChange = async (userId: number, change: Promise<TicketDetails>): Promise<TicketDetails> => {
    const ticket = await change;
    await pushTicket(deps, { userId, ticketId: ticket.id });
    return ticket;
  };

  serve(app, guards, supportEndpoints, {
    'GET /v2/support': ({ principal, query }) =>
      privateReads.queue.run(principal, () => listTickets(privateReads.pool, principal.userId, query)),
    'GET /v2/support/:id': ({ principal, params: { id }, query }) =>
      privateReads.queue.run(principal, () =>
        showTicket(privateReads.pool, { userId: principal.userId, id, ...query }),
      ),
    'GET /v2/support/:id/files/:file': ({ principal, params: { id, file }, reply }) =>
      privateReads.queue.run(principal, async () => {
        await demandOwnTicket(privateReads.pool, { userId: principal.userId, id });
        return sendFile(reply, await openAttachment(privateReads.pool, encryptionKeys, { ticketId: id, file }));
      }),
    'POST /v2/support/status/:id': ({ principal: { userId }, params: { id }, query: { lang }, body }) =>
      pushChange(userId, changeOwnStatus(deps, { userId, id, lang }, body.status)),
    'GET /v2/support/chat': ({ principal, query: { lang } }) =>
      privateReads.queue.run(principal, async () => ({
        ticket: await showChat(privateReads.pool, { userId: principal.userId, lang }),
      })),
    'POST /v2/support/chat': ({ principal: { userId }, query: { lang }, body: { text } }) =>
      pushChange(userId, writeToChat(deps, { userId, lang }, text)),
    'DELETE /v2/support/:id': async ({ principal: { userId }, params: { id } }) => {
      await deleteOwnTicket(deps, { userId, id });
      await pushTicket(deps, { userId, ticketId: id });
      return { status: 'success' as const };
    },
    'GET /v2/support/category': ({ query: { lang } }) => ({
      result: supportCategories.map(({ id, name }) => ({ id, name: name[lang] })),
    }),
    'GET /v2/support/status': () => ({ result: ticketStatuses.map((status, at) => ({ id: at + 1, ...status })) }),
    'GET /v2/common/languages': () => ({ result: supportLanguages.map(({ name, code }) => ({ name, code })) }),
    'GET /v2/faq': ({ query: { lang, search = '' }, request: { ip } }) => {
      publicReads.queue.spend(ip, queryRows);
      return publicReads.queue.run(ip, () => readFaq(publicReads.pool, lang, search));
    },
    'POST /v2/feedback': async (call) => {
      const sender = await senderOf(call, call.body);
      return receive(sender, await feedbackForm(deps, sender, call.body));
    },
    'POST /v2/notifyUser': async (call) => {
      await watchOpening(deps, await senderOf(call, call.body), call.body);
      return received;
    },
  });
  const upload = <Schema>(schema: Schema) => ({ pool: deps.pool, uploads, rules: ticketRules, schema });
  /** Asked before a form is read: a form of a visitor who solves nothing takes no place. */
  const applicationOf = async <Schema extends z.ZodMiniType>(
    schema: Schema,
    call: {
      principal: Principal | null;
      request: FastifyRequest;
      headers: { 'x-captcha'?: string | undefined };
      body: (z.output<Schema> & { captcha?: string | undefined }) | null | undefined;
    },
  ) => {
    const { request, headers, body } = call;
    const sender = await senderOf(call, { captcha: headers['x-captcha'] ?? body?.captcha });
    const deps = { ...upload(schema), rules: applicationRules };
    return { sender, sent: await receiveTexts(deps, { request, userId: sender.userId, body }) };
  };
  await serveUploads(app, (scope) =>
    serve(scope, guards, supportUploadEndpoints, {
      'POST /v2/support': async ({ principal: { userId }, query: { lang }, body, request }) => {
        const sent = await receiveTexts(upload(ticketRequest), { request, userId, body });
        return pushChange(userId, openTicket(deps, { userId, lang }, sent));
      },
      'POST /v2/support/comment/:id': async ({
        principal: { userId },
        params: { id },
        query: { lang },
        body,
        request,
      }) => {
        const sent = await receiveTexts(upload(commentRequest), { request, userId, body });
        return pushChange(userId, addComment(deps, { userId, id, lang }, sent));
      },
      'POST /v2/applyToList': async (call) => {
        const { sender, sent } = await applicationOf(listingRequest, call);
        return receive(sender, listingForm(sent));
      },
      'POST /v2/applyToPartnership': async (call) => {
        const { sender, sent } = await applicationOf(partnershipRequest, call);
        return receive(sender, partnershipForm(sent));
      },
    }),
  );
}
