/** Makes a failing list of commands short: parts are left out, large ones first, as long as it still fails. */
import { Comparison, Difference, type TimedCommand, textOf } from './comparison.ts';

/** What differs under these commands; undefined: nothing. */
export function differenceUnder(commands: readonly TimedCommand[]): string | undefined {
  const comparison = new Comparison();
  try {
    for (const each of commands) comparison.apply(each);
    comparison.compareState();
  } catch (error) {
    // What the model cannot do without the commands that were left out is no difference.
    return error instanceof Difference ? error.message : undefined;
  }
  return undefined;
}

/** What sort of difference it is: its message without the figures. */
function sortOf(message: string | undefined): string | undefined {
  return message?.split('core')[0]?.replaceAll(/\d+/g, '');
}

function shrink(commands: readonly TimedCommand[], message: string): readonly TimedCommand[] {
  let kept = commands;
  for (let size = kept.length >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < kept.length; ) {
      const without = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (sortOf(differenceUnder(without)) === sortOf(message)) kept = without;
      else from += size;
    }
  }
  return kept;
}

/** The message of a failure: its seed, the fewest commands found that show it, and what differs. */
export function describeFailure(seed: number, commands: readonly TimedCommand[], error: Error): string {
  const fewest = error instanceof Difference ? shrink(commands, error.message) : commands.slice(-1);
  const lines = fewest.map(({ command, timeMs, isQuarantined }) => {
    return `  ${timeMs} ${isQuarantined ? 'quarantined ' : ''}${textOf(command)}`;
  });
  const what = differenceUnder(fewest) ?? error.message;
  return `seed ${seed}: ${what}\n${lines.length} of ${commands.length} commands show it:\n${lines.join('\n')}`;
}
