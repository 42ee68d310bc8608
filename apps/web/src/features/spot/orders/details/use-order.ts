import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../../../../api/api-error.ts';
import { orderDealsQuery, orderKey, orderQuery } from '../../../../api/spot-orders.ts';
import { useOrderEvents } from '../../../../live/index.ts';

/** A burst of fills is one look at the server. */
const refreshAfterMs = 300;

function useRefreshOnEvents(id: number): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const onEvent = useCallback(
    (_event: number, order: SpotOrder) => {
      if (order.id !== id) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void client.invalidateQueries({ queryKey: orderKey(id) }), refreshAfterMs);
    },
    [client, id],
  );
  useOrderEvents(onEvent);
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** An own order with a page of its fills, as they are now. */
export function useOrder(id: number, page: { offset: number; limit: number }) {
  useRefreshOnEvents(id);
  const order = useQuery(orderQuery(id));
  const deals = useQuery({ ...orderDealsQuery(id, page), enabled: order.data !== undefined });
  const isMissing = order.error instanceof ApiError && order.error.code === 'order_not_found';
  return { order, deals, isMissing };
}
