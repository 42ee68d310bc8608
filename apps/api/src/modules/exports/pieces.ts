/**
 * The file of an export in the database: compressed, in pieces, each encrypted to the key of its export (JWE: ECDH-ES over X25519, AES-256-GCM).
 * The worker has the public key alone, so it cannot read what it has written; the private one is sealed under the keys of the API.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose';
import { type EncryptionKeys, seal, unseal } from '../../platform/sealing/index.ts';

const algorithm = { alg: 'ECDH-ES', enc: 'A256GCM' } as const;
const curve = { kty: 'OKP', crv: 'X25519' } as const;
/** Bytes of the compressed file. */
const pieceBytes = 256 * 1024;

const ownerOf = (exportId: string) => `export ${exportId}`;
/** A piece is of one export and one place in it. */
const nameOf = (exportId: string, number: number) => `${exportId}/${number}`;

export interface ExportKeys {
  publicKey: Buffer;
  /** Under the first of the keys of the configuration. */
  sealedKey: Buffer;
}

/** A new pair of keys for an export. */
export async function createExportKeys(exportId: string, keys: EncryptionKeys): Promise<ExportKeys> {
  const { privateKey } = await generateKeyPair('ECDH-ES', { crv: curve.crv, extractable: true });
  const { x, d } = await exportJWK(privateKey);
  if (x === undefined || d === undefined) throw new Error('a key without its parts');
  return {
    publicKey: Buffer.from(x, 'base64url'),
    sealedKey: seal(Buffer.from(d, 'base64url'), keys, ownerOf(exportId)),
  };
}

/** The sealed key of an export under the newest of the keys. @throws Error as `unseal` */
export function resealExportKey(exportId: string, sealedKey: Buffer, keys: EncryptionKeys): Buffer {
  return seal(unseal(sealedKey, keys, ownerOf(exportId)), keys, ownerOf(exportId));
}

export interface WrittenPieces {
  pieces: number;
  /** Bytes of the file before it was compressed. */
  size: number;
}

/**
 * Compresses and encrypts a file, piece by piece.
 * @param write is called with the pieces in their order, each after the one before is written
 * @throws what the content or `write` throws, and when the signal aborts
 */
export async function writePieces(
  { exportId, publicKey, signal }: { exportId: string; publicKey: Buffer; signal: AbortSignal },
  content: AsyncIterable<Buffer>,
  write: (number: number, piece: string) => Promise<void>,
): Promise<WrittenPieces> {
  const key = await importJWK({ ...curve, x: publicKey.toString('base64url') }, algorithm.alg);
  let size = 0;
  let pieces = 0;
  async function* counted() {
    for await (const chunk of content) {
      size += chunk.length;
      yield chunk;
    }
  }
  async function put(piece: Buffer): Promise<void> {
    const header = { ...algorithm, kid: nameOf(exportId, pieces) };
    await write(pieces, await new CompactEncrypt(piece).setProtectedHeader(header).encrypt(key));
    pieces += 1;
  }
  await pipeline(
    Readable.from(counted()),
    createGzip(),
    async (compressed: AsyncIterable<Buffer>) => {
      let waiting: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of compressed) {
        waiting.push(chunk);
        bytes += chunk.length;
        if (bytes < pieceBytes) continue;
        await put(Buffer.concat(waiting));
        waiting = [];
        bytes = 0;
      }
      if (bytes > 0) await put(Buffer.concat(waiting));
    },
    { signal },
  );
  return { pieces, size };
}

/**
 * The compressed file again.
 * @param read a piece by its number
 * @throws Error when a piece is missing, of another place, or was tampered with
 */
export async function* readPieces(
  {
    exportId,
    publicKey,
    sealedKey,
    pieces,
  }: { exportId: string; publicKey: Buffer; sealedKey: Buffer; pieces: number },
  keys: EncryptionKeys,
  read: (number: number) => Promise<string | undefined>,
): AsyncGenerator<Buffer> {
  const d = unseal(sealedKey, keys, ownerOf(exportId)).toString('base64url');
  const key = await importJWK({ ...curve, x: publicKey.toString('base64url'), d }, algorithm.alg);
  for (let number = 0; number < pieces; number++) {
    const piece = await read(number);
    if (piece === undefined) throw new Error(`export ${exportId} has no piece ${number}`);
    const { plaintext, protectedHeader } = await compactDecrypt(piece, key, {
      keyManagementAlgorithms: [algorithm.alg],
      contentEncryptionAlgorithms: [algorithm.enc],
    });
    if (protectedHeader.kid !== nameOf(exportId, number))
      throw new Error(`export ${exportId} has a piece of another export or place`);
    yield Buffer.from(plaintext);
  }
}
