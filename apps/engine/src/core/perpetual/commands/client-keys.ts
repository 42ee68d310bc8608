/** Client ids: the same id with the same content is the same command, answered as the first one was. */
import { type CommandOf, Op, RejectCode } from '@pelican/shared/engine/perpetual';
import { MadeKind } from '../../kernel/client-keys.ts';
import type { Changes } from '../changes.ts';
import { clientIdLengthOf, originClientIdAt } from '../orders/origin.ts';
import type { PerpetualShard } from '../state.ts';
import type { PlaceOrder } from './read-command.ts';

type Placing = PlaceOrder | CommandOf<typeof Op.placeAlgo>;

/** True when the command's key is known: the answer then names what the first one made, or refuses other content. */
export function answerRepeated(changes: Changes, command: Placing): boolean {
  const { shard, reply } = changes;
  if (clientIdLengthOf(shard.origin) === 0) return false;
  hashKey(shard, command);
  const known = shard.clientKeys.find(command.user, shard.timeMs);
  if (known === 0) return false;
  reply.orderId = shard.clientKeys.madeBy(known);
  if (shard.clientKeys.hasContent(known)) reply.repeated = true;
  else changes.reject(RejectCode.repeatedWithOtherContent);
  return true;
}

/** Remembers what the key that `answerRepeated` did not know has made. */
export function rememberKey({ shard }: Changes, command: Placing, id: number): void {
  if (clientIdLengthOf(shard.origin) === 0) return;
  const kind = command.kind === Op.placeOrder ? MadeKind.order : MadeKind.algo;
  shard.clientKeys.remember(command.user, id, kind, shard.timeMs);
}

/** Hashes the client id, and every number of the content: all but where the command came from. */
function hashKey({ clientKeys, origin }: PerpetualShard, command: Placing): void {
  const { content, id } = clientKeys;
  id.text(origin, originClientIdAt, clientIdLengthOf(origin));
  const { input } = content;
  input[0] = command.kind;
  input[1] = command.market;
  input[2] = command.mode * 64 + command.side * 32 + command.position * 16 + command.type;
  input[3] = command.lots;
  input[4] = command.reduceOnly ? 1 : 0;
  input[5] = command.tpTriggerTicks;
  input[6] = command.tpOrderTicks;
  input[7] = command.slTriggerTicks;
  input[8] = command.slOrderTicks;
  input[9] = command.tpTriggerBy * 256 + command.slTriggerBy;
  let count: number;
  if (command.kind === Op.placeOrder) {
    input[10] = command.priceTicks;
    input[11] = command.selfTrade;
    count = 12;
  } else {
    input[10] = command.triggerTicks;
    input[11] = command.triggerOrderTicks;
    input[12] = command.triggerBy;
    count = 13;
  }
  content.start();
  content.numbers(count);
}
