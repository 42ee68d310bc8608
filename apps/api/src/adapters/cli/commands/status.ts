/** The state of the parts and servers, printed. */
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { examineExchange } from '../status/examine.ts';

export const status = defineCommand({
  name: 'status',
  usage: '[--json]',
  summary: 'Servers, engine, settlement, lags and versions; ends with 1 when something is not well',
  options: { json: { type: 'boolean' } },
  input: z.object({ json: z.boolean().default(false) }),
  async run(context, { json }) {
    const lines = await examineExchange(context);
    if (json) context.print(JSON.stringify(lines));
    const width = Math.max(...lines.map(({ what }) => what.length));
    for (const { what, isWell, says } of json ? [] : lines) {
      context.print(`${isWell ? 'ok ' : 'ILL'}  ${what.padEnd(width)}  ${says}`);
    }
    return lines.every(({ isWell }) => isWell) ? 0 : 1;
  },
});
