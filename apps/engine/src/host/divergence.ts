/** Where two engines' events begin to differ. */
import { commandDoneKind, eventHeaderLength, forEachRecord, placeText } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { EventEntry } from './append-events.ts';

/** Names the first command whose published events are not those of `own`, and the two digests behind it. */
export async function describeDivergence(redis: Redis, stream: string, own: readonly EventEntry[]): Promise<string> {
  for (const { position, bytes } of own) {
    const found = await redis.callBuffer('XRANGE', stream, position, position);
    const published = (found as [Buffer, Buffer[]][])[0]?.[1][1];
    if (!published || published.equals(bytes)) continue;
    const place = placeText({ position, index: differingCommand(bytes, published) });
    return `the events of the command ${place} are not those that the leader has published: one of the two engines has other rules under the same version, or is damaged. Compare with npm run ops -- replay`;
  }
  return 'the events are not those that the leader has published, in entries that are trimmed away';
}

/** The index of the first command whose records differ; 0 when only the headers do. */
function differingCommand(a: Uint8Array, b: Uint8Array): number {
  let offset = eventHeaderLength;
  while (offset < a.length && a[offset] === b[offset]) offset++;
  let index = 0;
  forEachRecord(a, (view, at) => {
    if (at + view.getUint16(at, true) <= offset && view.getUint8(at + 2) === commandDoneKind) index++;
  });
  return offset >= a.length ? 0 : index;
}
