/** The whole exchange on one machine: servers, migration, demo data, our processes; and their end. */
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { generateClient } from '../../prisma/generate.ts';
import { migrate } from '../../prisma/migrate.ts';
import { writeDeployment } from '../../prisma/write-deployment.ts';
import { isPortFree, removePid } from '../services/process.ts';
import { type ApiPorts, applicationPart, applications, isPresent } from './applications.ts';
import { demandSafeSettings, type SupervisorConfig } from './config.ts';
import { type Folders, makeFolders, root } from './folders.ts';
import { awaitHealth, loopback } from './health.ts';
import { takeOver } from './leftovers.ts';
import { openLog, say } from './log.ts';
import { checkPair } from './pairing.ts';
import type { Part } from './part.ts';
import { keptPort } from './ports.ts';
import { providePostgres } from './postgres.ts';
import { provideRedis } from './redis.ts';
import { applicationEnvironment, loadSecrets, type Secrets } from './secrets.ts';
import { buildServers, programOf } from './server-build.ts';
import { StartError } from './start-error.ts';
import { runStep } from './step.ts';
import { buildWebClient } from './web-build.ts';

export class Exchange {
  #config: SupervisorConfig;
  #folders: Folders;
  #log: Logger;
  /** In the order of their start. */
  #parts: Part[] = [];
  #stopping = new AbortController();
  /** Ends the programs that a start runs and waits for. */
  #steps = new AbortController();
  #ports: ApiPorts;

  private constructor(config: SupervisorConfig, ports: ApiPorts, folders: Folders, log: Logger) {
    this.#config = config;
    this.#ports = ports;
    this.#folders = folders;
    this.#log = log;
  }

  /**
   * Claims DATA_DIR: throws when another run works there, and clears what a killed run left.
   *
   * For development PORT is Vite's, which builds the client as it is asked for, and the API stands behind it.
   */
  static async open(config: SupervisorConfig, options: { development?: boolean } = {}): Promise<Exchange> {
    const folders = makeFolders(config.dataDir);
    await takeOver(config.dataDir, folders.run);
    const front = options.development ? { api: await keptPort(config, 'api'), web: config.port } : { api: config.port };
    const signer = await keptPort(config, 'signer');
    const ports = {
      ...front,
      signer,
      ...(config.demo ? { sandboxChain: await keptPort(config, 'sandbox-chain') } : {}),
    };
    return new Exchange(config, ports, folders, openLog(folders.logs, config.logLevel));
  }

