export interface AuditCheck {
  /** What is promised. */
  name: string;
  /** Answers `what`, `expected`, `found`. */
  sql: string;
  /** Where `sql` is slow: a faster statement that answers no row when `sql` would answer none. */
  suspicion?: string;
}

/** Each market's deals are numbered from 1 on; those of detached months are known by the last number. */
export function missingDeals(table: 'spot_deals' | 'perpetual_deals'): string {
  return `SELECT 'market ' || market_id AS what, newest AS expected, count + coalesce(last_id, 0) AS found
    FROM (
      SELECT market_id, count(*) AS count, min(id) AS oldest, max(id) AS newest FROM ${table} GROUP BY market_id
    ) AS deals LEFT JOIN carried_deals USING (market_id)
    WHERE count + coalesce(last_id, 0) <> newest OR oldest <> coalesce(last_id, 0) + 1`;
}
