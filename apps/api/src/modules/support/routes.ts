/** Support over HTTP: the caller's tickets, the FAQ, and forms that anybody may send. */
import {
  supportCategories,
  supportEndpoints,
  supportLanguages,
  ticketStatuses,
} from '@pelican/shared/contracts/support';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import {
  type Guards,
  type HttpServer,
  type Principal,
  type PrivateReads,
  type PublicReads,
  queryRows,
  serve,
} from '../../platform/http/index.ts';
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
import { addComment, changeOwnStatus, deleteOwnTicket, listTickets, openTicket, showTicket } from './own-tickets.ts';

export interface SupportRoutesDeps {
  pool: pg.Pool;
  redis: Redis;
  publicReads: PublicReads;
  privateReads: PrivateReads;
  guards: Guards;
}

const received = { status: 'success', message: 'Request submitted successfully' } as const;

export function supportRoutes(app: HttpServer, deps: SupportRoutesDeps): void {
  const { publicReads, privateReads, guards } = deps;
  const receive = async (sender: FormSender, form: NewForm) => ({
    ...received,
    id: await receiveForm(deps, sender, form),
  });

  serve(app, guards, supportEndpoints, {
    'GET /v2/support': ({ principal, query }) =>
      privateReads.queue.run(principal, () => listTickets(privateReads.pool, principal.userId, query)),
    'POST /v2/support': ({ principal: { userId }, body }) => openTicket(deps, userId, body),
    'GET /v2/support/:id': ({ principal, params: { id } }) =>
      privateReads.queue.run(principal, () => showTicket(privateReads.pool, { userId: principal.userId, id })),
    'POST /v2/support/comment/:id': ({ principal: { userId }, params: { id }, body }) =>
      addComment(deps, { userId, id }, body.text),
    'POST /v2/support/status/:id': ({ principal: { userId }, params: { id }, body }) =>
      changeOwnStatus(deps, { userId, id }, body.status),
    'DELETE /v2/support/:id': async ({ principal: { userId }, params: { id } }) => {
      await deleteOwnTicket(deps, { userId, id });
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
    'POST /v2/feedback': async ({ principal, body, request }) => {
      const sender = senderOf(principal, request);
      return receive(sender, await feedbackForm(deps, sender, body));
    },
    'POST /v2/applyToPartnership': ({ principal, body, request }) =>
      receive(senderOf(principal, request), partnershipForm(body)),
    'POST /v2/applyToList': ({ principal, body, request }) => receive(senderOf(principal, request), listingForm(body)),
    'POST /v2/notifyUser': async ({ principal, body, request }) => {
      await watchOpening(deps, senderOf(principal, request), body);
      return received;
    },
  });
}

function senderOf(principal: Principal | null, { ip }: FastifyRequest): FormSender {
  return { ip, userId: principal?.userId ?? null };
}
