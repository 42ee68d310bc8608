/** What operators read of withdrawals. */
import type { WithdrawalCaseState } from '@pelican/shared/contracts/withdrawals';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { looked, operatorsKey, pageRows, recordedKey } from './operators.ts';

export const withdrawalCasesQuery = (state: WithdrawalCaseState, search: string, offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'withdrawals', state, search, offset],
    queryFn: ({ signal }) =>
      call('GET /v2/ops/withdrawals', { query: { state, search: search.trim(), offset, limit: pageRows }, signal }),
    refetchInterval: 15_000,
  });

/** Each look is on record. */
export const withdrawalCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'withdrawal', id],
    queryFn: ({ signal }) => call('GET /v2/ops/withdrawals/:id', { params: { id }, signal }),
    ...looked,
  });
