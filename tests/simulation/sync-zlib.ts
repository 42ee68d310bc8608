/**
 * Replaces the compression of this process by one that is done at once: a virtual clock cannot see that a thread of the
 * system still compresses. Import it before everything else.
 */
import { syncBuiltinESMExports } from 'node:module';
import { Transform } from 'node:stream';
import zlib from 'node:zlib';

type Done = (error: Error | null, bytes?: Buffer) => void;

function createGunzip(): Transform {
  const chunks: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
    flush: (done) => done(null, zlib.gunzipSync(Buffer.concat(chunks))),
  });
}

const gzip = (bytes: Buffer, done: Done) => done(null, zlib.gzipSync(bytes));
for (const [name, value] of Object.entries({ gzip, createGunzip })) Object.defineProperty(zlib, name, { value });
syncBuiltinESMExports();
