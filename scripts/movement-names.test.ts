/** The client's list of movements names every kind of entry that moves a user's main wallet. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './supervisor/folders.ts';

const locale = 'apps/web/src/features/wallet/history/locales/en.json';
/** Entries between accounts of the exchange, and bonuses before they are released: no main wallet moves. */
const ofNoWallet = [
  'network_cost',
  'promotions_top_up',
  'sign_up_bonus_granted',
  'p2p_compensation_top_up',
  // Of the desk that sells pledges, a user who never signs in.
  'p2p_sale_begun',
  'p2p_sale_ended',
];
/** Entries are the only objects that have a kind and an idempotency key. */
const entry = /kind: '(\w+)',(?: reference(?:: [^,\n]+)?,|\n\s+reference(?:: [^\n]+)?,\n\s+)\s*idempotencyKey/g;
/** Kinds that a caller hands to the function that posts the entry. */
const handed = /(?:payOut\([^)]*|move\(tx, ids, \{\s+)kind: '(\w+)'/g;
/** Kinds of loans, by the form of the keys that the state machine gives their entries. */
const byKey = /^ {2}\[\/\^p2p:.+\/, '(\w+)'\],$/gm;

test('each kind of entry has a name in the list of movements', () => {
  const { movement } = JSON.parse(readFileSync(join(root, locale), 'utf8')) as { movement: Record<string, string> };
  const files = globSync('apps/api/src/{modules,ledger}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const kinds = new Set(
    texts.flatMap((text) =>
      [entry, handed, byKey].flatMap((form) => [...text.matchAll(form)].map(([, kind = '']) => kind)),
    ),
  );
  expect([...kinds].toSorted()).toEqual(
    expect.arrayContaining(['crypto_deposit', 'invoice_paid', 'p2p_interest', 'p2p_set_off', 'withdrawal_finished']),
  );
  const unnamed = [...kinds].filter((kind) => movement[kind] === undefined && !ofNoWallet.includes(kind));
  expect(unnamed).toEqual([]);
  expect(ofNoWallet.filter((kind) => !kinds.has(kind))).toEqual([]);
});
