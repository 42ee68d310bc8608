/**
 * A drill of the deployment in containers: node scripts/drill.ts
 *
 * Starts docker-compose.yml on empty volumes, trades, kills parts, backs up, upgrades part by part, restores the backup into
 * empty servers, and checks that nothing acknowledged is lost and that an upgrade leaves no caller without an answer for three
 * seconds. It removes the containers and volumes of the compose project that it runs in, so it demands DRILL=1, and takes
 * ten minutes. Set COMPOSE_PROJECT_NAME, PORT, PORT_2 and CONSOLE_PORT for a project of its own.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { compose, kill, ops, run, sql, untilHealthy } from './drills/compose.ts';
import { Load, type Phase } from './drills/load.ts';

const upgradeMsMax = 3_000;
const noticedMs = 10_000;
const password = 'Drill-2026-pelican';
const users = ['seller@drill.test', 'buyer@drill.test'] as const;
/** Within what one operator credits in a day. */
const credited = { BTC: '200', USDT: '20000' };
const killed = [
  ...['engine-spot', 'engine-spot-standby', 'settlement-spot', 'engine-perpetual', 'settlement-perpetual', 'ticker'],
  ...['worker', 'signer', 'console', 'api', 'redis', 'postgres'],
];
const urls = [process.env.PORT || '3000', process.env.PORT_2 || '3001'].map((port) => `http://127.0.0.1:${port}`);
const [first = ''] = urls;

function say(text: string): void {
  process.stdout.write(`[${process.uptime().toFixed(0).padStart(4)} s] ${text}\n`);
}

async function prepareMarket(load: Load): Promise<void> {
  await ops('list-asset', 'BTC', 'label=Bitcoin', 'scale=8');
  await ops('list-asset', 'USDT', 'label=Tether', 'scale=8');
  await ops(
    ...['list-market', 'BTC_USDT', 'priceStep=0.01', 'amountStep=0.000001', 'amountMin=0.00001', 'amountMax=80'],
    ...['totalMin=0.1', 'priceMax=1000000', 'makerFeePpm=2000', 'takerFeePpm=2000'],
    ...['serviceFeePpm=1500', 'serviceFeeBuyPpm=1500'],
  );
  // Nothing is credited that has no price, and no market has one before its first trade.
  await sql(
    `INSERT INTO klines (market_id, "interval", open_time, open, close, high, low, volume, money)
      SELECT id, 60, extract(epoch FROM date_trunc('hour', now()))::integer - 3600, 100, 100, 100, 100, 200, 20000 FROM markets`,
  );
  for (const email of users) {
    await load.register(email, password);
    await ops('approve-kyc', email, '--country', 'DE');
    for (const [asset, amount] of Object.entries(credited))
      await ops('credit', email, asset, amount, '--wallet', 'trade', '--reference', `drill-${email}-${asset}`);
  }
}

/** @returns how many of the acknowledged orders Postgres does not have */
async function countMissing(ids: readonly number[]): Promise<number> {
  const known = Number(await sql(`SELECT count(*) FROM spot_orders WHERE id = ANY ('{${ids.join(',')}}'::bigint[])`));
  return new Set(ids).size - known;
}

async function restoreIntoEmptyServers(backup: string): Promise<void> {
  await compose('cp', `engine-spot:/data/backups/${backup}`, `backups/${backup}`);
  await run('chmod', ['-R', 'a+rX', `backups/${backup}`]);
  await compose('down', '--volumes');
  await compose('up', '--detach', '--wait', 'postgres', 'redis');
  const volume = `${process.cwd()}/backups:/backups:ro`;
  await compose('run', '--rm', '-T', '--volume', volume, 'owner-ops', 'restore', `/backups/${backup}`);
  await compose('up', '--detach');
  await untilHealthy(first);
}

async function main(): Promise<number> {
  if (process.env.DRILL !== '1') throw new Error('This removes the volumes of the compose project: set DRILL=1');
  // One operator prepares the market, and nobody reads the mails.
  Object.assign(process.env, { TWO_PERSONS: '0', MAIL_CATCHER: '1', COMPOSE_PROFILES: 'mail-catcher' });
  // The load signs up without a browser, and signs in once.
  Object.assign(process.env, { CAPTCHA: '0', ACCESS_TOKEN_SECONDS: '86400' });
  await run('mkdir', ['-p', 'backups']);
  await run('deploy/make-secrets.sh', []);
  await compose('down', '--volumes');
  const load = new Load(urls, 'BTC_USDT');
  await compose('up', '--build', '--detach');
  await untilHealthy(first);
  say('up and healthy');
  await prepareMarket(load);
  load.start([await load.signIn(users[0], password), await load.signIn(users[1], password)]);

  const phases: Phase[] = [];
  const phase = async (name: string, work: () => Promise<unknown>) => {
    const felt = await load.during(name, work);
    phases.push(felt);
    say(`${name}: ${felt.orders} orders, the longest took ${felt.longestMs} ms`);
    return felt;
  };
  for (const part of killed) {
    await phase(`kill -9 ${part}`, async () => {
      await kill(part);
      // The health of the exchange needs a moment to show what is gone.
      await delay(noticedMs);
      await untilHealthy(first);
    });
  }
  const backup = `drill-${Date.now()}`;
  const beforeBackup = load.acknowledged.length;
  await phase('backup', () => ops('backup', `/data/backups/${backup}`));
  await phase('verify-backup', () => ops('verify-backup', `/data/backups/${backup}`));
  const upgrade = await phase('upgrade', () => run('deploy/upgrade.sh', ['--force-recreate']));
  await load.stop();
  await untilHealthy(first);

  const faults: string[] = [];
  const missing = await countMissing(load.acknowledged);
  say(`${load.acknowledged.length} orders acknowledged, ${missing} missing`);
  if (missing > 0) faults.push(`${missing} acknowledged orders are missing`);
  if (upgrade.longestMs >= upgradeMsMax) faults.push(`the upgrade left a caller waiting for ${upgrade.longestMs} ms`);
  say(await ops('audit'));

  await restoreIntoEmptyServers(backup);
  const lost = await countMissing(load.acknowledged.slice(0, beforeBackup));
  say(`restored: ${lost} of the ${beforeBackup} orders acknowledged before the backup are missing`);
  if (lost > 0) faults.push(`the restore lost ${lost} orders`);
  say(await ops('audit'));
  for (const fault of faults) say(`FAILED: ${fault}`);
  return faults.length;
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}
// A load that still runs would keep the process.
process.exit();
