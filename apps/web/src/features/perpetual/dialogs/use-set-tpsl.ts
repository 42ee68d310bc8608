import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { amendAlgo, cancelAlgo, placeOrder } from '../../../api/perpetual.ts';
import { randomId } from '../../../platform/random-id.ts';
import { notify } from '../../../ui/notify.ts';
import { pairText } from '../../../ui/pair.ts';
import { accountMessages } from '../account/messages.ts';
import { closingSide } from '../account/terms.ts';
import { amendedLegs, isSet, type LegsDraft, legsOf, newLegs } from './legs.ts';

/**
 * Sets the TP and SL of a whole position: places an algo without a size, amends the one there is, or cancels it when both
 * legs are empty. `save` answers whether it was done.
 */
export function useSetTpsl(position: OpenPosition, algo: PerpetualOrder | undefined) {
  const { t } = useTranslation(accountMessages);

  function send(legs: LegsDraft): Promise<unknown> {
    const { market, mode } = position;
    if (!algo) {
      const isBoth = isSet(legs.tp) && isSet(legs.sl);
      const type = isBoth ? 'oco' : 'conditional';
      const side = closingSide(position.position);
      return placeOrder(
        { market, mode, side, position: position.position, type, reduce_only: true, ...newLegs(legs) },
        randomId(),
      );
    }
    if (!isSet(legs.tp) && !isSet(legs.sl)) return cancelAlgo({ market, algo_id: algo.id });
    return amendAlgo({ market, algo_id: algo.id, ...amendedLegs(legsOf(algo), legs) });
  }

  const change = useMutation({ mutationFn: send });

  async function save(legs: LegsDraft): Promise<boolean> {
    try {
      await change.mutateAsync(legs);
    } catch {
      // Shown by the dialog, from the mutation.
      return false;
    }
    const key = isSet(legs.tp) || isSet(legs.sl) ? 'tpsl.done' : 'tpsl.removed';
    notify.success(t(key, { pair: pairText(position.market) }));
    return true;
  }

  return { save, isPending: change.isPending, error: change.error, reset: change.reset };
}
