/** Derives the exchange anew from its first command, and holds Postgres and the engine's snapshot against it. */
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { type EngineReplay, replayEngine } from '../replay/engine-replay.ts';
import { readSettledState, type SettledState } from '../replay/settled-state.ts';

const differencesMax = 20;

export const replay = defineCommand({
  name: 'replay',
  usage: '[--json]',
  summary: 'Replay the journal from the first command and compare; ends with 1 on any difference',
  options: { json: { type: 'boolean' } },
  input: z.object({ json: z.boolean().default(false) }),
  async run(context, { json }) {
    const startedAt = performance.now();
    const settled = await readSettledState(context.pool);
    const replayed = await replayEngine(context.config, settled.position);
    const differences = compare(settled, replayed);
    const result = {
      ok: differences.length === 0,
      position: replayed.position,
      commands: replayed.seq,
      entries: replayed.entryCount,
      balances: replayed.balances.length,
      openOrders: replayed.openOrders.length,
      snapshot: replayed.snapshot?.position ?? null,
      stateHash: replayed.stateHash,
      milliseconds: Math.round(performance.now() - startedAt),
      differences: differences.slice(0, differencesMax),
      differenceCount: differences.length,
    };
    if (json) context.print(JSON.stringify(result));
    else printResult(context, result);
    return result.ok ? 0 : 1;
  },
});

function compare(settled: SettledState, replayed: EngineReplay): string[] {
  const differences: string[] = [];
  if (replayed.seq !== settled.seq) {
    differences.push(`commands: Postgres has settled ${settled.seq}, the replay applied ${replayed.seq}`);
  }
  if (replayed.snapshot && !replayed.snapshot.isEqual) {
    differences.push(`the engine's snapshot at ${replayed.snapshot.position} is not the state of the replay there`);
  }
  const balances = replayed.balances.map(
    ({ user, asset, available, frozen }) => [`${user} ${asset}`, `${available} ${frozen}`] as const,
  );
  const orders = replayed.openOrders.map(
    ({ orderId, user, market, side, priceTicks, remainingLots }) =>
      [orderId, `${user} ${market} ${side} ${priceTicks} ${remainingLots}`] as const,
  );
  return [
    ...differences,
    ...compareMaps('balance of (user asset)', 'available frozen', settled.balances, new Map(balances)),
    ...compareMaps('open order', 'user market side ticks lots', settled.orders, new Map(orders)),
  ];
}

function compareMaps<Key>(
  what: string,
  fields: string,
  settled: Map<Key, string>,
  replayed: Map<Key, string>,
): string[] {
  const keys = new Set([...settled.keys(), ...replayed.keys()]);
  return [...keys].flatMap((key) => {
    const ours = settled.get(key) ?? 'nothing';
    const theirs = replayed.get(key) ?? 'nothing';
    return ours === theirs ? [] : [`${what} ${key} (${fields}): Postgres ${ours}, replay ${theirs}`];
  });
}

function printResult(
  context: OpsContext,
  result: {
    ok: boolean;
    position: string;
    commands: number;
    entries: number;
    balances: number;
    openOrders: number;
    snapshot: string | null;
    milliseconds: number;
    differences: string[];
    differenceCount: number;
  },
): void {
  context.print(`replayed ${result.commands} commands in ${result.entries} entries up to ${result.position}`);
  context.print(`compared ${result.balances} balances and ${result.openOrders} open orders with Postgres`);
  context.print(
    result.snapshot ? `compared the snapshot at ${result.snapshot}` : 'there is no snapshot to compare yet',
  );
  for (const difference of result.differences) context.print(`DIFFERENT: ${difference}`);
  const verdict = result.ok ? 'OK: no difference' : `FAILED: ${result.differenceCount} differences`;
  context.print(`${verdict} (${result.milliseconds} ms)`);
}
