/** Tickets, content and forms for operators. */
import { type FaqEntryView, type SavedAnswerView, supportOperatorEndpoints } from '@pelican/shared/contracts/support';
import { type ConsoleAnswer, type OperatorConsole, outcomeOf, outcomeWith } from '../../identity/index.ts';
import { sendFile } from '../../platform/files/index.ts';
import { type HttpServer, serve } from '../../platform/http/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import { openAttachment } from './attachments.ts';
import {
  deleteAnswer,
  deleteFaqEntry,
  listAnswers,
  listFaqEntries,
  saveAnswer,
  saveFaqEntry,
} from './content-actions.ts';
import { changeFormState, tellOpening } from './form-actions.ts';
import { listForms, listOpenings, showForm } from './form-desk.ts';
import { answerTicket, changeTicketStatus } from './ticket-actions.ts';
import { listDesk, showDesk } from './ticket-desk.ts';
import { pushTicket, type TicketPushDeps } from './ticket-pushes.ts';

/** Why a text was written is in the text. */
const reason = undefined;

export function supportOperatorRoutes(
  app: HttpServer,
  operators: OperatorConsole,
  { encryptionKeys, ...pushes }: { encryptionKeys: EncryptionKeys } & TicketPushDeps,
): void {
  const { pool, guards } = operators;
  const ticketPlace = (id: number) => ({ queue: 'tickets', id: String(id) });
  const withTicket = (answer: ConsoleAnswer<void, unknown>, id: number) =>
    outcomeWith(answer, async () => {
      const ticket = await showDesk(pool, id);
      await pushTicket(pushes, { userId: ticket.userId, ticketId: id });
      return { ticket };
    });
  const formPlace = (id: number) => ({ queue: 'forms', id: String(id) });

  serve(app, guards, supportOperatorEndpoints, {
    'GET /v2/ops/support/tickets': ({ query: { search = '', ...query } }) => listDesk(pool, { ...query, search }),
    'GET /v2/ops/support/tickets/:id': async ({ principal, params: { id }, query: { before } }) => {
      const ticket = await showDesk(pool, id, before);
      const look = { action: 'ticket.looked_at', subject: `ticket:${id}` };
      await operators.recordLook(principal, look, { onceInMinutes: 60 });
      return ticket;
    },
    'GET /v2/ops/support/tickets/:id/files/:file': async ({ principal, reply, params: { id, file } }) => {
      const opened = await openAttachment(pool, encryptionKeys, { ticketId: id, file });
      const look = { action: 'ticket.file_looked_at', subject: `ticket:${id}`, details: { file } };
      await operators.recordLook(principal, look);
      return sendFile(reply, opened);
    },
    'POST /v2/ops/support/tickets/:id/answer': async ({ principal, reply, params: { id }, body }) => {
      const given = { payload: { id, ...body }, reason, place: ticketPlace(id) };
      return withTicket(await operators.submit({ principal, reply }, answerTicket, given), id);
    },
    'POST /v2/ops/support/tickets/:id/status': async ({ principal, reply, params: { id }, body }) => {
      const { reason: why, ...payload } = body;
      const given = { payload: { id, ...payload }, reason: why, place: ticketPlace(id) };
      return withTicket(await operators.submit({ principal, reply }, changeTicketStatus, given), id);
    },
    'GET /v2/ops/support/answers': async () => ({ result: await listAnswers(pool) }),
    'POST /v2/ops/support/answers': async ({ principal, reply, body }) =>
      withAnswer(await operators.submit({ principal, reply }, saveAnswer, { payload: body, reason })),
    'POST /v2/ops/support/answers/:id': async ({ principal, reply, params: { id }, body }) =>
      withAnswer(await operators.submit({ principal, reply }, saveAnswer, { payload: { id, ...body }, reason })),
    'DELETE /v2/ops/support/answers/:id': async ({ principal, reply, params: { id } }) =>
      outcomeOf(await operators.submit({ principal, reply }, deleteAnswer, { payload: { id }, reason })),
    'GET /v2/ops/support/faq': async () => ({ result: await listFaqEntries(pool) }),
    'POST /v2/ops/support/faq': async ({ principal, reply, body }) =>
      withEntry(await operators.submit({ principal, reply }, saveFaqEntry, { payload: body, reason })),
    'POST /v2/ops/support/faq/:id': async ({ principal, reply, params: { id }, body }) =>
      withEntry(await operators.submit({ principal, reply }, saveFaqEntry, { payload: { id, ...body }, reason })),
    'DELETE /v2/ops/support/faq/:id': async ({ principal, reply, params: { id } }) =>
      outcomeOf(await operators.submit({ principal, reply }, deleteFaqEntry, { payload: { id }, reason })),
    'GET /v2/ops/support/forms': ({ query: { kind, ...query } }) => listForms(pool, { ...query, kind }),
    'GET /v2/ops/support/forms/:id': ({ params: { id } }) => showForm(pool, id),
    'GET /v2/ops/support/forms/:id/files/:file': async ({ principal, reply, params: { id, file } }) => {
      const { joined } = await showForm(pool, id);
      const part = joined.find((one) => one.files.some((other) => other.id === file))?.id ?? id;
      const opened = await openAttachment(pool, encryptionKeys, { formId: part, file });
      const look = { action: 'form.file_looked_at', subject: `form:${id}`, details: { file } };
      await operators.recordLook(principal, look);
      return sendFile(reply, opened);
    },
    'POST /v2/ops/support/forms/:id/state': async ({ principal, reply, params: { id }, body }) => {
      const { state, tell } = body;
      const given = { payload: { id, state, tell }, reason: body.reason, place: formPlace(id) };
      const answer = await operators.submit({ principal, reply }, changeFormState, given);
      return outcomeWith(answer, async () => ({ form: await showForm(pool, id) }));
    },
    'GET /v2/ops/support/openings': async () => ({ result: await listOpenings(pool) }),
    'POST /v2/ops/support/openings/tell': async ({ principal, reply, body: { topic, reason: why } }) => {
      const answer = await operators.submit({ principal, reply }, tellOpening, { payload: { topic }, reason: why });
      return outcomeWith(answer, (told) => ({ told }));
    },
  });
}

const withAnswer = (answer: ConsoleAnswer<SavedAnswerView, unknown>) =>
  outcomeWith(answer, (saved) => ({ answer: saved }));
const withEntry = (answer: ConsoleAnswer<FaqEntryView, unknown>) => outcomeWith(answer, (entry) => ({ entry }));
