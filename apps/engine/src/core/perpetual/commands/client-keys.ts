/** Client ids: the same id with the same content is the same command, answered as the first one was. */
import { putText, textByteLength } from '@pelican/shared/engine/layout.ts';
import { type CommandOf, Op } from '@pelican/shared/engine/perpetual/commands.ts';
import { RejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import { MadeKind } from '../../kernel/client-keys.ts';
import { clientIdLengthMax, sourceLengthMax } from '../../kernel/limits.ts';
import type { Changes } from '../changes.ts';
import type { PerpetualShard } from '../state.ts';

type Placing = CommandOf<typeof Op.placeOrder> | CommandOf<typeof Op.placeAlgo>;

export function isOriginRight({ clientId, source }: Placing): boolean {
  return clientId.length <= clientIdLengthMax && source.length <= sourceLengthMax;
}

/** True when the command's key is known: the answer then names what the first one made, or refuses other content. */
export function answerRepeated(changes: Changes, command: Placing): boolean {
  if (command.clientId === '') return false;
  const { shard, reply } = changes;
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
  if (command.clientId === '') return;
  const kind = command.kind === Op.placeOrder ? MadeKind.order : MadeKind.algo;
  shard.clientKeys.remember(command.user, id, kind, shard.timeMs);
}

/** A character takes up to three bytes. */
const idWords = new Int32Array(Math.ceil((clientIdLengthMax * 3) / 4));
const idBytes = new Uint8Array(idWords.buffer);

/** Hashes the client id, and every number of the content: all but where the command came from. */
function hashKey({ clientKeys }: PerpetualShard, command: Placing): void {
  const { content, id } = clientKeys;
  putText(idBytes, 0, command.clientId);
  id.text(idWords, 0, textByteLength(command.clientId));
  content.start();
  content.number(command.kind);
  content.number(command.market);
  content.number(command.mode * 64 + command.side * 32 + command.position * 16 + command.type);
  content.number(command.lots);
  content.number(command.reduceOnly ? 1 : 0);
  content.number(command.tpTriggerTicks);
  content.number(command.tpOrderTicks);
  content.number(command.slTriggerTicks);
  content.number(command.slOrderTicks);
  content.number(command.tpTriggerBy * 256 + command.slTriggerBy);
  if (command.kind === Op.placeOrder) {
    content.number(command.priceTicks);
    content.number(command.selfTrade);
  } else {
    content.number(command.triggerTicks);
    content.number(command.triggerOrderTicks);
    content.number(command.triggerBy);
  }
}
