import { expect, test } from 'vitest';
import type { OpsContext } from '../context.ts';
import { finishDispute } from './p2p.ts';

function printed(wanted: Parameters<typeof finishDispute>[1]): string {
  const lines: string[] = [];
  finishDispute({ print: (line: string) => void lines.push(line) } as unknown as OpsContext, wanted);
  return lines.join('\n');
}

test('a hand-over at the end of a sale leaves its dispute open, and one of a running loan decides it', () => {
  const decision = { type: 'handOver' } as const;
  expect(printed({ loan: 7, decision, state: 'liquidating' })).toMatch(
    /^the sale of loan 7 ends, .*dispute stays open/,
  );
  expect(printed({ loan: 7, decision, state: 'active' })).toBe('the dispute about loan 7 is decided: handOver');
});
