import { recordEvent } from '@pelican/shared/contracts';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useCallback, useRef, useState } from 'react';
import { useOpenOrders, useOrderEvents } from '../../../../live/index.ts';
import { useIsMounted } from '../../../../platform/use-is-mounted.ts';
import { cancelScope, isInScope, type Scope } from './scope.ts';

/** After the answer the feed is waited for this long: it is a moment behind, or does not come at all. */
const feedMs = 3_000;

export interface Progress {
  state: 'choosing' | 'cancelling' | 'done';
  /** Orders that the cancellation is of. */
  total: number;
  /** Of these, how many have ended, and how many of those were filled instead. */
  ended: number;
  filled: number;
  /** Why the call failed; null when it did not. */
  error: unknown;
}

const before: Progress = { state: 'choosing', total: 0, ended: 0, filled: 0, error: null };

/** How a run ended. */
interface RunEnd {
  /** Why the call failed; null when it did not. */
  error: unknown;
  /** How many orders the exchange says that it cancelled. */
  cancelled: number;
  /** How many are not known to have ended. */
  left: number;
}

/** Ends the waiting for the feed. */
type Settle = () => void;

/** Cancels the orders of a scope by one call; what has become of each comes by the feed of orders. */
export function useCancelAll() {
  const { orders, total } = useOpenOrders();
  const [progress, setProgress] = useState(before);
  const isMounted = useIsMounted();
  const waiting = useRef<{ ids: Set<number>; settle: Settle }>({ ids: new Set(), settle: () => undefined });

  const onEvent = useCallback((event: number, order: SpotOrder) => {
    const { ids, settle } = waiting.current;
    if (event !== recordEvent.finish || !ids.delete(order.id)) return;
    const filled = order.status === 'filled' ? 1 : 0;
    setProgress((now) => ({ ...now, ended: now.ended + 1, filled: now.filled + filled }));
    if (ids.size === 0) settle();
  }, []);
  useOrderEvents(onEvent);

  async function run(scope: Scope): Promise<RunEnd> {
    const ids = new Set(orders.filter((order) => isInScope(scope, order)).map(({ id }) => id));
    const allEnded = new Promise<void>((settle) => {
      waiting.current = { ids, settle };
    });
    setProgress({ ...before, state: 'cancelling', total: ids.size });
    try {
      const { cancelled } = await cancelScope(scope);
      // Nobody hears the feed for a dialog that is gone.
      if (isMounted.current) await Promise.race([allEnded, new Promise((resolve) => setTimeout(resolve, feedMs))]);
      setProgress((now) => ({ ...now, state: 'done' }));
      return { error: null, cancelled, left: ids.size };
    } catch (error) {
      setProgress((now) => ({ ...now, state: 'done', error }));
      return { error, cancelled: 0, left: ids.size };
    }
  }

  /** Of the last run, as they are now. */
  const left = progress.state === 'done' ? orders.filter(({ id }) => waiting.current.ids.has(id)) : [];
  return { orders, total, progress, left, run, isMounted };
}
