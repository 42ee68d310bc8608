/** Answers of the engine: what they say, or the refusal that they are. */
import { DomainError, plainRefusal } from '@pelican/shared/contracts';
import { spotRejectErrors } from '@pelican/shared/contracts/spot';
import { type CommandDone, RejectCode } from '@pelican/shared/engine/spot';
import type { AppliedCommand } from '../../live/index.ts';

/** @throws DomainError the engine's refusal */
export function accepted(done: CommandDone): AppliedCommand {
  if (done.code === RejectCode.none) return done;
  throw plainRefusal(spotRejectErrors[done.code], {
    details: { orderId: done.orderId, required: done.required, available: done.available },
  });
}

/** How many orders were cancelled in all. @throws DomainError outcome_unknown when orders were cancelled in some shards only; the refusal when in none */
export function cancelledIn(answers: PromiseSettledResult<AppliedCommand>[]): number {
  const count = answers.reduce((sum, answer) => sum + (answer.status === 'fulfilled' ? answer.value.orderId : 0), 0);
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (!failed) return count;
  if (answers.every((answer) => answer.status === 'rejected')) throw failed.reason;
  throw new DomainError('outcome_unknown', { details: { cancelled: count }, cause: failed.reason });
}
