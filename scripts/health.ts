/**
 * The health check of a container: ends with 0 when the part named by PART answers.
 *
 * The API answers at /health/ready whether it can serve requests; the others have a metrics endpoint on a port that a file in
 * DATA_DIR/run names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { PART = 'api', PORT = '3000', DATA_DIR = '.data' } = process.env;

function address(): string {
  if (/^api(-\d+)?$/.test(PART)) return `http://127.0.0.1:${PORT}/health/ready`;
  const files = ['port', 'metrics-port'].map((ending) => join(DATA_DIR, 'run', `${PART}.${ending}`));
  const file = files.find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`it has not written its port (${files.join(', ')})`);
  const port = readFileSync(file, 'utf8').trim();
  return `http://127.0.0.1:${port}/metrics`;
}

try {
  const response = await fetch(address(), { signal: AbortSignal.timeout(4_000) });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
} catch (error) {
  process.stderr.write(`${PART} is not healthy: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
