import type { PlaceRequest } from '@pelican/shared/contracts/perpetual';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { newLegs } from '../dialogs/legs.ts';
import { contractsOfSize, type PerpetualFields, type SizeSteps, sideOf } from './perpetual-fields.ts';

/** The request that places the form's order; sizes are in contracts. */
export function requestOf(
  fields: PerpetualFields,
  market: string,
  mode: PlaceRequest['mode'],
  steps: SizeSteps,
): PlaceRequest {
  const { action, position, type, execution } = fields;
  const base = {
    market,
    mode,
    side: sideOf(fields),
    position,
    sz: contractsOfSize(fields, steps),
    reduce_only: action === 'close',
    ...(fields.hasLegs && action === 'open' ? newLegs(fields.legs) : {}),
  };
  const price = wireDecimal(fields.price);
  if (type === 'market') return { ...base, type };
  if (type === 'limit') return { ...base, type: execution === 'gtc' ? 'limit' : execution, price };
  return {
    ...base,
    type: 'trigger',
    trigger_price: wireDecimal(fields.triggerPrice),
    trigger_px_type: fields.triggerBy,
    ...(fields.triggerSends === 'limit' ? { price } : {}),
  };
}
