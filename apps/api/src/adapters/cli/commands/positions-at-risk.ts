/** Lists the positions that are next to be liquidated. */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { formatBigUnits, formatContracts, formatMoney, formatTicks } from '@pelican/shared/money';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { formatTable } from '../output.ts';
import { type PositionAtRisk, readPositionsAtRisk } from '../positions-at-risk.ts';

const ratioScale = 4;

export const positionsAtRisk = defineCommand({
  name: 'positions-at-risk',
  usage: '[--count 20]',
  summary: 'Open positions by the newest mark prices, the nearest to its liquidation first',
  options: { count: { type: 'string' } },
  input: z.object({
    count: z.coerce.number({ error: 'must be a whole number' }).int().min(1).max(10_000).default(20),
  }),
  async run(context, { count }) {
    const positions = await readPositionsAtRisk(context.pool);
    const columns = [
      'user',
      'instrument',
      'mode',
      'side',
      'size',
      'mark',
      'liquidation',
      'away',
      'profit',
      'ratio',
      '',
    ];
    for (const line of formatTable(columns, positions.slice(0, count).map(cellsOf))) context.print(line);
    context.print(`${positions.length} positions; one is liquidated when its ratio reaches 1`);
  },
});

function cellsOf(at: PositionAtRisk): string[] {
  const { steps, name, settings } = at.instrument;
  // A price that the market cannot have is none.
  const liquidationTicks =
    at.liquidationTicks !== null && at.liquidationTicks <= settings.priceMaxTicks ? at.liquidationTicks : undefined;
  return [
    at.email,
    name,
    at.mode === MarginMode.cross ? 'cross' : 'isolated',
    at.position === PositionSide.long ? 'long' : 'short',
    formatContracts(at.lots, steps),
    formatTicks(at.markTicks, steps),
    liquidationTicks === undefined ? '' : formatTicks(liquidationTicks, steps),
    liquidationTicks === undefined ? '' : `${awayPercent(at.markTicks, liquidationTicks)}%`,
    formatMoney(at.unrealised),
    at.ratio4 === null ? '' : formatBigUnits(at.ratio4, ratioScale),
    at.isLiquidating ? 'liquidating' : '',
  ];
}

/** How far the mark would have to move, with two decimals. */
function awayPercent(markTicks: number, liquidationTicks: number): string {
  return formatBigUnits((BigInt(liquidationTicks - markTicks) * 10_000n) / BigInt(markTicks), 2);
}
