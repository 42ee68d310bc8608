/** What has become of a transaction of ours. */
import { decodeFunctionData, type Hash, isAddressEqual, parseEventLogs } from 'viem';
import type { TransactionState } from '../chain.ts';
import { type EvmClient, type EvmReceipt, erc20, findReceipt, findTransaction } from './client.ts';

/** A reverted transaction has failed, and so has a transfer of a token without its event: some tokens answer false and change nothing. */
export async function readTransaction(client: EvmClient, hash: Hash): Promise<TransactionState> {
  const transaction = await findTransaction(client, hash);
  if (!transaction) return { state: 'unknown' };
  const receipt = await findReceipt(client, hash);
  if (!receipt) return { state: 'pending' };
  return {
    state: receipt.status === 'success' && hasTransferred(transaction.input, receipt) ? 'mined' : 'failed',
    height: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    feeUnits: receipt.gasUsed * receipt.effectiveGasPrice,
  };
}

function hasTransferred(input: Hash, { to: contract, from, logs }: EvmReceipt): boolean {
  if (input === '0x') return true;
  if (!contract) return false;
  const call = decodeFunctionData({ abi: erc20, data: input });
  if (call.functionName !== 'transfer') return false;
  const [to, value] = call.args;
  return parseEventLogs({ abi: erc20, logs, eventName: 'Transfer' }).some(
    ({ address, args }) =>
      isAddressEqual(address, contract) &&
      isAddressEqual(args.from, from) &&
      isAddressEqual(args.to, to) &&
      args.value === value,
  );
}
