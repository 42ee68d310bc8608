import { expect, test } from 'vitest';
import { migrationFaults } from './check-migration.ts';
import { readMigrations } from './read-migrations.ts';

/** The migrations before the rule, when no exchange had large tables. */
const lastBeforeTheRule = '20261122202600_session_auth_time';
const excused = [
  // Made before the check distinguished rows and locks; both of its tables were small.
  '20261122231800_next_attempts',
  // Writes only the rows of operators, and takes its lock behind that.
  '20261123022100_operator_names',
];

test('no migration holds up the writers of a large table', () => {
  const faults = readMigrations()
    .filter(({ name }) => name > lastBeforeTheRule && !excused.includes(name))
    .flatMap(({ name, script }) => migrationFaults(script).map((fault) => `${name}: ${fault}`));
  expect(faults).toEqual([]);
});

test.each([
  'CREATE INDEX "i" ON "orders"("id");',
  'CREATE UNIQUE INDEX i ON ONLY orders (id);',
  'ALTER TABLE "orders" ADD CONSTRAINT c CHECK (id > 0);',
  'ALTER TABLE orders ADD CONSTRAINT c FOREIGN KEY (user_id) REFERENCES users (id);',
  'ALTER TABLE orders ADD CONSTRAINT c UNIQUE (user_id);',
  'ALTER TABLE "orders" ALTER COLUMN "id" SET DATA TYPE BIGINT;',
  'ALTER TABLE "orders" ALTER COLUMN "id" SET NOT NULL;',
  '-- concurrently\nCREATE INDEX CONCURRENTLY i ON orders (id);',
  '-- concurrently\nUPDATE orders SET id = 1;',
  'ALTER TABLE orders ADD COLUMN a int; UPDATE orders SET a = 1;',
  'UPDATE users SET id = 1; ALTER TABLE orders ADD COLUMN a int;',
  'DELETE FROM users WHERE id = 1; ALTER TABLE orders ADD COLUMN a int;',
  'WITH old AS (SELECT id FROM users) UPDATE "users" SET id = 1 FROM old; ALTER TABLE orders ADD COLUMN a int;',
  'WITH gone AS (DELETE FROM ONLY users RETURNING id) SELECT 1 FROM gone; ALTER TABLE orders ADD COLUMN a int;',
  'ALTER TABLE orders ADD COLUMN a int; WITH old AS (SELECT 1 AS id) INSERT INTO users SELECT id FROM old;',
  'ALTER TABLE orders ADD COLUMN a int; MERGE INTO users USING old ON old.id = users.id WHEN MATCHED THEN DELETE;',
  'ALTER TABLE orders ADD COLUMN a int; DO $$ BEGIN UPDATE users SET id = 1; END $$;',
])('refused: %s', (script) => {
  expect(migrationFaults(script)).toHaveLength(1);
});

test.each([
  'CREATE TABLE "orders" (id int); CREATE INDEX i ON "orders" (id); ALTER TABLE orders ADD CONSTRAINT c CHECK (id > 0);',
  'ALTER TABLE orders ADD COLUMN a int NOT NULL DEFAULT 0;',
  'UPDATE orders SET a = 1;',
  'CREATE TABLE kinds (id int); INSERT INTO kinds VALUES (1); ALTER TABLE orders ADD COLUMN a int;',
  'CREATE TABLE kinds (id int); WITH one AS (SELECT id FROM users FOR UPDATE) INSERT INTO kinds SELECT id FROM one ON CONFLICT DO UPDATE SET id = 1; ALTER TABLE orders ADD COLUMN a int;',
  'ALTER TABLE orders ADD COLUMN a int; CREATE TRIGGER t AFTER UPDATE OF a ON orders FOR EACH ROW EXECUTE FUNCTION f();',
  'ALTER TABLE orders ADD CONSTRAINT c CHECK (id > 0) NOT VALID;',
  'ALTER TABLE orders VALIDATE CONSTRAINT c;',
  '-- concurrently\nDROP INDEX CONCURRENTLY IF EXISTS "i";\nCREATE INDEX CONCURRENTLY "i" ON "orders" (id);',
])('allowed: %s', (script) => {
  expect(migrationFaults(script)).toEqual([]);
});
