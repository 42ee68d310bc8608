/** cross_account, cross_takeover: the account that cross positions share. */
import {
  type CrossLeg,
  crossAccount,
  crossLiquidationTicks,
  crossTakeover,
  type IsolatedLeg,
  isLiquidatable,
  sumOf,
} from '@pelican/shared/perpetual';
import type { Decimal, PositionName } from '../vector-file.ts';
import { parse8, positionOf, text8, text16, textOf, type VectorInstruments } from '../vector-instrument.ts';

interface LegInput {
  instrument: string;
  position: PositionName;
  sz: Decimal;
  entryCost: Decimal;
  lever: Decimal;
  mark: Decimal;
}

interface AccountInput {
  balance: Decimal;
  isoFreeze?: Decimal;
  crossFreeze?: Decimal;
  positions: LegInput[];
  isolated?: (Omit<LegInput, 'lever'> & { margin: Decimal })[];
}

function figuresOf(input: AccountInput, instruments: VectorInstruments) {
  const legs = input.positions.map((leg): CrossLeg => {
    const instrument = instruments.get(leg.instrument);
    return {
      instrument: instrument.formulas,
      position: positionOf(leg.position),
      lots: instrument.lots(leg.sz),
      cost: parse8(leg.entryCost),
      leverage: Number(leg.lever),
      markTicks: instrument.ticks(leg.mark),
    };
  });
  const isolated = (input.isolated ?? []).map((leg): IsolatedLeg => {
    const instrument = instruments.get(leg.instrument);
    return {
      instrument: instrument.formulas,
      position: positionOf(leg.position),
      lots: instrument.lots(leg.sz),
      cost: parse8(leg.entryCost),
      margin: parse8(leg.margin),
      markTicks: instrument.ticks(leg.mark),
    };
  });
  const cash = {
    cash: parse8(input.balance),
    isolatedFreeze: parse8(input.isoFreeze ?? 0),
    crossFreeze: parse8(input.crossFreeze ?? 0),
  };
  return crossAccount(cash, legs, isolated);
}

export function runCrossAccount(input: AccountInput, instruments: VectorInstruments): object {
  const figures = figuresOf(input, instruments);
  const liquidationPrices = input.positions.map(({ instrument: name }) => {
    const instrument = instruments.get(name);
    return [name, instrument.price(crossLiquidationTicks(figures, instrument.formulas.id))];
  });
  return {
    uPnl: figures.unrealised.map((value) => text8(value)),
    im: figures.initialMargins.map((value) => text8(value)),
    mm: text8(figures.maintenance),
    liqFee: text8(figures.liquidationFee),
    equity: text8(figures.equity),
    requirement: text16(figures.requirement8),
    mgnRatio: textOf(figures.ratio4, 4),
    futures_balance: text8(figures.futuresBalance),
    futures_total_eq: text8(figures.totalEquity),
    futures_freeze: text8(figures.freeze),
    futures_tradingBalance: text8(figures.tradingBalance),
    futures_available: text8(figures.available),
    liqPx: Object.fromEntries(liquidationPrices),
  };
}

export function runCrossTakeover(input: AccountInput, instruments: VectorInstruments): object {
  const figures = figuresOf(input, instruments);
  const taken = crossTakeover(figures);
  const rows = taken.map((leg, at) => {
    const name = input.positions[at]?.instrument ?? '';
    return {
      instrument: name,
      requirement: text16(figures.requirements8[at] ?? 0n),
      share: text8(leg.share),
      bkPx: instruments.get(name).price(leg.bankruptcyTicks),
      userRealized: text8(leg.userRealised),
      liqFee: text8(leg.liquidationFee),
      insuranceDelta: text8(leg.fundDelta),
    };
  });
  return {
    equity: text8(figures.equity),
    requirement: text16(figures.requirement8),
    mgnRatio: textOf(figures.ratio4, 4),
    triggered: isLiquidatable(figures.equity, figures.requirement8),
    rows,
    balanceAfter: text8(parse8(input.balance) + sumOf(taken.map((leg) => leg.userRealised))),
    insuranceDelta: text8(sumOf(taken.map((leg) => leg.fundDelta))),
  };
}
