/** Client ids: the same id with the same content is the same command, answered as the first one was. */
import type { CommandOf, Op } from '@pelican/shared/engine/perpetual/commands.ts';
import { RejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import { clientIdLengthMax, clientIdMemoryOrders, sourceLengthMax } from '../../kernel/limits.ts';
import type { Changes } from '../changes.ts';

type Placing = CommandOf<typeof Op.placeOrder> | CommandOf<typeof Op.placeAlgo>;

export function isOriginRight({ clientId, source }: Placing): boolean {
  return clientId.length <= clientIdLengthMax && source.length <= sourceLengthMax;
}

/** True when the command's key is known: the answer then names what the first one made, or refuses other content. */
export function answerRepeated(changes: Changes, command: Placing): boolean {
  if (command.clientId === '') return false;
  const known = changes.shard.clientKeys.get(command.user)?.get(command.clientId);
  if (!known) return false;
  changes.reply.orderId = known.id;
  if (known.digest === digestOf(command)) changes.reply.repeated = true;
  else changes.reject(RejectCode.repeatedWithOtherContent);
  return true;
}

/** Remembers what a key made; the oldest of more than 10,000 a user is forgotten. */
export function rememberKey(changes: Changes, command: Placing, id: number): void {
  if (command.clientId === '') return;
  const { clientKeys } = changes.shard;
  const keys = clientKeys.get(command.user) ?? new Map<string, { id: number; digest: string }>();
  clientKeys.set(command.user, keys);
  keys.set(command.clientId, { id, digest: digestOf(command) });
  if (keys.size <= clientIdMemoryOrders) return;
  const oldest = keys.keys().next();
  if (!oldest.done) keys.delete(oldest.value);
}

/** The content but for where it came from. */
function digestOf({ source: _source, ...content }: Placing): string {
  return Object.values(content).join('|');
}
