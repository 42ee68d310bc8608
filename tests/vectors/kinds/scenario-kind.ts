/** scenario: steps on one ledger, what each did, and what is left at the end. */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import type { Decimal, ModeName, PositionName } from '../vector-file.ts';
import { parse8, positionOf, text8, type VectorInstrument, type VectorInstruments } from '../vector-instrument.ts';
import { fundUser, ScenarioLedger } from './scenario-ledger.ts';

type LedgerMode = ModeName | 'fund';

interface Party {
  user: string;
  effect: 'open' | 'close';
  mode: LedgerMode;
  lever?: Decimal;
  role: 'maker' | 'taker';
}

interface Trade {
  op: 'trade';
  instrument: string;
  px: Decimal;
  sz: Decimal;
  buyer: Party;
  seller: Party;
}

interface Funding {
  op: 'funding';
  instrument: string;
  mark: Decimal;
  rate: Decimal;
}

interface TakeOver {
  op: 'takeover';
  user: string;
  instrument: string;
  mode: LedgerMode;
  position: PositionName;
}

interface Deleveraging {
  op: 'adl';
  instrument: string;
  /** Of the fund's lot. */
  position: PositionName;
  user: string;
  mode: LedgerMode;
  sz: Decimal;
  px: Decimal;
}

type Step = Trade | Funding | TakeOver | Deleveraging;

interface ScenarioInput {
  insuranceFund: Decimal;
  deposits: Record<string, Decimal>;
  ops: Step[];
}

export function runScenario(input: ScenarioInput, instruments: VectorInstruments): object {
  const deposits = Object.entries(input.deposits).map(([user, amount]) => [user, parse8(amount)] as const);
  const ledger = new ScenarioLedger(parse8(input.insuranceFund), deposits);
  const log = input.ops.map((step) => runStep(ledger, step, instruments.get(step.instrument)));
  return {
    log,
    balances: Object.fromEntries([...ledger.cash].map(([user, amount]) => [user, text8(amount)])),
    positions: ledger.positions.map((held) => ({
      user: held.user,
      instrument: held.instrument.formulas.name,
      mode: held.user === fundUser ? 'fund' : modeName(held.mode),
      position: held.position === PositionSide.long ? 'long' : 'short',
      sz: held.instrument.size(held.lots),
      entryCost: text8(held.cost),
      margin: text8(held.margin),
    })),
    insuranceFund: text8(ledger.fund),
    fees: text8(ledger.fees),
    netOpenCost: text8(ledger.netOpenCost),
    deposits: text8(ledger.deposited),
    residual: text8(ledger.residual),
  };
}

/** @throws RangeError when there is no such step */
function runStep(ledger: ScenarioLedger, step: Step, instrument: VectorInstrument): object {
  switch (step.op) {
    case 'trade':
      return {
        buyer: runParty(ledger, step, step.buyer, 'buy', instrument),
        seller: runParty(ledger, step, step.seller, 'sell', instrument),
      };
    case 'funding': {
      const settled = ledger.settleFunding(instrument, instrument.ticks(step.mark), parse8(step.rate));
      return { paid: text8(settled.paid), received: text8(settled.received) };
    }
    case 'takeover': {
      const mode = ledgerMode(step.mode);
      if (mode !== MarginMode.isolated) throw new RangeError('a scenario takes over isolated positions only');
      const taken = ledger.takeOver({ user: step.user, instrument, mode, position: positionOf(step.position) });
      return {
        bkPx: instrument.price(taken.bankruptcyTicks),
        userRealized: text8(taken.userRealised),
        insuranceDelta: text8(taken.fundDelta),
      };
    }
    case 'adl':
      return runDeleveragingStep(ledger, step, instrument);
    default:
      throw new RangeError(`unknown step ${(step as { op: string }).op}`);
  }
}

function runParty(
  ledger: ScenarioLedger,
  trade: Trade,
  party: Party,
  side: 'buy' | 'sell',
  instrument: VectorInstrument,
): object {
  const isLong = (side === 'buy') === (party.effect === 'open');
  const owner = {
    user: party.user,
    instrument,
    mode: ledgerMode(party.mode),
    position: isLong ? PositionSide.long : PositionSide.short,
  };
  const rate = party.user === fundUser ? 0n : instrument.rate(party.role);
  const fill = { lots: instrument.lots(trade.sz), ticks: instrument.ticks(trade.px), rate };
  if (party.effect === 'open') return { fee: text8(ledger.open(owner, Number(party.lever ?? 1), fill).fee) };
  return closeTexts(ledger.close(owner, fill));
}

function runDeleveragingStep(ledger: ScenarioLedger, step: Deleveraging, instrument: VectorInstrument): object {
  const fill = { lots: instrument.lots(step.sz), ticks: instrument.ticks(step.px), rate: 0n };
  const position = positionOf(step.position);
  const opposite = position === PositionSide.long ? PositionSide.short : PositionSide.long;
  const fund = ledger.close({ user: fundUser, instrument, mode: MarginMode.cross, position }, fill);
  const mode = ledgerMode(step.mode);
  const user = ledger.close({ user: step.user, instrument, mode, position: opposite }, fill);
  return { fund: closeTexts(fund), user: closeTexts(user) };
}

function closeTexts(closed: { pnl: bigint; fee: bigint; released: bigint }): object {
  return { pnl: text8(closed.pnl), fee: text8(closed.fee), released: text8(closed.released) };
}

/** The fund's lots have no margin of their own, as cross positions. */
function ledgerMode(name: LedgerMode): MarginMode {
  return name === 'isolated' ? MarginMode.isolated : MarginMode.cross;
}

function modeName(mode: MarginMode): ModeName {
  return mode === MarginMode.isolated ? 'isolated' : 'cross';
}
