/** The audit trail over HTTP: searched page by page, and exported as a stream. */
import { Readable } from 'node:stream';
import { DomainError } from '@pelican/shared/contracts';
import type { AuditRecordView, operationsEndpoints } from '@pelican/shared/contracts/operations';
import type { OperatorConsole } from '../../../identity/index.ts';
import { type AuditFilter, type AuditRecord, readAuditRecords } from '../../../platform/database/index.ts';
import { csvLine, type Handlers } from '../../../platform/http/index.ts';
import type { Exports } from './exports.ts';

type Calls = 'GET /v2/ops/records' | 'POST /v2/ops/records/exports' | 'GET /v2/ops/records/exports/:id';

/** An export ends there; a narrower time has the rest. */
const exportedMax = 1_000_000;

export function recordsHandlers(
  operators: OperatorConsole,
  exports: Exports,
): Pick<Handlers<typeof operationsEndpoints>, Calls> {
  const { pool } = operators;
  return {
    'GET /v2/ops/records': async ({ query: { before, limit, ...query } }) => {
      const result: AuditRecordView[] = [];
      for await (const record of readAuditRecords(pool, { ...filterOf(query), before }, limit))
        result.push(view(record));
      return { result, next: result.length === limit ? (result.at(-1)?.id ?? null) : null };
    },
    'POST /v2/ops/records/exports': async ({ principal, reply, body: { format, ...query } }) => {
      const details = { format, ...query };
      await operators.recordLook(principal, { action: 'records.exported', subject: 'audit_records', details });
      return { status: 'done' as const, path: await exports.ask(reply, { filter: filterOf(query), format }) };
    },
    'GET /v2/ops/records/exports/:id': async ({ request, reply, params: { id } }) => {
      const wanted = await exports.take(request, id);
      if (!wanted) throw new DomainError('not_found');
      const { format, filter } = wanted;
      const records = readAuditRecords(pool, filter, exportedMax);
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="audit-records.${format}"`)
        .send(Readable.from(format === 'csv' ? csvLines(records) : jsonLines(records)));
    },
  };
}

interface RecordQuery extends Pick<AuditFilter, 'actor' | 'action' | 'subject'> {
  since?: number | undefined;
  until?: number | undefined;
}

function filterOf({ since, until, ...texts }: RecordQuery): AuditFilter {
  const date = (seconds: number | undefined) => (seconds === undefined ? undefined : new Date(seconds * 1000));
  return { ...texts, since: date(since), until: date(until) };
}

function view({ id, createdAt, actor, action, subject, details }: AuditRecord): AuditRecordView {
  return { id, time: createdAt.getTime() / 1000, actor, action, subject, details };
}

async function* jsonLines(records: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  for await (const { createdAt, ...record } of records)
    yield `${JSON.stringify({ ...record, time: createdAt.toISOString() })}\n`;
}

async function* csvLines(records: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  yield 'id,time,actor,action,subject,details\r\n';
  for await (const { id, createdAt, actor, action, subject, details } of records) {
    const cells = [String(id), createdAt.toISOString(), actor, action, subject, JSON.stringify(details)];
    yield csvLine(cells);
  }
}
