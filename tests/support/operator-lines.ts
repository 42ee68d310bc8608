/** Operators at command lines of an exchange where two decide about money and rights. */
import { expect } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { type CommandLine, commandLine } from './command-line.ts';
import { demandTwoPersons, makeTestOperator } from './operators.ts';
import { startTestApi, type TestApi } from './test-api.ts';

export const because = ['--reason', 'test'];

export interface OperatorLines {
  api: TestApi;
  /** The command line of the operator of this name. */
  as(name: string): CommandLine;
  /** Jane and Ravi may do everything, Clerk decides on KYC; there are no others. */
  begin(): Promise<void>;
  permissionsOf(name: string): Promise<string | undefined>;
  /** The status of a sign-in. */
  login(email: string, password: string): Promise<number>;
  /** Resolves when so many wait for a lock in Postgres. */
  untilWaiting(count: number): Promise<void>;
}

export async function startOperatorLines(): Promise<OperatorLines> {
  const api = await startTestApi();
  const { pool } = api.parts;
  await demandTwoPersons(api.databaseUrl, { isDemo: true });
  const environment = {
    DATABASE_URL: api.databaseUrl,
    REDIS_URL: api.redisUrl,
    API_KEY_ENCRYPTION_KEY: api.config.apiKeyEncryptionKeys.map((key) => key.toString('hex')).join(),
  };
  return {
    api,
    as: (name) => commandLine({ ...environment, OPERATOR: name }),
    async begin() {
      await pool.query(`DELETE FROM users WHERE role = 'operator'`);
      for (const name of ['jane', 'ravi']) await makeTestOperator(pool, await api.signUp(`${name}@test.local`));
      await makeTestOperator(pool, await api.signUp('clerk@test.local'), ['kyc']);
    },
    async permissionsOf(name) {
      const { rows } = await pool.query<{ permissions: string[] }>(
        'SELECT permissions FROM users WHERE operator_name = $1',
        [name],
      );
      return rows[0]?.permissions.join();
    },
    login: async (email, password) => (await api.call('POST', '/v2/login', { body: { email, password } })).status,
    async untilWaiting(count) {
      const isSo = async () => {
        const { rowCount } = await pool.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        return rowCount === count;
      };
      await until(`${count} wait for a lock`, isSo, 20_000);
    },
  };
}

/** What a command has printed that has made a request, and the words that approve it. */
export async function asked(result: ReturnType<CommandLine>): Promise<{ approve: string[]; lines: string[] }> {
  const { code, lines, errors } = await result;
  expect([code, errors]).toEqual([0, []]);
  const [, id = '', hash = ''] = /approve (\d+) ([0-9a-f]{16})/.exec(lines.join()) ?? [];
  expect(id).not.toBe('');
  return { approve: ['approve', id, hash], lines };
}
