/** premium, funding_rate, funding_settle. */
import { fundingRate, fundingSettlement, premiumIndex } from '@pelican/shared/perpetual';
import type { BookSide, Decimal, ModeName, PositionName } from '../vector-file.ts';
import { modeOf, parse8, positionOf, text8, type VectorInstruments } from '../vector-instrument.ts';

interface PremiumInput {
  instrument: string;
  index: Decimal;
  bids: BookSide;
  asks: BookSide;
}

export function runPremium(input: PremiumInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const { impactBid8, impactAsk8, premium } = premiumIndex(
    instrument.formulas,
    instrument.ticks(input.index),
    instrument.levels(input.bids),
    instrument.levels(input.asks),
  );
  return { impactBid: text8(impactBid8), impactAsk: text8(impactAsk8), premium: text8(premium) };
}

interface FundingRateInput {
  instrument: string;
  interest?: Decimal;
  damper?: Decimal;
  /** Oldest first, each as often as it was measured in a row. */
  samples: { premium: Decimal; count: Decimal }[];
}

export function runFundingRate(input: FundingRateInput, instruments: VectorInstruments): object {
  const { formulas } = instruments.get(input.instrument);
  const samples = input.samples.flatMap(({ premium, count }) =>
    Array.from({ length: Number(count) }, () => Number(parse8(premium))),
  );
  const rate = fundingRate(
    {
      ...formulas,
      fundingInterest: input.interest === undefined ? formulas.fundingInterest : parse8(input.interest),
      fundingDamper: input.damper === undefined ? formulas.fundingDamper : parse8(input.damper),
    },
    samples,
  );
  return {
    n: rate.samples,
    avgPremium: text8(rate.average),
    damped: text8(rate.damped),
    raw: text8(rate.raw),
    rate: text8(rate.rate),
  };
}

interface SettlementInput {
  instrument: string;
  mark: Decimal;
  rate: Decimal;
  insuranceFund: Decimal;
  positions: { id: number; mode: ModeName | 'fund'; position: PositionName; sz: Decimal; margin?: Decimal }[];
}

export function runFundingSettlement(input: SettlementInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const settled = fundingSettlement(
    instrument.formulas,
    { rate: parse8(input.rate), markTicks: instrument.ticks(input.mark), fund: parse8(input.insuranceFund) },
    input.positions
      .map(({ id, mode, position, sz, margin }) => ({
        id,
        owner: mode === 'fund' ? ('fund' as const) : ('user' as const),
        mode: modeOf(mode === 'isolated' ? 'isolated' : 'cross'),
        position: positionOf(position),
        lots: instrument.lots(sz),
        margin: parse8(margin ?? 0),
      }))
      .sort((a, b) => a.id - b.id),
  );
  return {
    payments: settled.payments.map(({ id, notional, theoretical, actual }) => ({
      id,
      notional: text8(notional),
      theoretical: text8(theoretical),
      actual: text8(actual),
    })),
    totalPaid: text8(settled.paid),
    totalReceived: text8(settled.received),
    insuranceFund: text8(settled.fund),
  };
}
