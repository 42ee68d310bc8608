/** The sandbox chain as the exchange speaks to it: JSON-RPC over HTTP. */
import { z } from 'zod';
import type { Chain, ChainBlock } from '../chain.ts';
import type { SandboxPayment } from './transaction.ts';

const timeoutMs = 5_000;
const requestsAtOnce = 10;
const units = z.string().transform(BigInt);
const head = z.object({ height: z.int(), hash: z.string() });
const block = z.object({
  ...head.shape,
  parentHash: z.string(),
  transfers: z.array(
    z.object({
      transactionHash: z.string(),
      output: z.int(),
      address: z.string(),
      memo: z.string(),
      contract: z.string(),
      units,
    }),
  ),
});
const transaction = z.union([
  z.object({ state: z.enum(['unknown', 'pending']) }),
  z.object({ state: z.enum(['mined', 'failed']), height: z.int(), blockHash: z.string(), feeUnits: units }),
]);

/** What the network of the demo can do beside being a chain. */
export interface SandboxChain extends Chain {
  /** @param height of the newest block without it */
  balance(address: string, contract: string, height?: number): Promise<bigint>;
  /** @returns the transaction's hash */
  faucet(payment: SandboxPayment): Promise<string>;
  mine(blocks: number): Promise<void>;
  fork(depth: number, options: { isKept: boolean }): Promise<void>;
}

/** @param url of the process sandbox-chain */
export function createSandboxChain(url: string): SandboxChain {
  async function call(method: string, params: unknown): Promise<unknown> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (answer.error) throw new Error(`the sandbox chain refused ${method}: ${answer.error.message}`);
    return answer.result;
  }

  async function blockAt(height: number): Promise<ChainBlock | undefined> {
    const found = await call('block', { height });
    return found === null ? undefined : block.parse(found);
  }

  return {
    isSynchronised: async () => true,
    head: async () => head.parse(await call('head', {})),
    blockHash: async (height) => (await blockAt(height))?.hash,
    async blocks(first, last) {
      const blocks: ChainBlock[] = [];
      for (let from = first; from <= last; from += requestsAtOnce) {
        const count = Math.min(requestsAtOnce, last - from + 1);
        const read = await Promise.all(Array.from({ length: count }, (_, place) => blockAt(from + place)));
        for (const one of read) {
          if (!one) return blocks;
          blocks.push(one);
        }
      }
      return blocks;
    },
    transaction: async (hash) => transaction.parse(await call('transaction', { hash })),
    // Each transaction pays the least fee, and is in the next block.
    quote: async () => ({}),
    isReplaceable: false,
    nonce: async (address) => z.int().parse(await call('nonce', { address })),
    minedNonce: async (address) => z.int().parse(await call('minedNonce', { address })),
    broadcast: async (raw) => void (await call('broadcast', { raw })),
    balance: async (address, contract, height) => units.parse(await call('balance', { address, contract, height })),
    faucet: async (payment) => z.string().parse(await call('faucet', payment)),
    mine: async (blocks) => void (await call('mine', { blocks })),
    fork: async (depth, { isKept }) => void (await call('fork', { depth, isKept })),
  };
}
