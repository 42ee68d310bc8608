import type { Requested } from '@pelican/shared/contracts/operations';
import { notify } from '../../../ui/notify.ts';

/** Of a change that has to reach an engine. */
export type DeliveredAnswer = Requested | { warning: string | null };

/** Says what the engine has answered, when it has not taken the change. */
export function warnOf(answer: DeliveredAnswer): void {
  if ('warning' in answer && answer.warning !== null) notify.warning(answer.warning);
}
