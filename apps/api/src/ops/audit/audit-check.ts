export interface AuditCheck {
  /** What is promised. */
  name: string;
  /** Answers `what`, `expected`, `found`. */
  sql: string;
  /** Where `sql` is slow: a faster statement that answers no row when `sql` would answer none. */
  suspicion?: string;
}
