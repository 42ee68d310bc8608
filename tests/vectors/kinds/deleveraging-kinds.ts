/** adl: the ranking of the other side, and what each closes. */
import { PositionSide } from '@pelican/shared/engine/perpetual';
import { closeFill, deleverageTakes, rankCandidates } from '@pelican/shared/perpetual';
import type { Decimal, ModeName, PositionName } from '../vector-file.ts';
import { modeOf, parse8, text8, type VectorInstruments } from '../vector-instrument.ts';

interface DeleveragingInput {
  instrument: string;
  /** Of the lot to be closed. */
  position: PositionName;
  sz: Decimal;
  bkPx: Decimal;
  mark: Decimal;
  candidates: {
    id: number;
    mode: ModeName;
    sz: Decimal;
    entryCost: Decimal;
    margin?: Decimal;
    crossNotional?: Decimal;
    crossEquity?: Decimal;
    hedgedSz?: Decimal;
  }[];
}

export function runDeleveraging(input: DeleveragingInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const { formulas } = instrument;
  const position = input.position === 'long' ? PositionSide.short : PositionSide.long;
  const candidates = input.candidates.map((candidate) => ({
    id: candidate.id,
    mode: modeOf(candidate.mode),
    position,
    lots: instrument.lots(candidate.sz),
    cost: parse8(candidate.entryCost),
    margin: parse8(candidate.margin ?? 0),
    crossNotional: parse8(candidate.crossNotional ?? 0),
    crossEquity: parse8(candidate.crossEquity ?? 0),
    hedgedLots: instrument.lots(candidate.hedgedSz ?? 0),
  }));
  const markTicks = instrument.ticks(input.mark);
  const lot = { lots: instrument.lots(input.sz), bankruptcyTicks: instrument.ticks(input.bkPx) };
  const ranking = rankCandidates(formulas, markTicks, candidates);
  const takes = deleverageTakes(formulas, lot, markTicks, ranking);
  const fills = takes.map(({ candidate, lots }) => {
    const closed = closeFill(formulas, candidate, { lots, ticks: lot.bankruptcyTicks, rate: 0n });
    return {
      id: candidate.id,
      sz: instrument.size(lots),
      px: instrument.price(lot.bankruptcyTicks),
      pnl: text8(closed.pnl),
      released: text8(closed.released),
      remSz: instrument.size(closed.lotsAfter),
      remCost: text8(closed.costAfter),
    };
  });
  return {
    ranking: ranking.map((one) => ({
      id: one.candidate.id,
      uPnl: text8(one.pnl),
      pnlRatio: text8(one.pnlRatio8),
      effLever: text8(one.leverage8),
      score: text8(one.score8),
    })),
    fills,
    remaining: instrument.size(takes.reduce((rest, { lots }) => rest - lots, lot.lots)),
  };
}
