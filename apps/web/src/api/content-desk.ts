/** What operators of content read. */
import type { ContentKind, ContentPhase } from '@pelican/shared/contracts/content';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { operatorsKey, pageRows } from './operators.ts';

export function contentItemsQuery(kind: ContentKind, phase: ContentPhase | undefined, search: string, offset: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'content', kind, phase, search, offset],
    queryFn: ({ signal }) =>
      call('GET /v2/ops/content', { signal, query: { kind, phase, search, offset, limit: pageRows } }),
    placeholderData: keepPreviousData,
  });
}

export function contentItemQuery(id: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'content-item', id],
    queryFn: ({ signal }) => call('GET /v2/ops/content/:id', { signal, params: { id } }),
  });
}

/** Asked for again with each text. */
export function previewQuery(text: string) {
  return queryOptions({
    queryKey: [...operatorsKey, 'content-preview', text],
    queryFn: ({ signal }) => call('POST /v2/ops/content/preview', { signal, body: { text } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
}
