/** What operators read of invoices. */
import type { InvoiceState } from '@pelican/shared/contracts/invoices';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { looked, operatorsKey, pageRows, recordedKey } from './operators.ts';

/** @param state '' for all */
export const invoiceCasesQuery = (search: string, state: InvoiceState | '', offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'invoices', search, state, offset],
    queryFn: ({ signal }) =>
      call('GET /v2/ops/invoices', {
        query: { search, offset, limit: pageRows, ...(state === '' ? {} : { state }) },
        signal,
      }),
  });

/** Each look is on record. */
export const invoiceCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'invoice', id],
    queryFn: ({ signal }) => call('GET /v2/ops/invoices/:id', { params: { id }, signal }),
    ...looked,
  });
