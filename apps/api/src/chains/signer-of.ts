/** The adapters that sign, by the kind of network. */
import { createSandboxSigner } from './sandbox/signer.ts';
import type { ChainSigner } from './signer.ts';

const signers: Readonly<Record<string, (seed: Uint8Array) => ChainSigner>> = { sandbox: createSandboxSigner };

/** Undefined for a kind that has no adapter. */
export function chainSignerOf(kind: string, seed: Uint8Array): ChainSigner | undefined {
  return Object.hasOwn(signers, kind) ? signers[kind]?.(seed) : undefined;
}
