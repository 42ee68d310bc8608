import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../scripts/services/process.ts';
import { engineHealth } from '../../support/processes.ts';
import { type Fault, type FaultGroup, loadsGoOn } from './fault.ts';

const frozenMs = 10_000;
const takeOverMsMax = 60_000;

/** Each shard's leader stops in the middle of what it does and goes on later, when another leads. */
const frozenLeaders: Fault = {
  name: 'while the leading engines are frozen for ten seconds, which stand by afterwards',
  async strike(exchange, loads) {
    const names = await exchange.leaders();
    const pids = await exchange.pidsOf(names);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      // The standbys have taken over.
      await Promise.all([delay(frozenMs), loadsGoOn(loads)]);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    for (const name of names) {
      const standsBy = async () => (await engineHealth(exchange.dataDir, name))?.role === 'standby';
      await until(`${name} stands by`, standsBy, takeOverMsMax);
    }
  },
};

const killedLeaders: Fault = {
  name: 'when the leading engines are killed beside standbys',
  mayEnd: ['engine-spot', 'engine-spot-standby', 'engine-perpetual', 'engine-perpetual-standby'],
  async strike(exchange) {
    for (const name of await exchange.leaders()) await exchange.kill(name);
  },
};

export const leaderFaults: FaultGroup = { name: 'leading engines', faults: [killedLeaders, frozenLeaders] };
