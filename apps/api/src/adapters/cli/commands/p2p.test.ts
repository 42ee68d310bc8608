import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { OpsContext } from '../context.ts';
import { finishDispute, p2p } from './p2p.ts';

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

test('the manual of operators names commands of loans as the command line does', async () => {
  const manual = await readFile(new URL('../../../../../../docs/operations.md', import.meta.url), 'utf8');
  const named = [...manual.matchAll(/`(p2p|loans?) ([a-z-]+)/g)].map(([, command, what = '']) => ({ command, what }));
  expect(named.map(({ what }) => what)).toEqual(expect.arrayContaining(['at-risk', 'decide', 'end-sale', 'sales']));
  const words = p2p.usage.split(/[<|> ]/);
  for (const { command, what } of named) {
    expect(command, what).toBe('p2p');
    expect(words).toContain(what);
  }
});
