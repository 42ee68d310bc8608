import type { Instrument as WireInstrument } from '@pelican/shared/contracts/perpetual';
import { type Instrument, instrumentOf } from '@pelican/shared/perpetual';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { instrumentsQuery } from '../../../api/perpetual.ts';
import { unitsOf } from './sizes.ts';

/** A listed instrument as the formulas take it. What only the engine needs (band, funding) is not on the wire and 0. */
export function formulaInstrument(wire: WireInstrument): Instrument {
  const number = (decimal: string) => Number(unitsOf(decimal));
  const lots = (contracts: string) => Number(unitsOf(contracts) / unitsOf(wire.lot_sz));
  return instrumentOf({
    kind: 'instrument',
    id: wire.id,
    name: wire.market,
    settleAsset: 0,
    contractValue: number(wire.ct_val),
    lotSize: number(wire.lot_sz),
    tickSize: number(wire.tick_sz),
    minLots: lots(wire.min_sz),
    maxLimitLots: lots(wire.max_limit_sz),
    maxMarketLots: lots(wire.max_market_sz),
    priceMaxTicks: Number.MAX_SAFE_INTEGER,
    makerRate: number(wire.maker_fee),
    takerRate: number(wire.taker_fee),
    bandX: 0,
    bandY: 0,
    bandZ: 0,
    fundingCap: 0,
    fundingInterest: 0,
    fundingDamper: 0,
    fundingIntervalMs: wire.funding_interval,
    impactNotional: 0,
    staleHaircut: 0,
    ordersMax: 0,
    algosMax: 0,
    tiers: wire.tiers.map((tier) => ({
      maxLots: lots(tier.max_sz),
      mmr: number(tier.mmr),
      maxLeverage: Number(tier.max_leverage),
    })),
    listedAtMs: 0,
    status: 'open',
  });
}

/** The instrument of a market for the formulas; undefined until the list is here. */
export function useFormulaInstrument(market: string): Instrument | undefined {
  const { data } = useQuery(instrumentsQuery);
  const wire = data?.byName.get(market);
  return useMemo(() => (wire ? formulaInstrument(wire) : undefined), [wire]);
}
