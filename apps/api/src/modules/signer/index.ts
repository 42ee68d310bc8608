/** The signer: keys, addresses, payouts by its own policy; and its client. */
export { bitcoinDescriptors, extendedPublicKeys } from './addresses.ts';
export { createSignerClient, PayoutRefused, type SignerClient, SweepRefused } from './client.ts';
export { openKeyFile } from './key-file.ts';
export { areInputsLost, findValidRaw, isBatchEnded } from './lost-inputs.ts';
export { openSeed } from './open-signer.ts';
export { createSignerServer } from './server.ts';
export { limitsOf, signerClientSettings, signerSettings } from './settings.ts';
export { buriedBlocks, isAccepted, isReserved, isSigned, lockSignatures, nextNonce } from './signatures.ts';
export { sweepRefusals } from './sweeps.ts';
