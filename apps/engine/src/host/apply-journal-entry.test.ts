import { expect, test } from 'vitest';
import { EventWriter } from '../core/kernel/event-writer.ts';
import { spotCore } from '../core/spot/spot-core.ts';
import { applyJournalEntry, PoisonedCommand } from './apply-journal-entry.ts';
import { Quarantine } from './quarantine.ts';

function applyWith(work: () => void): void {
  const core = { ...spotCore(1), applyEntry: work };
  const entry = { position: '1700000000000-0', bytes: new Uint8Array(16) };
  applyJournalEntry(core, core.create(), entry, new EventWriter(1 << 10), new Quarantine(1));
}

test('a command during which the machine has no memory left is not called one that cannot be applied', () => {
  expect(() => applyWith(() => new ArrayBuffer(Number.MAX_SAFE_INTEGER))).toThrow(RangeError);
});

test('a command at which the core fails is named', () => {
  const fail = () => {
    throw new TypeError('no such seat');
  };
  expect(() => applyWith(fail)).toThrow(PoisonedCommand);
  expect(() => applyWith(fail)).toThrow('1700000000000-0');
});
