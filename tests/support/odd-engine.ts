/**
 * An engine process whose core differs from the release's: RULES is the version of the rules that it runs up to, POISON a
 * user at whose commands it throws. Everything else is as in apps/engine/src/host/main.ts.
 */
import { readConfig } from '@pelican/engine/src/host/config.ts';
import { engineConnections } from '@pelican/engine/src/host/connections.ts';
import { coreOf } from '@pelican/engine/src/host/cores.ts';
import { EngineHost } from '@pelican/engine/src/host/engine-host.ts';
import { startHousekeeping } from '@pelican/engine/src/host/housekeeping.ts';
import { JournalTail } from '@pelican/engine/src/host/journal-tail.ts';
import { EngineMetrics } from '@pelican/engine/src/host/metrics.ts';
import { startRegeneration } from '@pelican/engine/src/host/regeneration.ts';
import { startStatusServer } from '@pelican/engine/src/host/status-server.ts';
import { pino } from 'pino';
import { oddCore } from './odd-core.ts';

const config = readConfig(process.env);
const core = oddCore(coreOf(config.shard), {
  rulesVersion: Number(process.env.RULES ?? 1),
  poisonedUser: Number(process.env.POISON ?? 0),
});
const log = pino({ name: config.part, level: config.logLevel });
const metrics = new EngineMetrics(config.shard.name);
const connections = engineConnections(config.redisUrl, log);
const copies = new JournalTail(config.folders, config.part, log);
const host = new EngineHost({ config, core, connections, copies, startHousekeeping, startRegeneration, log, metrics });
const { metricsHost, metricsPort: port, portFile } = config;
const status = await startStatusServer({
  ...{ host: metricsHost, port, portFile, registry: metrics.registry },
  health: () => host.health(),
});
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
try {
  await host.run(stopping.signal);
} catch (error) {
  log.fatal({ err: error }, 'the engine cannot go on');
  process.exitCode = 1;
} finally {
  status.close();
}
