/** Every change of state of a loan, as a trigger of the test writes it down in the transaction that makes it. */
import type pg from 'pg';

const table = `
  CREATE TABLE IF NOT EXISTS test_loan_states (
    id BIGSERIAL PRIMARY KEY, loan_id BIGINT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL);
  CREATE OR REPLACE FUNCTION test_loan_state() RETURNS TRIGGER LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO test_loan_states (loan_id, before, after) VALUES (NEW.id, 'none', NEW.state);
    ELSIF OLD.state <> NEW.state THEN
      INSERT INTO test_loan_states (loan_id, before, after) VALUES (NEW.id, OLD.state, NEW.state);
    END IF;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER test_loan_state AFTER INSERT OR UPDATE OF state ON p2p_loans FOR EACH ROW EXECUTE FUNCTION test_loan_state()`;

export const recordStates = (database: pg.Pool) => database.query(table);

/** The table of states in docs/loans.md. */
export const allowedChanges: Record<string, readonly string[]> = {
  none: ['pending', 'active'],
  pending: ['active', 'rejected', 'withdrawn', 'expired'],
  active: ['repaid', 'overdue', 'liquidating', 'liquidated', 'defaulted'],
  overdue: ['repaid', 'liquidating', 'liquidated', 'defaulted'],
  liquidating: ['liquidated', 'repaid', 'defaulted'],
  defaulted: ['repaid', 'written_off'],
};

/** How often each change was made: 'active > repaid' and the like. */
export async function statesSeen(database: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await database.query<{ change: string; count: number }>(
    `SELECT before || ' > ' || after AS change, count(*)::integer AS count FROM test_loan_states GROUP BY 1 ORDER BY 1`,
  );
  return new Map(rows.map(({ change, count }) => [change, count]));
}
