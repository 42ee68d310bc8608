import { ordersHistoryQuery, positionHistoryQuery } from '../api/perpetual.ts';
import { queryClient } from '../api/query-client.ts';
import { finishedOrdersQuery } from '../api/spot.ts';
import { type EndedRecords, perpetualOrderKey } from './venue-feeds.ts';

const newest = { limit: 100 };

/** Reads the newest rows of the histories. @throws ApiError */
export const endedRecords: EndedRecords = {
  async spotOrders(gone) {
    const ids = new Set(gone.map(({ id }) => id));
    const { result } = await queryClient.fetchQuery({ ...finishedOrdersQuery(newest), staleTime: 0 });
    return result.filter(({ id }) => ids.has(id));
  },
  async perpetualOrders(gone) {
    const keys = new Set(gone.map(perpetualOrderKey));
    const { result } = await queryClient.fetchQuery({ ...ordersHistoryQuery(newest), staleTime: 0 });
    return result.filter((order) => order.finish_time !== null && keys.has(perpetualOrderKey(order)));
  },
  async perpetualPositions(gone) {
    const known = new Map(gone.map((position) => [position.position_id, position]));
    const { result } = await queryClient.fetchQuery({ ...positionHistoryQuery(newest), staleTime: 0 });
    return result.flatMap((record) => {
      const position = record.status === 'Closed' ? known.get(record.position_id) : undefined;
      return position ? [{ ...position, status: record.code, is_liquidating: false }] : [];
    });
  },
};
