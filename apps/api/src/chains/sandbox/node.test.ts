import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSandboxLog } from './log-file.ts';
import { chainBlockOf, SandboxNode, stateOf } from './node.ts';
import { addressOfSandboxKey, sandboxKey, signSandboxTransaction } from './transaction.ts';

const keyOf = (byte: number) => sandboxKey(new Uint8Array(32).fill(byte));
const [alice, bob] = [keyOf(1), keyOf(2)];
const [aliceAddress, bobAddress] = [addressOfSandboxKey(alice), addressOfSandboxKey(bob)];
const fee = '1000';

const newNode = () => new SandboxNode({ append: () => undefined });
const pay = (node: SandboxNode, given: Partial<Parameters<typeof signSandboxTransaction>[1]> = {}) =>
  node.broadcast(
    signSandboxTransaction(alice, { to: bobAddress, memo: '', contract: 'BTC', units: '40', nonce: 0, fee, ...given }),
  );

/** Alice has 5,000 of the network's coin and 100 of a token. */
function funded(node = newNode()): SandboxNode {
  node.faucet({ to: aliceAddress, memo: '', contract: '', units: '5000' });
  node.faucet({ to: aliceAddress, memo: '', contract: 'BTC', units: '100' });
  node.mine();
  return node;
}

test('a payment moves its units, and its fee is destroyed', () => {
  const node = funded();
  const hash = pay(node, { memo: '17' });
  expect(stateOf(node.find(hash))).toEqual({ state: 'pending' });
  node.mine();
  expect(stateOf(node.find(hash))).toMatchObject({ state: 'mined', height: 2, feeUnits: 1000n });
  expect([node.balance(aliceAddress, 'BTC'), node.balance(bobAddress, 'BTC')]).toEqual([60n, 40n]);
  expect(node.balance(aliceAddress, '')).toBe(4000n);
  expect(chainBlockOf(node.head)).toMatchObject({
    parentHash: node.block(1)?.hash,
    transfers: [{ transactionHash: hash, output: 0, address: bobAddress, memo: '17', contract: 'BTC', units: 40n }],
  });
});

test('a transaction handed in twice, also after its block, is one', () => {
  const node = funded();
  const hash = pay(node);
  expect(pay(node)).toBe(hash);
  node.mine();
  expect(pay(node)).toBe(hash);
  node.mine();
  expect(node.balance(bobAddress, 'BTC')).toBe(40n);
});

test('transactions of one account are mined in the order of their nonces, each nonce once', () => {
  const node = funded();
  pay(node, { nonce: 1, units: '1' });
  node.mine();
  expect(node.balance(bobAddress, 'BTC')).toBe(0n);
  pay(node, { nonce: 0, units: '2' });
  expect(() => pay(node, { nonce: 0, units: '3' })).toThrow('another transaction with this nonce is waiting');
  node.mine();
  expect(node.balance(bobAddress, 'BTC')).toBe(3n);
  expect(() => pay(node, { nonce: 0, units: '4' })).toThrow('the nonce is used');
});

test('what cannot be paid waits until it can', () => {
  const node = funded();
  const hash = pay(node, { units: '101' });
  node.mine();
  expect(stateOf(node.find(hash)).state).toBe('pending');
  node.faucet({ to: aliceAddress, memo: '', contract: 'BTC', units: '1' });
  node.mine();
  expect(stateOf(node.find(hash)).state).toBe('mined');
});

test.each([
  ['a changed amount', (raw: string) => raw.replace('"units":"40"', '"units":"41"')],
  ['a changed receiver', (raw: string) => raw.replace(bobAddress, aliceAddress)],
  ['a wrong address', (raw: string) => raw.replace(bobAddress, `${bobAddress}x`)],
  ['no amount', (raw: string) => raw.replace('"units":"40"', '"units":"0"')],
  ['a fee below the least', (raw: string) => raw.replace('"fee":"1000"', '"fee":"999"')],
  ['no JSON', () => 'raw'],
])('%s is refused', (_name, change) => {
  const node = funded();
  const raw = signSandboxTransaction(alice, { to: bobAddress, memo: '', contract: 'BTC', units: '40', nonce: 0, fee });
  expect(() => node.broadcast(change(raw))).toThrow();
  node.broadcast(raw);
});

test.each([1, 3, 10])('a re-organisation of depth %i replaces blocks, and their transactions wait again', (depth) => {
  const node = funded();
  const hash = pay(node);
  for (let mined = 0; mined < depth; mined += 1) node.mine();
  const before = Array.from({ length: depth }, (_, at) => node.block(node.head.height - at)?.hash);
  const height = node.head.height;
  node.fork(depth, true);
  expect(node.head.height).toBe(height + 1);
  expect(before).not.toContain(node.block(height)?.hash);
  expect(stateOf(node.find(hash)).state).toBe('mined');
  expect(node.balance(bobAddress, 'BTC')).toBe(40n);
});

test('a re-organisation may lose transactions', () => {
  const node = funded();
  const hash = pay(node);
  node.mine();
  node.fork(1, false);
  expect(stateOf(node.find(hash))).toEqual({ state: 'unknown' });
  expect(node.balance(aliceAddress, 'BTC')).toBe(100n);
});

test('the chain rests when nothing waits and the last transaction is long confirmed', () => {
  const node = funded();
  for (let ticks = 0; ticks < 500; ticks += 1) node.tick();
  const { height } = node.head;
  node.tick();
  expect(node.head.height).toBe(height);
  pay(node);
  node.tick();
  expect(node.head.height).toBe(height + 1);
});

test('a chain that was killed is what it was, without the line that it did not finish', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-chain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'chain.jsonl');
  const node = funded(new SandboxNode(openSandboxLog(file)));
  pay(node);
  node.mine();
  node.fork(1, true);
  const waiting = pay(node, { nonce: 1, units: '5' });
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"block":{"hei`);
  const log = openSandboxLog(file);
  onTestFinished(() => log.close());
  const again = new SandboxNode(log, log.records);
  expect(again.head).toEqual(node.head);
  expect(stateOf(again.find(waiting)).state).toBe('pending');
  again.mine();
  expect(again.balance(bobAddress, 'BTC')).toBe(45n);
});
