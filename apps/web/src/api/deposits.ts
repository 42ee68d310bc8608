/** Deposits from networks. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

const depositsKey = [privateKey, 'crypto-deposits'] as const;
/** Confirmations come with blocks. */
const recentMs = 3_000;

/** The ways in of an asset. */
export const depositMethodsQuery = (ticker: string) =>
  queryOptions({
    queryKey: [...depositsKey, 'methods', ticker],
    queryFn: ({ signal }) => call('GET /v3/profile/depositdata/:ticker', { params: { ticker }, signal }),
  });

export const depositAddressKey = (ticker: string, network: string) =>
  [...depositsKey, 'address', ticker, network] as const;

export const depositAddressQuery = (ticker: string, network: string) =>
  queryOptions({
    queryKey: depositAddressKey(ticker, network),
    queryFn: ({ signal }) =>
      call('GET /v2/profile/address/:ticker', { params: { ticker }, query: { network }, signal }),
    retry: false,
  });

export const recentDepositsQuery = (ticker: string) =>
  queryOptions({
    queryKey: [...depositsKey, 'recent', ticker],
    queryFn: ({ signal }) => call('GET /v2/profile/deposits/:ticker', { params: { ticker }, signal }),
    refetchInterval: recentMs,
  });

/** @throws ApiError deposit_address_unused, deposit_disabled, deposit_address_failed */
export const newDepositAddress = (ticker: string, network: string) =>
  call('POST /v2/profile/address', { body: { ticker, network } });

/** Test coins of a demo. @throws ApiError faucet_failed */
export const askFaucet = (ticker: string, network: string) =>
  call('POST /v2/sandbox/faucet', { body: { ticker, network } });
