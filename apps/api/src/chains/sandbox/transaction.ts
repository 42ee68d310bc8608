/** Transactions of the sandbox network: one payment from one account, signed with Ed25519. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { isAddressOf, sandboxAddress } from '../addresses.ts';

/** What the network demands at least, in the smallest unit of its coin. It is destroyed. */
export const sandboxFeeMin = 1_000n;
export const sandboxMemoMax = 64;

const units = z.string().regex(/^(0|[1-9]\d{0,37})$/);
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

const payment = z.strictObject({
  to: z.string().refine((address) => isAddressOf('sandbox', address), 'is no address of this network'),
  memo: z.string().max(sandboxMemoMax),
  /** Empty for the network's own coin. */
  contract: z.string().max(40),
  units: units.refine((value) => value !== '0', 'must not be 0'),
});

const signed = z.strictObject({
  ...payment.shape,
  /** The account's public key; its digest is the account's address. */
  publicKey: hex(32),
  /** How many transactions of the account are before this one. */
  nonce: z.int().min(0),
  fee: units.refine((value) => BigInt(value) >= sandboxFeeMin, `must be ${sandboxFeeMin} or more`),
  signature: hex(64),
});

export type SandboxPayment = z.infer<typeof payment>;
export type SignedTransaction = z.infer<typeof signed>;
type UnsignedTransaction = Omit<SignedTransaction, 'signature'>;

/** New coins, which nobody signs. The serial number makes each of them another transaction. */
export interface FaucetTransaction extends SandboxPayment {
  faucet: number;
}

export type SandboxTransaction = SignedTransaction | FaucetTransaction;

/** @throws Error for what is no payment */
export function parsePayment(value: unknown): SandboxPayment {
  return payment.parse(value);
}

/** @throws Error when the form, an address, the fee or the signature is wrong */
export function parseTransaction(raw: string): SignedTransaction {
  const transaction = signed.parse(JSON.parse(raw));
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(transaction.publicKey, 'hex').toString('base64url') },
    format: 'jwk',
  });
  if (!verify(null, signedBytes(transaction), key, Buffer.from(transaction.signature, 'hex')))
    throw new Error('the signature is wrong');
  return transaction;
}

/** The name of a transaction: a digest of what is signed, so that it is the same for each signature. */
export function transactionHash(transaction: SandboxTransaction): string {
  return createHash('sha256').update(signedBytes(transaction)).digest('hex');
}

/** The sender's address; undefined for new coins. */
export function senderOf(transaction: SandboxTransaction): string | undefined {
  return 'faucet' in transaction ? undefined : addressOfKey(transaction.publicKey);
}

/** @param seed 32 bytes */
export function sandboxKey(seed: Uint8Array): KeyObject {
  if (seed.length !== 32) throw new RangeError(`a seed has 32 bytes, not ${seed.length}`);
  // The form in which RFC 8410 writes a private key of Ed25519.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

export function addressOfSandboxKey(key: KeyObject): string {
  return addressOfKey(publicHex(key));
}

/** The signed transaction as the network takes it. The same content always gives the same text. */
export function signSandboxTransaction(
  key: KeyObject,
  { to, memo, contract, units, nonce, fee }: Omit<UnsignedTransaction, 'publicKey'>,
): string {
  const content = { to, memo, contract, units, publicKey: publicHex(key), nonce, fee };
  const signature = sign(null, signedBytes(content), key).toString('hex');
  return JSON.stringify({ ...content, signature });
}

function publicHex(key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('hex');
}

function addressOfKey(publicKey: string): string {
  return sandboxAddress(createHash('sha256').update(publicKey, 'hex').digest().subarray(0, 20));
}

function signedBytes(transaction: UnsignedTransaction | FaucetTransaction): Buffer {
  const { to, memo, contract, units } = transaction;
  const rest =
    'faucet' in transaction ? [transaction.faucet] : [transaction.publicKey, transaction.nonce, transaction.fee];
  return Buffer.from(JSON.stringify(['sandbox', to, memo, contract, units, ...rest]));
}
