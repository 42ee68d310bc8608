import type { ClosePositionResponse, OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { useTranslation } from 'react-i18next';
import { closePosition, placeOrder } from '../../../api/perpetual.ts';
import { useSubmitOnce } from '../../../api/use-submit-once.ts';
import { live } from '../../../live/index.ts';
import { formatUpTo } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.ts';
import { pairText } from '../../../ui/pair.ts';
import { accountMessages } from '../account/messages.ts';
import { closingSide } from '../account/terms.ts';

interface Closing {
  /** Contracts. */
  size: string;
  /** Null: at market. */
  price: string | null;
  /** All of it at market: orders that wait to close it are taken back first. */
  isWhole: boolean;
}

/** The order that closes a part of a position, or all of it at a limit. */
function closingOrder({ market, mode, position }: OpenPosition, { size, price }: Closing) {
  return {
    market,
    mode,
    side: closingSide(position),
    position,
    sz: size,
    reduce_only: true,
    ...(price === null ? { type: 'market' as const } : { type: 'limit' as const, price }),
  };
}

/** Closes a position and reports the result. `close` returns whether it is done and the dialog is still on screen. */
export function useClosePosition(position: OpenPosition) {
  const { t } = useTranslation(accountMessages);
  const pair = pairText(position.market);
  const { submit, sending, error, clear } = useSubmitOnce<ClosePositionResponse | PerpetualOrder>(
    `close ${position.position_id}`,
  );

  function report(done: ClosePositionResponse | PerpetualOrder): void {
    // The order feed announces what is filled.
    const isAnnounced = live.connection.auth === 'ok';
    if (!('remaining' in done)) {
      if (done.status !== 'filled') notify.success(t('close.placed', { pair, size: done.sz }));
      else if (!isAnnounced) notify.success(t('close.partDone', { pair, size: done.sz }));
    } else if (done.reason === '') {
      if (!isAnnounced) notify.success(t('close.done', { pair }));
    } else notify.warning(t('close.rest', { pair, size: formatUpTo(done.remaining, 8) }));
  }

  function close(closing: Closing): Promise<boolean> {
    const { market, mode } = position;
    if (closing.isWhole)
      return submit({ request: { market, mode, position: position.position }, send: closePosition }, report);
    return submit({ request: closingOrder(position, closing), send: placeOrder }, report);
  }

  return { close, sending, error, clear };
}
