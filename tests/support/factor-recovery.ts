/** An exchange where two operators decide about lost second factors, and the pool of the worker that removes them. */
import { demandTwoPersons, signUpOperator } from './operators.ts';
import { startTestApi } from './test-api.ts';
import { openWorkerPool } from './worker.ts';

export async function startFactorRecoveryApi() {
  const api = await startTestApi();
  const worker = openWorkerPool(api.databaseUrl);
  await demandTwoPersons(api.databaseUrl, { isDemo: true });
  const [jane, ravi] = await Promise.all([signUpOperator(api, 'jane'), signUpOperator(api, 'ravi')]);
  return {
    api,
    pool: api.parts.pool,
    worker,
    jane,
    ravi,
    async close() {
      await worker.end();
      await api.close();
    },
  };
}
