/** Blockchains: what the exchange asks of them, their addresses, and an adapter for each kind. */
export { isAddressOf, sandboxAddress } from './addresses.ts';
export {
  type ChosenCoins,
  chooseCoins,
  inputsMax,
  isPayable,
  paidFee,
  type SpendableOutput,
  spentOutpoints,
} from './bitcoin/coins.ts';
export { bitcoinDescriptor } from './bitcoin/keys.ts';
export { type BitcoinNetworks, bitcoinFaults, bitcoinNetworksOf, bitcoinSettings } from './bitcoin/settings.ts';
export {
  type BlockHead,
  type Chain,
  type ChainBlock,
  type ChainPayment,
  type ChainReader,
  type ChainTransfer,
  type FeeQuote,
  type OutputChain,
  PaymentRefused,
  type SweepQuote,
  type TransactionState,
} from './chain.ts';
export { evmExtendedPublicKey } from './evm/keys.ts';
export { type EvmNetworks, evmFaults, evmNetworksOf, evmSettings } from './evm/settings.ts';
export { type ChainNetwork, type Chains, openChains } from './open-chains.ts';
export { createSandboxChain, type SandboxChain } from './sandbox/client.ts';
export { openSandboxLog } from './sandbox/log-file.ts';
export { SandboxNode } from './sandbox/node.ts';
export { createSandboxServer } from './sandbox/server.ts';
export { sandboxChainSettings } from './sandbox/settings.ts';
export type { ChainSigner, OutputSigner, OwnOutput, SignedPayment } from './signer.ts';
export { chainSignerOf, outputSignerOf } from './signer-of.ts';
