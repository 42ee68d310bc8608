/** What operators read of the texts of the client. */
import type { ClientLanguage } from '@pelican/shared/contracts/system';
import type { TextSelection } from '@pelican/shared/contracts/texts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { operatorsKey, pageRows } from './operators.ts';

interface TextsFilter {
  language: ClientLanguage | undefined;
  area: string | undefined;
  search: string;
  which: TextSelection;
  offset: number;
}

export function textsQuery(filter: TextsFilter) {
  return queryOptions({
    queryKey: [...operatorsKey, 'texts', filter],
    queryFn: ({ signal }) => call('GET /v2/ops/texts', { signal, query: { ...filter, limit: pageRows } }),
    placeholderData: keepPreviousData,
  });
}

export function textQuery(id: string) {
  return queryOptions({
    queryKey: [...operatorsKey, 'text', id],
    queryFn: ({ signal }) => call('GET /v2/ops/texts/:id', { signal, params: { id } }),
  });
}
