/** Exports of a test: a worker that writes them, and their files. */
import { openExportJobs } from '@pelican/api/src/modules/exports/index.ts';
import { collectExportKinds } from '@pelican/api/src/processes/export-kinds.ts';
import type { OwnExport } from '@pelican/shared/contracts/exports';
import { expect } from 'vitest';
import { silent } from './jobs-of-a-test.ts';
import { asPart } from './roles.ts';
import type { TestApi, TestUser } from './test-api.ts';
import { openWorkerPool, startWorkerOf } from './worker.ts';

/** A worker with the rights of its role that writes exports until it is closed. */
export function startExportWorker(api: TestApi, kinds = collectExportKinds()): { close(): Promise<void> } {
  const pool = openWorkerPool(api.databaseUrl);
  const databaseUrl = asPart(api.databaseUrl, 'worker');
  const exports = openExportJobs({ pool, databaseUrl, kinds, log: silent });
  const worker = startWorkerOf(api, () => exports.jobs);
  return {
    async close() {
      await worker.close();
      await exports.close();
      await pool.end();
    },
  };
}

/** Waits until the export has ended. */
export async function endOf(user: TestUser, id: string): Promise<OwnExport> {
  const find = async () => (await user.get<OwnExport>(`/v2/exports/${id}`)).body;
  await expect.poll(async () => (await find()).state, { timeout: 60_000 }).not.toMatch(/waiting|running/);
  return find();
}

/** The file as it is downloaded. */
export async function fileOf(api: TestApi, user: TestUser, id: string) {
  const response = await api.app.inject({
    method: 'GET',
    url: `/v2/exports/${id}/file`,
    headers: { authorization: `Bearer ${user.accessToken}` },
  });
  return { status: response.statusCode, headers: response.headers, content: response.rawPayload };
}
