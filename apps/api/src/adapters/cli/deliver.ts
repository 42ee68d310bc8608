/** Takes what a command has put into the outbox to the engines. */
import type { Delivery } from '../../identity/index.ts';
import { deliverOutbox } from '../../shards/index.ts';
import type { OpsContext } from './context.ts';

export const waitingText =
  'The engine has not answered within 5 s. The command is kept and takes effect when the engine is back (see `status`).';

/** Sends the commands of these subjects ('transfer:7', 'market:3') that are not done, and waits 5 s for them. */
export function deliver({ pool, redis, config }: OpsContext, subjects: string[]): Promise<Delivery> {
  return deliverOutbox({ pool, redis, shards: config.shards }, subjects);
}
