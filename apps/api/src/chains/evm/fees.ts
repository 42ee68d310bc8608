/** What a payment costs on an EVM network: gas, and fees by EIP-1559. */
import { type Address, BaseError, encodeFunctionData, type Hex, InsufficientFundsError, isAddressEqual } from 'viem';
import { z } from 'zod';
import { isAddressOf } from '../addresses.ts';
import { type ChainPayment, type FeeQuote, PaymentRefused } from '../chain.ts';
import { type EvmClient, erc20, isFailureOfCall } from './client.ts';

export interface EvmFee {
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

const units = z
  .string()
  .regex(/^[1-9]\d{0,30}$/)
  .transform(BigInt);
const fee = z.strictObject({ gas: units, maxFeePerGas: units, maxPriorityFeePerGas: units });

/** What coins to an address without a contract cost, which never changes. */
const plainGas = 21_000n;
/** More than any transfer of a token that is listed. */
const gasMax = 1_000_000n;

/** @throws Error for what is no fee */
export function readFee(quote: FeeQuote): EvmFee {
  const read = fee.parse(quote);
  if (read.gas < plainGas || read.gas > gasMax) throw new Error('the gas is out of bounds');
  if (read.maxPriorityFeePerGas > read.maxFeePerGas) throw new Error('the tip is above the fee');
  return read;
}

export interface EvmCall {
  to: Address;
  value: bigint;
  data: Hex;
}

/** The transaction of a payment: its own coin as its value, a token by its contract. @throws Error for what the network never takes */
export function callOf({ address, memo, contract, units: value }: ChainPayment): EvmCall {
  if (!isAddressOf('evm', address)) throw new Error('is no address of an EVM network');
  if (memo !== '') throw new Error('an EVM network has no memo');
  // A token that is sent to its own contract is lost.
  if (contract !== '' && isAddressEqual(address as Hex, contract as Hex)) throw new Error('is the token itself');
  const to = address as Address;
  if (contract === '') return { to, value, data: '0x' };
  const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, value] });
  return { to: contract as Address, value: 0n, data };
}

/** Twice the base fee of the newest block: enough for six full blocks in a row. @throws PaymentRefused */
export async function quoteFee(
  client: EvmClient,
  { from, payment, isSent }: { from: Address; payment: ChainPayment; isSent: boolean },
): Promise<FeeQuote> {
  const call = payableCall(payment);
  // What waits in the pool is spent, except when this payment is among it.
  const blockTag = isSent ? 'latest' : 'pending';
  const [own, token, block, tip] = await Promise.all([
    client.getBalance({ address: from, blockTag }),
    tokenBalance(client, { from, payment, blockTag }),
    client.getBlock({ blockTag: 'latest' }),
    client.estimateMaxPriorityFeePerGas({ chain: null }),
  ]);
  if (block.baseFeePerGas === null) throw new Error('the network has no fees by EIP-1559');
  const maxPriorityFeePerGas = tip > 0n ? tip : 1n;
  const maxFeePerGas = 2n * block.baseFeePerGas + maxPriorityFeePerGas;
  if (own < call.value || token < payment.units) throw new PaymentRefused('no_funds');
  const gas = await estimateGas(client, from, call);
  if (own < call.value + gas * maxFeePerGas) throw new PaymentRefused('no_funds');
  return {
    gas: String(gas),
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
  };
}

function payableCall(payment: ChainPayment): EvmCall {
  try {
    return callOf(payment);
  } catch (error) {
    throw new PaymentRefused('unpayable', { cause: error });
  }
}

/** Of the network's own coin there is always enough: its balance is looked at by itself. */
function tokenBalance(
  client: EvmClient,
  { from, payment, blockTag }: { from: Address; payment: ChainPayment; blockTag: 'latest' | 'pending' },
): Promise<bigint> {
  const { contract, units: value } = payment;
  if (contract === '') return Promise.resolve(value);
  const call = { address: contract as Address, abi: erc20, functionName: 'balanceOf', args: [from] } as const;
  return client.readContract({ ...call, blockTag });
}

/** With a third more for what changes until it is mined. */
async function estimateGas(client: EvmClient, from: Address, call: EvmCall): Promise<bigint> {
  try {
    const gas = await client.estimateGas({ account: from, ...call });
    return gas === plainGas ? gas : (gas * 4n) / 3n;
  } catch (error) {
    if (isFailureOfCall(error)) throw new PaymentRefused('unpayable', { cause: error });
    const isShort = error instanceof BaseError && error.walk((cause) => cause instanceof InsufficientFundsError);
    throw isShort ? new PaymentRefused('no_funds', { cause: error }) : error;
  }
}
