import { readFileSync } from 'node:fs';
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fundUser, type LedgerPosition, ScenarioLedger } from './kinds/scenario-ledger.ts';
import type { VectorFile } from './vector-file.ts';
import { VectorInstruments } from './vector-instrument.ts';

const file: VectorFile = JSON.parse(readFileSync(new URL('./perpetual-vectors.json', import.meta.url), 'utf8'));
const instrument = new VectorInstruments(file.instruments).get('SOL_USDT');
const users = ['A', 'B', 'C'];

const steps = fc.record({
  what: fc.constantFrom('trade', 'trade', 'trade', 'funding', 'takeover'),
  ticks: fc.integer({ min: 9000, max: 18_000 }),
  lots: fc.integer({ min: 1, max: 900 }),
  buyer: fc.nat(2),
  seller: fc.nat(2),
  mode: fc.constantFrom(MarginMode.cross, MarginMode.isolated),
  leverage: fc.integer({ min: 1, max: 20 }),
  rate: fc.bigInt(-300_000n, 300_000n),
  pick: fc.nat(20),
});
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** One side of a trade: closes what the user has on the other side when that is enough, else opens. */
function post(ledger: ScenarioLedger, user: string, position: PositionSide, step: Step, rate: bigint): void {
  const { mode, lots, ticks } = step;
  const opposite = position === PositionSide.long ? PositionSide.short : PositionSide.long;
  const isHeld = (held: LedgerPosition) =>
    held.user === user && held.mode === mode && held.position === opposite && held.lots >= lots;
  const fill = { lots, ticks, rate };
  if (ledger.positions.some(isHeld)) ledger.close({ user, instrument, mode, position: opposite }, fill);
  else ledger.open({ user, instrument, mode, position }, step.leverage, fill);
}

function run(ledger: ScenarioLedger, step: Step): void {
  if (step.what === 'funding') {
    ledger.settleFunding(instrument, step.ticks, step.rate);
  } else if (step.what === 'takeover') {
    const isolated = ledger.positions.filter((held) => held.mode === MarginMode.isolated);
    const held = isolated[step.pick % Math.max(1, isolated.length)];
    if (held) ledger.takeOver(held);
  } else {
    post(ledger, users[step.buyer] ?? 'A', PositionSide.long, step, instrument.rate('taker'));
    post(ledger, users[step.seller] ?? 'B', PositionSide.short, step, instrument.rate('maker'));
  }
}

it('money and contracts balance after every step, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (all) => {
      const deposits = users.map((user) => [user, 10n ** 12n] as const);
      const ledger = new ScenarioLedger(10n ** 11n, deposits);
      for (const step of all) {
        run(ledger, step);
        expect(ledger.residual).toBe(0n);
        const signed = ledger.positions.map((held) => (held.position === PositionSide.long ? held.lots : -held.lots));
        expect(signed.reduce((sum, lots) => sum + lots, 0)).toBe(0);
        for (const held of ledger.positions) {
          expect(held.lots > 0 && held.cost > 0n && held.margin >= 0n).toBe(true);
          if (held.user === fundUser) expect(held.margin).toBe(0n);
        }
      }
    }),
    { numRuns: 300 },
  );
});
