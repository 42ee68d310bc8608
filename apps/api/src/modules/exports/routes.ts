/** Exports over HTTP. */
import { exportsEndpoints } from '@pelican/shared/contracts/exports';
import { type KnownAsset, requireAsset } from '../../live/index.ts';
import { sendFile } from '../../platform/files/index.ts';
import { type Guards, type HttpServer, type Principal, serve } from '../../platform/http/index.ts';
import type { ExportService, WantedExport } from './service.ts';

export interface ExportRoutesDeps {
  exports: ExportService;
  knownAsset: KnownAsset;
  guards: Guards;
}

export function exportRoutes(app: HttpServer, { exports, knownAsset, guards }: ExportRoutesDeps): void {
  const begin = async (caller: Principal, wanted: WantedExport) => ({
    status: 'success' as const,
    ...(await exports.begin(caller, wanted)),
  });

  serve(app, guards, exportsEndpoints, {
    'POST /v2/export_transactions': async ({ principal, body: { format, ...params } }) => {
      if (params.ticker) await requireAsset(knownAsset, params.ticker, principal.userId);
      return begin(principal, { kind: 'statements.transactions', params, format });
    },
    'POST /v2/trade_history_export': ({ principal, body: { format, ...params } }) =>
      begin(principal, { kind: 'spot.trades', params, format }),
    'POST /v2/exports': ({ principal, body }) => begin(principal, body),
    'GET /v2/exports': async ({ principal, query }) => ({ ...(await exports.list(principal, query)), ...query }),
    'GET /v2/exports/:id': ({ principal, params: { id } }) => exports.find(principal, id),
    'GET /v2/exports/:id/file': async ({ principal, params: { id }, reply }) =>
      sendFile(reply, await exports.open(principal, id)),
    'DELETE /v2/exports/:id': async ({ principal, params: { id } }) => {
      await exports.remove(principal, id);
      return { status: 'success' as const };
    },
  });
}
