/** `npm start`: runs the exchange until Ctrl-C or SIGTERM; a second Ctrl-C does not wait. */
import { readConfig, StartError } from './supervisor/config.ts';
import { Exchange } from './supervisor/exchange.ts';
import { say } from './supervisor/log.ts';

/** A terminal and npm each deliver the same Ctrl-C; within this time they are one. */
const sameSignalMs = 1_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const exchange = await Exchange.open(config);
  const stopped = stopOnSignals(exchange);
  try {
    await exchange.start();
    if (!exchange.isStopping) say(`Pelican is ready at http://localhost:${config.port}`);
  } catch (error) {
    // What a stop interrupts fails, and that is no news.
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

await main().catch((error: unknown) => {
  if (error instanceof StartError) process.stderr.write(`\n${error.message}\n`);
  else process.stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
process.exit();
