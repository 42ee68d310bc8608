/** Files of histories and statements. */
import type { ExportFormat } from '@pelican/shared/contracts/exports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { readFile } from './files.ts';
import { privateKey } from './query-client.ts';

export const exportsKey = [privateKey, 'exports'] as const;
export const exportsPageSize = 30;
/** While one is not ready. */
const pollMs = 2_000;

export const exportsQuery = (offset: number) =>
  queryOptions({
    queryKey: [...exportsKey, offset],
    queryFn: ({ signal }) => call('GET /v2/exports', { query: { offset, limit: exportsPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.result.some(({ state }) => state === 'waiting' || state === 'running') ? pollMs : false,
  });

export interface WantedExport {
  kind: string;
  params: Record<string, unknown>;
  format: ExportFormat;
}

/** @throws ApiError invalid_argument, exports_waiting, too_many_requests */
export function beginExport(wanted: WantedExport) {
  return call('POST /v2/exports', { body: wanted });
}

/** @throws ApiError not_found, export_not_ready */
export function readExport(id: string): Promise<Blob> {
  return readFile(`/v2/exports/${encodeURIComponent(id)}/file`, new AbortController().signal);
}

/** @throws ApiError not_found */
export function deleteExport(id: string) {
  return call('DELETE /v2/exports/:id', { params: { id } });
}
