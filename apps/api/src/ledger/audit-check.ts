/** What a domain brings to the audit, in its audit.ts. */

/** What must be true of the money in Postgres at any settled position. */
export interface AuditCheck {
  /** What is promised. */
  name: string;
  /**
   * One statement that returns a row for each place where the promise does not hold, with the columns `what`, `expected` and `found`: so
   * an exchange in order costs a few scans and no rows.
   */
  sql: string;
  /** Where `sql` is slow: a faster statement that returns no row when `sql` would return none. */
  suspicion?: string;
}

export interface DomainAudit {
  checks: readonly AuditCheck[];
  /**
   * What users and the house have in tables of the domain's own, beside accounts of the ledger: a statement that returns `asset_id`,
   * `figure` (the column of the sums per asset) and `amount`. All figures of an asset sum to zero.
   */
  holdings?: string;
}

/** Each market's trades are numbered from 1 on; those of detached months are known by the last number. */
export function missingTrades(table: 'spot_deals' | 'perpetual_deals'): string {
  return `SELECT 'market ' || market_id AS what, newest AS expected, count + coalesce(last_id, 0) AS found
    FROM (
      SELECT market_id, count(*) AS count, min(id) AS oldest, max(id) AS newest FROM ${table} GROUP BY market_id
    ) AS trades LEFT JOIN carried_deals USING (market_id)
    WHERE count + coalesce(last_id, 0) <> newest OR oldest <> coalesce(last_id, 0) + 1`;
}

/** The engines' user ids of the house begin here; see the shards' HouseUser in packages/shared. */
export const houseUserMin = 4_294_967_040;
