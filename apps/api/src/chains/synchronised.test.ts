import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBitcoinChain } from './bitcoin/chain.ts';
import { bitcoinNetworks } from './bitcoin/networks.ts';
import { createEvmChain } from './evm/chain.ts';

let answers: Record<string, unknown>;
const node = createServer((request, response) => void answer(request, response));
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const part of request) body += part;
  const answerOf = ({ id, method }: { id: number; method: string }) => ({
    jsonrpc: '2.0',
    id,
    result: answers[method] ?? null,
    error: method in answers ? null : { code: -5, message: 'not found' },
  });
  const asked = JSON.parse(body);
  response.setHeader('content-type', 'application/json');
  const answer = Array.isArray(asked) ? asked.map(answerOf) : answerOf(asked);
  response.end(JSON.stringify(answer, (key, value) => (key === 'error' && value === null ? undefined : value)));
}
const url = () => `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
const seconds = (ago: number) => `0x${Math.floor(Date.now() / 1_000 - ago).toString(16)}`;

beforeAll(() => new Promise<void>((done) => node.listen(0, '127.0.0.1', done)));
afterAll(() => node.close());
beforeEach(() => {
  answers = {
    eth_chainId: '0x1',
    eth_syncing: false,
    eth_getBlockByNumber: { number: '0x64', hash: `0x${'1'.repeat(64)}`, timestamp: seconds(20), transactions: [] },
    getblockhash: bitcoinNetworks.bitcoin.genesis,
    getblockchaininfo: { blocks: 100, headers: 100, bestblockhash: '1', initialblockdownload: false },
    getmempoolinfo: { loaded: true },
  };
});

test.each<[string, Record<string, unknown>]>([
  ['fetches blocks', { eth_syncing: { currentBlock: '0x1', highestBlock: '0x64' } }],
  ['has a head of long ago', { eth_getBlockByNumber: { number: '0x64', timestamp: seconds(1_200), transactions: [] } }],
])('an EVM node that %s is not synchronised', async (_name, other) => {
  const chain = createEvmChain(url(), 1);
  expect(await chain.isSynchronised()).toBe(true);
  Object.assign(answers, other);
  expect(await chain.isSynchronised()).toBe(false);
});

test('an endpoint that is of another EVM chain by now is an error', async () => {
  const chain = createEvmChain(url(), 1);
  expect(await chain.isSynchronised()).toBe(true);
  answers.eth_chainId = '0x2';
  await expect(chain.isSynchronised()).rejects.toThrow('of the chain 2');
});

test('a node of the Bitcoin family that still reads its pool from the disk is not synchronised', async () => {
  const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(1));
  const chain = createBitcoinChain(url(), { chain: 'bitcoin', script: 'wpkh', key });
  expect(await chain.isSynchronised()).toBe(true);
  answers.getmempoolinfo = { loaded: false };
  expect(await chain.isSynchronised()).toBe(false);
});

test('a transaction of a block that was replaced waits in the pool, or is unknown', async () => {
  const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(1));
  const chain = createBitcoinChain(url(), { chain: 'bitcoin', script: 'wpkh', key });
  Object.assign(answers, {
    getrawtransaction: { vin: [], vout: [], blockhash: '1', confirmations: 0 },
    getmempoolentry: { fees: {} },
  });
  expect(await chain.transaction('2')).toEqual({ state: 'pending' });
  delete answers.getmempoolentry;
  expect(await chain.transaction('2')).toEqual({ state: 'unknown' });
});
