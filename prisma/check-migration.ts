/** What a migration may not do to a table that people use (docs/decisions/0055). */
import { isConcurrent, statementsOf } from './apply-migration.ts';

/** @returns a line for each statement that would hold up writers for as long as the table is large */
export function migrationFaults(script: string): string[] {
  const statements = statementsOf(script).map((statement) => statement.replaceAll(/\s+/g, ' '));
  return isConcurrent(script) ? concurrentFaults(statements) : blockingFaults(statements);
}

const dropConcurrently = /^DROP INDEX CONCURRENTLY IF EXISTS "?(\w+)"?$/i;
const createConcurrently = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "?(\w+)"? ON /i;

/** An index that was left half built has to go before it is built again. */
function concurrentFaults(statements: string[]): string[] {
  const dropped = new Set<string>();
  return statements.flatMap((statement) => {
    const drop = dropConcurrently.exec(statement)?.[1];
    if (drop) dropped.add(drop);
    const create = createConcurrently.exec(statement)?.[1];
    if (drop || (create && dropped.has(create))) return [];
    return [`${create ? 'drop it IF EXISTS before' : 'only indexes are changed concurrently'}: ${statement}`];
  });
}

function blockingFaults(statements: string[]): string[] {
  const created = new Set(
    statements.flatMap((one) => /^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(one)?.[1] ?? []),
  );
  const isAltering = statements.some((one) => isInUse(alteredTable(one), created));
  return statements.flatMap((statement) => {
    if (isAltering && writtenTables(statement).some((table) => isInUse(table, created)))
      return [`rows are written by another migration than the one that locks a table: ${statement}`];
    const indexed = /^CREATE (?:UNIQUE )?INDEX .*? ON (?:ONLY )?"?(\w+)"?/i.exec(statement)?.[1];
    if (isInUse(indexed, created)) return [`an index of a table in use is built concurrently: ${statement}`];
    if (!isInUse(alteredTable(statement), created)) return [];
    if (/ADD CONSTRAINT .*(CHECK|FOREIGN KEY)/i.test(statement) && !/NOT VALID/i.test(statement))
      return [`a constraint is added NOT VALID, and validated by a later migration: ${statement}`];
    if (/ADD CONSTRAINT .*(UNIQUE|PRIMARY KEY|EXCLUDE) ?\(/i.test(statement))
      return [`a unique index is built concurrently, and the constraint takes it over USING INDEX: ${statement}`];
    if (/ALTER COLUMN .* (TYPE|SET NOT NULL)|ADD COLUMN .*(random|clock_timestamp|uuid)\(/i.test(statement))
      return [`this reads or writes the whole table under its lock: ${statement}`];
    return [];
  });
}

/** Not the UPDATE of a trigger's event, of FOR UPDATE or of ON CONFLICT. */
const writes = /(?<!\b(?:FOR|KEY|DO) )\b(?:UPDATE|DELETE FROM|INSERT INTO|MERGE INTO) (?:ONLY )?"?(\w+)"?/gi;

/** Returns the tables that a statement writes, also inside a WITH or a block of code. */
function writtenTables(statement: string): string[] {
  if (!/^(?:WITH|DO|UPDATE|DELETE|INSERT|MERGE)\b/i.test(statement)) return [];
  return [...statement.matchAll(writes)].map(([, table = '']) => table);
}

function alteredTable(statement: string): string | undefined {
  return /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?"?(\w+)"?/i.exec(statement)?.[1];
}

/** A table of an earlier migration, which may be large. */
function isInUse(table: string | undefined, created: ReadonlySet<string>): boolean {
  return table !== undefined && !created.has(table);
}
