import { ByteWriter, decodeText, encodeText, RecordType, text } from '@pelican/shared/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntryReader } from '../../kernel/entry-reader.ts';
import { EventWriter } from '../../kernel/event-writer.ts';
import { KeyHasher } from '../../kernel/key-hasher.ts';
import { clientIdLengthMax, sourceLengthMax } from '../../kernel/limits.ts';
import {
  clientIdLengthOf,
  clientIdOf,
  copyOrigin,
  isOriginRight,
  originByteLength,
  originClientIdAt,
  originOf,
  putOrigin,
  readOrigin,
  sourceOf,
} from './origin.ts';

const record = new RecordType(1, { clientId: text(), source: text() });

/** Texts of any characters and any bytes, some of them not UTF-8, and some too long. */
const bytes = fc.oneof(
  fc.string({ minLength: 0, maxLength: 40 }).map(encodeText),
  fc.string({ unit: 'grapheme', minLength: 0, maxLength: 40 }).map(encodeText),
  fc.uint8Array({ maxLength: 40 }),
);

/** Reads two texts as the end of a command, into an origin that had another content. */
function read(clientId: Uint8Array, source: Uint8Array): Int32Array {
  const input = new EntryReader(1);
  const from = 64;
  input.bytes.fill(0xff);
  input.bytes.set(clientId, from);
  const sourceAt = from + clientId.length + 2;
  input.bytes.set(source, sourceAt);
  const origin = originOf('x'.repeat(clientIdLengthMax), 'y'.repeat(sourceLengthMax));
  readOrigin(origin, input, from, clientId.length, sourceAt, source.length);
  return origin;
}

describe('the origin of an order', () => {
  it('is the texts of its command, and ends its record as the definition of records writes them', () => {
    fc.assert(
      fc.property(bytes, bytes, (idBytes, sourceBytes) => {
        const [clientId, source] = [
          decodeText(idBytes, 0, idBytes.length),
          decodeText(sourceBytes, 0, sourceBytes.length),
        ];
        const origin = read(idBytes, sourceBytes);
        const isRight = clientId.length <= clientIdLengthMax && source.length <= sourceLengthMax;
        expect(isOriginRight(origin)).toBe(isRight);
        if (!isRight) return;
        const copy = originOf('z'.repeat(clientIdLengthMax), 'z');
        copyOrigin(copy, origin);
        expect([clientIdOf(copy), sourceOf(copy)]).toEqual([clientId, source]);
        const expected = new ByteWriter();
        record.write(expected, 7, { clientId, source });
        const out = new EventWriter();
        out.reserve(expected.length);
        putOrigin(out, 8, copy);
        expect(12 + originByteLength(copy)).toBeLessThanOrEqual(expected.length);
        expect(out.copy().subarray(8)).toEqual(expected.copy().subarray(8));
      }),
      { numRuns: 2000 },
    );
  });

  it('has a client id of one hash, whatever was in its place before', () => {
    fc.assert(
      fc.property(bytes, (idBytes) => {
        const clientId = decodeText(idBytes, 0, idBytes.length);
        fc.pre(clientId.length <= clientIdLengthMax);
        const [read1, made] = [read(idBytes, new Uint8Array(0)), originOf(clientId, '')];
        const hashes = [read1, made].map((origin) => {
          const key = new KeyHasher();
          key.text(origin, originClientIdAt, clientIdLengthOf(origin));
          return [key.h0, key.h1, key.h2, key.h3];
        });
        expect(hashes[0]).toEqual(hashes[1]);
      }),
    );
  });
});
