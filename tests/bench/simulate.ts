/**
 * `npm run bench -- simulate [--seeds N] [--first N] [--verbose]`: simulated worlds, one a seed (tests/simulation).
 * Ends in {"bench":"simulate","seeds":N,"failed":N}; every seed that failed is printed with what it broke.
 */
import { parseArgs } from 'node:util';
import { simulate } from '../simulation/simulate.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const seeds = Number(values.seeds);
const first = Number(values.first);
let failed = 0;
for (let seed = first; seed < first + seeds; seed++) {
  const broken = await simulate(seed, values.verbose ? (text) => console.log(text) : undefined);
  if (broken.length === 0) continue;
  failed++;
  console.log(
    `seed ${seed}: ${broken.slice(0, 5).join('\n  ')}${broken.length > 5 ? `\n  and ${broken.length - 5} more` : ''}`,
  );
}
console.log(JSON.stringify({ bench: 'simulate', seeds, failed }));
process.exit(failed > 0 ? 1 : 0);
