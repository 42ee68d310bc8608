/** Calls of exports. */
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const own = { access: 'person', tag: 'exports' } as const;
const begin = {
  ...own,
  limits: { bodyBytesMax: 4 * 1024 },
  response: contract.startedExport,
} as const;
const laterText =
  'It is written in the background: GET /v2/exports/:id says how far it is, and a notice and a mail say that it is ready.';

export const exportsEndpoints = declareEndpoints({
  'POST /v2/export_transactions': {
    ...begin,
    summary: 'A file of deposits, withdrawals, transfers, codes and invoices with their fees',
    description: laterText,
    body: contract.exportTransactions,
    errors: ['unknown_asset', 'exports_waiting', 'too_many_requests'],
  },
  'POST /v2/trade_history_export': {
    ...begin,
    summary: 'A file of spot trades with fee, GST, TDS and net amounts',
    description: laterText,
    body: contract.tradeHistoryExport,
    errors: ['unknown_pair', 'exports_waiting', 'too_many_requests'],
  },
  'POST /v2/exports': {
    ...begin,
    summary: 'A file of any kind of export',
    description: laterText,
    body: contract.newExport,
    errors: ['unknown_export', 'unknown_pair', 'exports_waiting', 'too_many_requests'],
  },
  'GET /v2/exports': {
    ...own,
    summary: 'Own exports of the last 30 days, the newest first',
    limits: { rows: 'page' },
    query: contract.exportsQuery,
    response: contract.ownExports,
  },
  'GET /v2/exports/:id': {
    ...own,
    summary: 'An own export: whether it is ready, and how far it is',
    params: contract.exportParams,
    response: contract.ownExport,
    errors: ['not_found'],
  },
  'GET /v2/exports/:id/file': {
    ...own,
    // Each piece of it is decrypted.
    limits: { rows: 200 },
    summary: 'The file of an own export that is ready',
    params: contract.exportParams,
    response: contract.exportFile,
    errors: ['not_found', 'export_not_ready'],
  },
  'DELETE /v2/exports/:id': {
    ...own,
    summary: 'Delete an own export, or stop one that is not ready',
    params: contract.exportParams,
    response: done,
    errors: ['not_found'],
  },
});
