/** Blockchains: what the exchange asks of them, and their addresses. */
export { isAddressOf, sandboxAddress } from './addresses.ts';
export type { BlockHead, Chain, ChainBlock, ChainTransfer, TransactionState } from './chain.ts';
