/** What a payment costs on an EVM network: gas, and fees by EIP-1559. */
import {
  type Address,
  BaseError,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  InsufficientFundsError,
  isAddressEqual,
  parseTransaction,
  toHex,
} from 'viem';
import { z } from 'zod';
import { isAddressOf } from '../addresses.ts';
import { type ChainPayment, type FeeQuote, PaymentRefused } from '../chain.ts';
import { type EvmClient, erc20, isFailureOfCall } from './client.ts';
import { tokenBalanceAt } from './measure.ts';

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
/** What a contract may use that gets coins: one of a wallet needs less. The house pays for it, and the fee of a withdrawal is fixed. */
const coinGasMax = 60_000n;
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
  { from, payment, waiting }: { from: Address; payment: ChainPayment; waiting: readonly Hex[] },
): Promise<FeeQuote> {
  const call = payableCall(payment);
  const { number: blockNumber, baseFeePerGas } = await client.getBlock({ blockTag: 'latest' });
  if (baseFeePerGas === null) throw new Error('the network has no fees by EIP-1559');
  // All of one block: what is mined meanwhile is neither spent twice nor left out.
  const [nonce, own, token, tip] = await Promise.all([
    client.getTransactionCount({ address: from, blockNumber }),
    client.getBalance({ address: from, blockNumber }),
    tokenBalance(client, { from, payment, blockNumber }),
    client.estimateMaxPriorityFeePerGas({ chain: null }),
  ]);
  const maxPriorityFeePerGas = tip > 0n ? tip : 1n;
  const maxFeePerGas = 2n * baseFeePerGas + maxPriorityFeePerGas;
  const spent = spentBy(waiting, { nonce, contract: payment.contract });
  const coins = own - spent.coins;
  if (coins < call.value || token - spent.tokens < payment.units) throw new PaymentRefused('no_funds');
  const gas = await estimateGas(client, from, call);
  if (coins < call.value + gas * maxFeePerGas) throw new PaymentRefused('no_funds');
  return {
    gas: String(gas),
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
  };
}

/** What an address has at the newest block, less what its signed transactions take that are in no block. */
export async function readSpendable(
  client: EvmClient,
  { from, contract, waiting }: { from: Address; contract: string; waiting: readonly Hex[] },
): Promise<bigint> {
  const { number: blockNumber } = await client.getBlock({ blockTag: 'latest' });
  const [nonce, units] = await Promise.all([
    client.getTransactionCount({ address: from, blockNumber }),
    contract === ''
      ? client.getBalance({ address: from, blockNumber })
      : tokenBalanceAt(client, { contract, owner: from, block: toHex(blockNumber) }),
  ]);
  const spent = spentBy(waiting, { nonce, contract });
  const left = units - (contract === '' ? spent.coins : spent.tokens);
  return left > 0n ? left : 0n;
}

/** What signed transactions take that are in no block: those of the nonce that is next, and of later ones. */
function spentBy(
  signed: readonly Hex[],
  { nonce: next, contract }: { nonce: number; contract: string },
): { coins: bigint; tokens: bigint } {
  const waiting = signed.map((raw) => parseTransaction(raw)).filter(({ nonce = 0 }) => nonce >= next);
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);
  const coins = waiting.map(({ value = 0n, gas = 0n, maxFeePerGas = 0n }) => value + gas * maxFeePerGas);
  const tokens = waiting.map(({ to, data }) => (data && to && isSame(to, contract) ? transferred(data) : 0n));
  return { coins: sum(coins), tokens: sum(tokens) };
}

const isSame = (one: Address, other: string) => other !== '' && isAddressEqual(one, other as Address);

function transferred(data: Hex): bigint {
  const { functionName, args } = decodeFunctionData({ abi: erc20, data });
  return functionName === 'transfer' ? args[1] : 0n;
}

export function payableCall(payment: ChainPayment): EvmCall {
  try {
    return callOf(payment);
  } catch (error) {
    throw new PaymentRefused('unpayable', { cause: error });
  }
}

/** Of the network's own coin there is always enough: its balance is looked at by itself. */
export function tokenBalance(
  client: EvmClient,
  { from, payment, blockNumber }: { from: Address; payment: ChainPayment; blockNumber: bigint },
): Promise<bigint> {
  const { contract, units: value } = payment;
  if (contract === '') return Promise.resolve(value);
  const call = { address: contract as Address, abi: erc20, functionName: 'balanceOf', args: [from] } as const;
  return client.readContract({ ...call, blockNumber });
}

/** With a third more for what changes until it is mined. @throws PaymentRefused */
export async function estimateGas(client: EvmClient, from: Address, call: EvmCall): Promise<bigint> {
  const gas = await client.estimateGas({ account: from, ...call }).catch((error: unknown) => {
    throw refusalOf(error) ?? error;
  });
  if (call.data === '0x' && gas > coinGasMax) throw new PaymentRefused('unpayable');
  return gas === plainGas ? gas : (gas * 4n) / 3n;
}

function refusalOf(error: unknown): PaymentRefused | undefined {
  if (isFailureOfCall(error)) return new PaymentRefused('unpayable', { cause: error });
  const isShort = error instanceof BaseError && error.walk((cause) => cause instanceof InsufficientFundsError);
  return isShort ? new PaymentRefused('no_funds', { cause: error }) : undefined;
}
