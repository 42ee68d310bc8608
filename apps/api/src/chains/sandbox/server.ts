/** The sandbox chain over HTTP: JSON-RPC at / for programs, pages for people. */
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountPage, overviewPage, transactionPage } from './explorer.ts';
import { chainBlockOf, type SandboxNode, stateOf } from './node.ts';
import { parsePayment } from './transaction.ts';

const bodyLimit = 64 * 1024;
const blocksMax = 1_000;

/** An open server needs no log: each call is answered with what was wrong. */
export function createSandboxServer(node: SandboxNode): FastifyInstance {
  const app = fastify({ bodyLimit });
  app.post('/', (request) => answer(node, request.body));
  const page = (path: string, render: (value: string) => string | undefined) =>
    app.get<{ Params: { value?: string } }>(path, async ({ params }, reply) => {
      const html = render(params.value ?? '');
      return reply
        .code(html === undefined ? 404 : 200)
        .type('text/html; charset=utf-8')
        .send(html ?? 'Not found');
    });
  page('/sandbox', () => overviewPage(node));
  page('/sandbox/transactions/:value', (hash) => transactionPage(node, hash));
  page('/sandbox/addresses/:value', (address) => accountPage(node, address));
  return app;
}

const call = z.object({ id: z.union([z.number(), z.string(), z.null()]), method: z.string(), params: z.unknown() });

function answer(node: SandboxNode, body: unknown): unknown {
  const parsed = call.safeParse(body);
  if (!parsed.success) return { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid request' } };
  const { id, method, params } = parsed.data;
  try {
    return { jsonrpc: '2.0', id, result: run(node, method, params) };
  } catch (error) {
    return { jsonrpc: '2.0', id, error: { code: -32_000, message: (error as Error).message } };
  }
}

const withHeight = z.object({ height: z.int().min(0) });
const withHash = z.object({ hash: z.string() });
const withAddress = z.object({ address: z.string() });
const withRaw = z.object({ raw: z.string() });
const withAccount = z.object({ address: z.string(), contract: z.string(), height: z.int().min(0).optional() });
const withBlocks = z.object({ blocks: z.int().min(1).max(blocksMax) });
const withFork = z.object({ depth: z.int().min(1).max(blocksMax), isKept: z.boolean() });

/** @throws Error for a method that does not exist, wrong parameters, and what the chain refuses */
function run(node: SandboxNode, method: string, params: unknown): unknown {
  switch (method) {
    case 'head': {
      const { height, hash } = node.head;
      return { height, hash };
    }
    case 'block': {
      const block = node.block(withHeight.parse(params).height);
      return block ? onWire(chainBlockOf(block)) : null;
    }
    case 'transaction':
      return onWire(stateOf(node.find(withHash.parse(params).hash)));
    case 'nonce':
      return node.nextNonce(withAddress.parse(params).address);
    case 'minedNonce':
      return node.nonce(withAddress.parse(params).address);
    case 'broadcast':
      return node.broadcast(withRaw.parse(params).raw);
    case 'balance': {
      const { address, contract, height } = withAccount.parse(params);
      return String(node.balance(address, contract, height));
    }
    case 'faucet':
      return node.faucet(parsePayment(params));
    case 'mine': {
      const { blocks } = withBlocks.parse(params);
      for (let mined = 0; mined < blocks; mined += 1) node.mine();
      return node.head.height;
    }
    case 'fork': {
      const { depth, isKept } = withFork.parse(params);
      node.fork(depth, isKept);
      return node.head.height;
    }
    default:
      throw new Error('Method not found');
  }
}

/** JSON has no integers of any size: amounts are text. */
function onWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? String(one) : one)));
}
