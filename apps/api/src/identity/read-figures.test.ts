import { DomainError } from '@pelican/shared/contracts';
import { expect, test } from 'vitest';
import { demandFiguresAsRead } from './read-figures.ts';

const now = { fee: '0.1', decimals: null, tiers: [{ maxSize: '10', mmr: '0.01' }], name: 'A' };

test.each([
  ['nothing was shown', undefined],
  ['some of the figures', { fee: '0.1' }],
  ['all of them, in another order', { name: 'A', tiers: [{ mmr: '0.01', maxSize: '10' }], decimals: null, fee: '0.1' }],
  ['one that was left out', { fee: undefined }],
])('a change is of what was read: %s', (_, read) => {
  expect(() => demandFiguresAsRead(read, now)).not.toThrow();
});

test.each([
  ['another figure', { fee: '0.10' }],
  ['one of many', { name: 'A', decimals: 0 }],
  ['within a list', { tiers: [{ maxSize: '10', mmr: '0.02' }] }],
  ['one that is no more', { gone: '1' }],
])('a change of what is otherwise by now is refused: %s', (_, read) => {
  expect(() => demandFiguresAsRead(read, now)).toThrow(new DomainError('figures_changed'));
});
