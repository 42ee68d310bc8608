/** Orders, algos and positions of the perpetual shard, as its settlement wrote them. */
import type { PerpetualOrder, PositionRecord } from '@pelican/shared/contracts/perpetual';
import type { AlgoState, OrderState } from '@pelican/shared/engine/perpetual';
import type { InstrumentCatalog } from '../../catalog/index.ts';
import {
  type AlgoRow,
  algoColumns,
  algoOfRow,
  type OrderRow,
  orderColumns,
  orderOfRow,
  type PositionRow,
  positionColumns,
  positionOfRow,
} from '../../live/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { viewAlgo, viewOrder } from './order-view.ts';
import { type OwnRecordsFilter, type Page, pageOf } from './pages.ts';
import { viewPositionHistory } from './position-view.ts';

/** Orders in these states (all when empty), newest first. */
export async function findOrders(
  db: Queryable,
  filter: OwnRecordsFilter & { states: readonly OrderState[] },
  catalog: InstrumentCatalog,
): Promise<Page<PerpetualOrder>> {
  const page = await findByState<OrderRow>(db, 'perpetual_orders', orderColumns, filter);
  return { result: page.result.map((row) => viewOrder(orderOfRow(row, catalog), catalog)), total: page.total };
}

/** Algos in these states (all when empty), newest first. */
export async function findAlgos(
  db: Queryable,
  filter: OwnRecordsFilter & { states: readonly AlgoState[] },
  catalog: InstrumentCatalog,
): Promise<Page<PerpetualOrder>> {
  const page = await findByState<AlgoRow>(db, 'perpetual_algos', algoColumns, filter);
  return { result: page.result.map((row) => viewAlgo(algoOfRow(row, catalog), catalog)), total: page.total };
}

async function findByState<Row extends object>(
  db: Queryable,
  table: 'perpetual_orders' | 'perpetual_algos',
  columns: string,
  filter: OwnRecordsFilter & { states: readonly number[] },
): Promise<Page<Row>> {
  const conditions =
    'user_id = $1 AND ($2::int IS NULL OR market_id = $2) AND (cardinality($3::int[]) = 0 OR state = ANY($3))';
  const values = [filter.userId, filter.marketId ?? null, filter.states];
  return pageOf<Row>(db, { columns, table, conditions, order: 'id DESC', values, filter });
}

/** History of positions, newest first: closed ones, and open ones that were partly closed. */
export async function findPositions(
  db: Queryable,
  filter: OwnRecordsFilter,
  catalog: InstrumentCatalog,
): Promise<Page<PositionRecord>> {
  const page = await pageOf<PositionRow>(db, {
    columns: positionColumns,
    table: 'perpetual_positions',
    conditions: 'user_id = $1 AND ($2::int IS NULL OR market_id = $2) AND (size = 0 OR closed_size > 0)',
    order: 'updated_at DESC, id DESC',
    values: [filter.userId, filter.marketId ?? null],
    filter,
  });
  return {
    result: page.result.map((row) => viewPositionHistory(positionOfRow(row, catalog), catalog)),
    total: page.total,
  };
}
