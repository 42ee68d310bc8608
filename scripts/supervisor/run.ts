import { readConfig } from './config.ts';
import { Exchange } from './exchange.ts';
import { say } from './log.ts';
import { StartError } from './start-error.ts';

/** A terminal and npm each deliver the same Ctrl-C; within this time they are one. */
const sameSignalMs = 1_000;

async function run(options: { development?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const exchange = await Exchange.open(config, options);
  const stopped = stopOnSignals(exchange);
  try {
    await exchange.start();
    if (!exchange.isStopping) say(`Pelican is ready at http://localhost:${config.port}`);
  } catch (error) {
    // A failure caused by the stop itself is not reported.
    if (!exchange.isStopping) {
      await exchange.stop();
      throw error;
    }
  }
  await stopped;
}

/** Resolves when a signal has come and every part has stopped. */
function stopOnSignals(exchange: Exchange): Promise<void> {
  return new Promise((resolve, reject) => {
    let askedAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      if (askedAt === undefined) {
        askedAt = performance.now();
        say(`${signal}: stopping every part (again to kill them)`);
        exchange.stop().then(() => {
          say('Stopped');
          resolve();
        }, reject);
      } else if (performance.now() - askedAt > sameSignalMs) {
        exchange.kill();
        process.exit(130);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}

/** Runs the exchange until a signal, prints what went wrong, and ends this process. */
export async function runExchange(options: { development?: boolean } = {}): Promise<never> {
  try {
    await run(options);
    process.exit(0);
  } catch (error) {
    const known = error instanceof StartError ? error.message : undefined;
    process.stderr.write(`\n${known ?? (error instanceof Error ? error.stack : String(error))}\n`);
    process.exit(1);
  }
}
