/** WebSocket text frames, built by hand: one buffer for many readers, or many frames in one buffer for one reader. */

const finalText = 0x81;

function headerLength(payloadBytes: number): number {
  if (payloadBytes < 126) return 2;
  return payloadBytes < 65_536 ? 4 : 10;
}

/** Writes an unmasked server frame at `at`; returns the offset behind it. */
function writeFrame(target: Buffer, at: number, text: string, payloadBytes: number): number {
  target[at] = finalText;
  let start = at + 2;
  if (payloadBytes < 126) target[at + 1] = payloadBytes;
  else if (payloadBytes < 65_536) {
    target[at + 1] = 126;
    target.writeUInt16BE(payloadBytes, at + 2);
    start = at + 4;
  } else {
    target[at + 1] = 127;
    target.writeUInt32BE(0, at + 2);
    target.writeUInt32BE(payloadBytes, at + 6);
    start = at + 10;
  }
  // Nearly all is ASCII, for which latin1 is the faster copy of the same bytes.
  if (payloadBytes === text.length) target.write(text, start, 'latin1');
  else target.write(text, start, 'utf8');
  return start + payloadBytes;
}

/** One text frame to be shared by any number of connections. */
export function textFrame(text: string): Buffer {
  const payloadBytes = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headerLength(payloadBytes) + payloadBytes);
  writeFrame(frame, 0, text, payloadBytes);
  return frame;
}

/** All parts in one buffer: texts become frames, buffers are frames already. */
export function joinFrames(parts: readonly (string | Buffer)[]): Buffer {
  const only = parts[0];
  if (parts.length === 1 && typeof only === 'object') return only;
  const payloads: number[] = [];
  let length = 0;
  for (const part of parts) {
    const payloadBytes = typeof part === 'string' ? Buffer.byteLength(part) : part.length;
    payloads.push(payloadBytes);
    length += typeof part === 'string' ? headerLength(payloadBytes) + payloadBytes : payloadBytes;
  }
  const joined = Buffer.allocUnsafe(length);
  let at = 0;
  parts.forEach((part, index) => {
    if (typeof part === 'string') at = writeFrame(joined, at, part, payloads[index] as number);
    else {
      part.copy(joined, at);
      at += part.length;
    }
  });
  return joined;
}
