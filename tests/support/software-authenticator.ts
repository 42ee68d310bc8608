/**
 * An authenticator in software, as a browser with a platform authenticator answers: ES256 keys, user verification, a counter of signatures.
 * It answers the JSON options of the exchange with the JSON of `PublicKeyCredential.toJSON()`.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Credential {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials?: { id: string }[];
}

const userPresent = 0x01;
const userVerified = 0x04;
const attestedData = 0x40;

export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #credentials: Credential[] = [];
  /** What it says of itself and of the page. */
  verifiesUser = true;
  /** Some authenticators, those that keep copies above all, count nothing. */
  counts = true;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create({ challenge, rp, user }: CreationOptions) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const credential = { id: randomBytes(32), privateKey, userHandle: user.id, counter: 0 };
    this.#credentials.push(credential);
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(credential.id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(rp.id, credential, attestedData),
      Buffer.alloc(16),
      idLength,
      credential.id,
      cose,
    ]);
    const attestationObject = cborMap([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ]);
    return {
      ...idOf(credential),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  }

  get({ challenge, rpId, allowCredentials }: RequestOptions) {
    const allowed = allowCredentials?.map(({ id }) => id);
    const credential = this.#credentials.find(({ id }) => allowed?.includes(id.toString('base64url')) ?? true);
    if (!credential) throw new Error('the authenticator has none of these passkeys');
    if (this.counts) credential.counter++;
    const authenticatorData = this.#authenticatorData(rpId, credential, 0);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return {
      ...idOf(credential),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, credential.privateKey).toString('base64url'),
        userHandle: credential.userHandle,
      },
      clientExtensionResults: {},
    };
  }

  /** As a copy of it goes on from here. */
  setCounter(counter: number): void {
    for (const credential of this.#credentials) credential.counter = counter;
  }

  #authenticatorData(rpId: string, { counter }: Credential, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | userPresent | (this.verifiesUser ? userVerified : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(all), count]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }
}

function idOf({ id }: Credential) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key' };
}

type Cbor = number | string | Buffer | Map<string, string>;

/** As much of CBOR (RFC 8949) as WebAuthn needs. */
function cborMap(entries: [Cbor, Cbor][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cborOf)]);
}

function cborOf(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return head(5, 0);
}

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.of(type | length);
  if (length < 256) return Buffer.of(type | 24, length);
  return Buffer.of(type | 25, length >> 8, length & 255);
}
