import type { OpenPosition } from '@pelican/shared/contracts/perpetual.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { closePosition, placeOrder } from '../../../api/perpetual.ts';
import { randomId } from '../../../platform/random-id.ts';
import { formatUpTo } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.ts';
import { accountMessages } from '../account/messages.ts';
import { closingSide, pairText } from '../account/terms.ts';

interface Closing {
  /** Contracts. */
  size: string;
  /** Null: at market. */
  price: string | null;
  /** All of it at market: orders that wait to close it are taken back first. */
  isWhole: boolean;
}

/** Closes a position and says what came of it. `close` answers whether it was done. */
export function useClosePosition(position: OpenPosition) {
  const { t } = useTranslation(accountMessages);
  const pair = pairText(position.market);
  const { market, mode } = position;

  const whole = useMutation({
    mutationFn: () => closePosition({ market, mode, position: position.position }),
    onSuccess: ({ remaining, reason }) => {
      if (reason === '') notify.success(t('close.done', { pair }));
      else notify.warning(t('close.rest', { pair, size: formatUpTo(remaining, 8) }));
    },
  });
  const order = useMutation({
    mutationFn: ({ size, price }: Closing) =>
      placeOrder(
        {
          market,
          mode,
          side: closingSide(position.position),
          position: position.position,
          sz: size,
          reduce_only: true,
          ...(price === null ? { type: 'market' } : { type: 'limit', price }),
        },
        randomId(),
      ),
    onSuccess: (placed) => {
      notify.success(t(placed.status === 'filled' ? 'close.partDone' : 'close.placed', { pair, size: placed.sz }));
    },
  });

  async function close(closing: Closing): Promise<boolean> {
    try {
      if (closing.isWhole) await whole.mutateAsync();
      else await order.mutateAsync(closing);
      return true;
    } catch {
      // Shown by the dialog, from the mutation.
      return false;
    }
  }

  return {
    close,
    isPending: whole.isPending || order.isPending,
    error: whole.error ?? order.error,
    reset: () => {
      whole.reset();
      order.reset();
    },
  };
}
