/** Figures that arise deep inside an API process; GET /metrics serves them beside those that it reads. */

import type { Shard, ShardKind } from '@pelican/shared/engine';
import { RejectCode as PerpetualRejectCode } from '@pelican/shared/engine/perpetual';
import { RejectCode as SpotRejectCode } from '@pelican/shared/engine/spot';
import { Counter, Gauge, Histogram } from 'prom-client';

const answers = new Counter({
  name: 'engine_answers_total',
  help: 'Commands that an engine answered, by its answer: none is an acceptance, anything else a refusal',
  labelNames: ['shard', 'code'],
  registers: [],
});
const answerSeconds = new Histogram({
  name: 'engine_answer_seconds',
  help: 'From the append of a command to the journal to its effect in the live view',
  labelNames: ['shard'],
  buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [],
});
export const socketConnections = new Gauge({ name: 'socket_connections', help: 'Open sockets', registers: [] });

export const processMetrics = [answers, answerSeconds, socketConnections];

const codeNames: Record<ShardKind, Map<number, string>> = {
  spot: namesOf(SpotRejectCode),
  perpetual: namesOf(PerpetualRejectCode),
};

/** Counts the answers of a shard's engine. */
export function observeAnswers({ name: shard, kind }: Shard): (code: number, seconds: number) => void {
  const seconds = answerSeconds.labels(shard);
  return (code, waited) => {
    answers.inc({ shard, code: codeNames[kind].get(code) ?? String(code) });
    seconds.observe(waited);
  };
}

function namesOf(codes: Record<string, number>): Map<number, string> {
  return new Map(Object.entries(codes).map(([name, code]) => [code, name]));
}
