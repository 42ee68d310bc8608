import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@pelican/shared/contracts';

/**
 * What an operator changes is what was read: a figure that somebody else has changed meanwhile is not written over. Called where the change is
 * written, under its lock; also for a request, which keeps the figures that its change replaces.
 * @param read by name, as they were shown; undefined: the caller shows none, as the command line
 * @param now as Postgres has them
 * @throws DomainError figures_changed
 */
export function demandFiguresAsRead(read: object | undefined, now: object): void {
  const present = new Map(Object.entries(now));
  for (const [name, value] of Object.entries(read ?? {}))
    if (value !== undefined && !isDeepStrictEqual(value, present.get(name))) throw new DomainError('figures_changed');
}
