/** Tickets, content and forms for operators. */
import { supportOperatorEndpoints } from '@pelican/shared/contracts/support';
import type { OperatorConsole } from '../../identity/index.ts';
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

const deleted = { status: 'success' } as const;
/** Why a text was written is in the text. */
const reasonOf = (what: string, id: number) => `${what} ${id}`;

/** None of these actions takes two operators. */
export function supportOperatorRoutes(
  app: HttpServer,
  operators: OperatorConsole,
  encryptionKeys: EncryptionKeys,
): void {
  const { pool, guards } = operators;
  const ticketPlace = (id: number) => ({ queue: 'tickets', id: String(id) });
  const formPlace = (id: number) => ({ queue: 'forms', id: String(id) });

  serve(app, guards, supportOperatorEndpoints, {
    'GET /v2/ops/support/tickets': ({ query: { search = '', ...query } }) => listDesk(pool, { ...query, search }),
    'GET /v2/ops/support/tickets/:id': ({ params: { id } }) => showDesk(pool, id),
    'GET /v2/ops/support/tickets/:id/files/:file': async ({ principal, reply, params: { id, file } }) => {
      const opened = await openAttachment(pool, encryptionKeys, { ticketId: id, file });
      const look = { action: 'ticket.file_looked_at', subject: `ticket:${id}`, details: { file } };
      await operators.recordLook(principal, look);
      return sendFile(reply, opened);
    },
    'POST /v2/ops/support/tickets/:id/answer': async ({ principal, reply, params: { id }, body }) => {
      await operators.demandUnclaimed(principal, ticketPlace(id));
      const payload = { id, ...body };
      await operators.submit({ principal, reply }, answerTicket, { payload, reason: reasonOf('answer to ticket', id) });
      return showDesk(pool, id);
    },
    'POST /v2/ops/support/tickets/:id/status': async ({ principal, reply, params: { id }, body }) => {
      await operators.demandUnclaimed(principal, ticketPlace(id));
      const { status, reason } = body;
      await operators.submit({ principal, reply }, changeTicketStatus, { payload: { id, status }, reason });
      return showDesk(pool, id);
    },
    'GET /v2/ops/support/answers': async () => ({ result: await listAnswers(pool) }),
    'POST /v2/ops/support/answers': async ({ principal, reply, body }) => {
      const reason = 'saved answer';
      return resultOf(await operators.submit({ principal, reply }, saveAnswer, { payload: body, reason }));
    },
    'POST /v2/ops/support/answers/:id': async ({ principal, reply, params: { id }, body }) => {
      const given = { payload: { id, ...body }, reason: reasonOf('saved answer', id) };
      return resultOf(await operators.submit({ principal, reply }, saveAnswer, given));
    },
    'DELETE /v2/ops/support/answers/:id': async ({ principal, reply, params: { id } }) => {
      const given = { payload: { id }, reason: reasonOf('saved answer', id) };
      await operators.submit({ principal, reply }, deleteAnswer, given);
      return deleted;
    },
    'GET /v2/ops/support/faq': async () => ({ result: await listFaqEntries(pool) }),
    'POST /v2/ops/support/faq': async ({ principal, reply, body }) => {
      const reason = `new entry ${body.slug}`;
      return resultOf(await operators.submit({ principal, reply }, saveFaqEntry, { payload: body, reason }));
    },
    'POST /v2/ops/support/faq/:id': async ({ principal, reply, params: { id }, body }) => {
      const given = { payload: { id, ...body }, reason: reasonOf('entry', id) };
      return resultOf(await operators.submit({ principal, reply }, saveFaqEntry, given));
    },
    'DELETE /v2/ops/support/faq/:id': async ({ principal, reply, params: { id } }) => {
      const given = { payload: { id }, reason: reasonOf('entry', id) };
      await operators.submit({ principal, reply }, deleteFaqEntry, given);
      return deleted;
    },
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
      await operators.demandUnclaimed(principal, formPlace(id));
      const { state, tell, reason } = body;
      await operators.submit({ principal, reply }, changeFormState, { payload: { id, state, tell }, reason });
      return showForm(pool, id);
    },
    'GET /v2/ops/support/openings': async () => ({ result: await listOpenings(pool) }),
    'POST /v2/ops/support/openings/tell': async ({ principal, reply, body: { topic, reason } }) => ({
      told: resultOf(await operators.submit({ principal, reply }, tellOpening, { payload: { topic }, reason })),
    }),
  });
}

/** @throws Error for an action that takes two operators, which none of these does */
function resultOf<Result>(answer: { status: 'done'; result: Result } | { status: 'requested' }): Result {
  if (answer.status === 'requested') throw new Error('the action waits for a second operator');
  return answer.result;
}
