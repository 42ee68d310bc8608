#!/usr/bin/env node
// Verifies a downloaded proof of reserves (format: proof-of-reserves.md beside this file). It needs Node.js and nothing else.
//
//   node verify-proof-of-reserves.mjs proof.json published.json
//
// published.json is the answer of GET /v3/proofs-of-reserves/<id>: fetch it yourself, or from somebody else, so that everybody is shown
// the same roots.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const scale = 18;

function unitsOf(decimal) {
  const match = /^(\d+)(?:\.(\d{1,18}))?$/.exec(decimal);
  if (!match) throw new Error(`${decimal} is no amount of zero or more`);
  return BigInt(match[1] + (match[2] ?? '').padEnd(scale, '0'));
}

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const sumBytes = (sum) => Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');
const bytesOf = (hex) => Buffer.from(hex, 'hex');

function rootOf({ account, ticker, amount, nonce, position, path }) {
  let sum = unitsOf(amount);
  let hash = sha256(Buffer.of(0), bytesOf(nonce), sumBytes(sum), Buffer.from(`${ticker}:${account}`));
  for (const [level, sibling] of path.entries()) {
    const own = [sumBytes(sum), hash];
    const other = [sumBytes(unitsOf(sibling.sum)), bytesOf(sibling.hash)];
    const isRight = Math.floor(position / 2 ** level) % 2 === 1;
    hash = sha256(Buffer.of(1), ...(isRight ? [...other, ...own] : [...own, ...other]));
    sum += unitsOf(sibling.sum);
  }
  return { root: hash.toString('hex'), sum };
}

function faultOf(leaf, published) {
  const asset = published.assets.find(({ ticker }) => ticker === leaf.ticker);
  if (!asset) return 'the asset is not in the published proof';
  if (leaf.path.length !== asset.depth || leaf.position >= 2 ** asset.depth) return 'the path has another length';
  const { root, sum } = rootOf(leaf);
  if (root !== asset.root) return 'the path leads to another root';
  if (sum !== unitsOf(asset.liabilities)) return 'the sums do not add up to the published total';
  return undefined;
}

const [own, published] = process.argv.slice(2, 4).map((file) => JSON.parse(readFileSync(file, 'utf8')));
let failed = own.proof !== published.id;
if (failed) process.stdout.write(`these are two proofs: ${own.proof} and ${published.id}\n`);
for (const leaf of own.leaves) {
  let fault;
  try {
    fault = faultOf(leaf, published);
  } catch (error) {
    fault = error.message;
  }
  failed ||= fault !== undefined;
  process.stdout.write(
    `${leaf.amount} ${leaf.ticker} of account ${leaf.account}: ${fault ?? 'counted in the published total'}\n`,
  );
}
process.exitCode = failed ? 1 : 0;
