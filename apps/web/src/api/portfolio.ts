/** What all wallets together were worth. */
import type { PortfolioRange } from '@pelican/shared/contracts/portfolio';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

export const portfolioQuery = (range: PortfolioRange) =>
  queryOptions({
    queryKey: [privateKey, 'portfolio', range],
    queryFn: ({ signal }) => call('GET /v3/profile/portfolio', { query: { range }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