  /** Starts everything; resolves when the exchange answers that it is healthy. */
  async start(): Promise<void> {
    const environment = await this.prepare();
    await this.#startApplications(environment);
    await awaitHealth(`http://${loopback(this.#config.host)}:${this.#ports.api}/health`, this.#stopping.signal);
  }

  /** Starts the servers and puts in them all that our processes need. @returns the environment of those */
  async prepare(): Promise<Record<string, string>> {
    demandSafeSettings(this.#config, process.env);
    const { port, host } = this.#config;
    if (!(await isPortFree(port, host))) {
      throw new StartError(`Port ${port} is in use. Stop what uses it, or choose another: PORT=3001 npm start`);
    }
    const secrets = loadSecrets(this.#config, process.env);
    await generateClient();
    const [web, , databaseUrl, redisUrl] = await this.#together(
      this.#buildClient(),
      this.#bundleServers(),
      this.#prepareDatabase(secrets),
      provideRedis(this.#config, this.#folders, secrets.REDIS_PASSWORD, this.#log, (part) => this.#parts.push(part)),
    );
    this.#log.info({ web }, 'client');
    await this.#writeDeployment(databaseUrl);
    const environment = this.#environment(databaseUrl, redisUrl, secrets);
    // Before anything can be refused: the operator's tools must find the servers then too.
    this.#writeConnection(environment);
    await checkPair(databaseUrl, redisUrl, this.#config.shards, this.#config.production, {
      warn: (text: string) => {
        this.#log.warn(text);
        say(text);
      },
    });
    await this.#seed(environment);
    return environment;
  }

  /** @throws StartError for an exchange that is to become a demo */
  async #writeDeployment(databaseUrl: string): Promise<void> {
    const { twoPersons, production, demo: isDemo, operatorEmailDomains } = this.#config;
    try {
      await writeDeployment(databaseUrl, { twoPersons, production, isDemo, operatorEmailDomains });
    } catch (error) {
      const isRefused = error instanceof pg.DatabaseError && error.code === '23001';
      if (!isRefused) throw error;
      throw new StartError(`${error.message}: start it with DEMO=0, or a demo with another DATA_DIR`);
    }
  }

  /** Starts Postgres and Redis alone, for a tool that works on a stopped exchange. @returns the tool's environment */
  async startServers(): Promise<Record<string, string>> {
    const secrets = loadSecrets(this.#config, process.env);
    await generateClient();
    const [databaseUrl, redisUrl] = await this.#together(
      this.#prepareDatabase(secrets),
      provideRedis(this.#config, this.#folders, secrets.REDIS_PASSWORD, this.#log, (part) => this.#parts.push(part)),
    );
    const environment = this.#environment(databaseUrl, redisUrl, secrets);
    this.#writeConnection(environment);
    return environment;
  }

  /** True from the moment a stop has begun. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Stops every part, the last started first. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#steps.abort();
    for (const part of this.#parts.toReversed()) {
      await part.stop();
      this.#log.info({ part: part.name }, 'part stopped');
    }
    removePid(this.#folders.run, 'supervisor');
  }

  /** Ends every part at once. */
  kill(): void {
    this.#stopping.abort();
    this.#steps.abort();
    for (const part of this.#parts) part.kill();
    removePid(this.#folders.run, 'supervisor');
  }

  /** All of them, or the first failure, but only when none of them is still at work on what is then to be stopped. */
  async #together<T extends unknown[]>(...tasks: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
    try {
      return (await Promise.all(tasks)) as T;
    } catch (error) {
      this.#steps.abort();
      await Promise.allSettled(tasks);
      throw error;
    }
  }

  async #buildClient(): Promise<string> {
    if (this.#ports.web !== undefined) return 'served by vite';
    const startedAt = performance.now();
    const result = await buildWebClient(this.#steps.signal);
    if (result === 'built') say(`The web client is built (${Math.round(performance.now() - startedAt)} ms)`);
    if (result === 'absent') say('There is no web client to build');
    return result;
  }

  /** In development our processes run from their sources, which change. */
  async #bundleServers(): Promise<void> {
    if (this.#ports.web !== undefined) return;
    const startedAt = performance.now();
    const result = await buildServers(this.#steps.signal);
    if (result === 'built') say(`The servers are bundled (${Math.round(performance.now() - startedAt)} ms)`);
  }

  async #prepareDatabase(secrets: Secrets): Promise<string> {
    const { POSTGRES_PASSWORD } = secrets;
    const databaseUrl = await providePostgres(this.#config, this.#folders, POSTGRES_PASSWORD, this.#log, (part) =>
      this.#parts.push(part),
    );
    const applied = await migrate(databaseUrl);
    if (applied.length > 0) say(`Migrated the database (${applied.length} applied)`);
    this.#log.info({ applied }, 'migrated');
    return databaseUrl;
  }

  async #seed(environment: Record<string, string>): Promise<void> {
    const seed = 'apps/api/src/demo/seed.ts';
    if (!this.#config.demo || !existsSync(join(root, seed))) return;
    const startedAt = performance.now();
    const output = await runStep('the demo data', [programOf(seed)], {
      cwd: root,
      env: { ...process.env, ...environment, PART: 'seed' },
      signal: this.#steps.signal,
    });
    this.#log.info({ output }, 'seeded');
    say(`The demo data is in place (${Math.round(performance.now() - startedAt)} ms)`);
  }

  async #startApplications(environment: Record<string, string>): Promise<void> {
    for (const application of applications(this.#config, this.#ports)) {
      if (this.#stopping.signal.aborted) return;
      if (!isPresent(application)) {
        say(`${application.name} is missing: there is no ${application.entry}`);
        continue;
      }
      const part = applicationPart(application, environment, this.#folders, this.#log);
      this.#parts.push(part);
      await part.start();
    }
  }

  #environment(databaseUrl: string, redisUrl: string, secrets: Secrets): Record<string, string> {
    const { port, host, dataDir, nodeEnv, logLevel, demo, devMailbox } = this.#config;
    return {
      DATABASE_URL: databaseUrl,
      // One role owns everything on one machine.
      OPERATOR_DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: host,
      API_URL: `http://${loopback(host)}:${this.#ports.api}`,
      NODE_ENV: nodeEnv,
      LOG_LEVEL: logLevel,
      SIGNER_URL: `http://127.0.0.1:${this.#ports.signer}`,
      ...(this.#ports.sandboxChain === undefined
        ? {}
        : {
            SANDBOX_CHAIN_URL: `http://127.0.0.1:${this.#ports.sandboxChain}`,
            // Payments that wait at the provider of the demo do not outlive it.
            SANDBOX_PROVIDER_SECRET: randomBytes(32).toString('hex'),
          }),
      DEMO: demo ? '1' : '0',
      DEV_MAILBOX: devMailbox ? '1' : '0',
      ...applicationEnvironment(secrets),
    };
  }

  /** Says where everything is, for `npm run ops` and the tests. */
  #writeConnection(environment: Record<string, string>): void {
    const file = join(this.#config.dataDir, 'connection.json');
    writeFileSync(file, `${JSON.stringify(environment, null, 2)}\n`, { mode: 0o600 });
  }
}
