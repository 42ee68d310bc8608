/** Keys of an EVM network, derived from one seed. */
import { type Hex, keccak256, parseTransaction, type TransactionSerializableEIP1559, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { ChainPayment, FeeQuote } from '../chain.ts';
import { receivingKey } from '../receiving-key.ts';
import type { ChainSigner, SignedPayment } from '../signer.ts';
import { callOf, type EvmFee, readFee } from './fees.ts';
import { evmAccount, evmAddress } from './keys.ts';

/** @param network.account the network's id */
export function createEvmSigner(
  seed: Uint8Array,
  { account, chainId }: { account: number; chainId: number },
): ChainSigner {
  const keys = evmAccount(seed, account);

  async function sign(index: number, transaction: TransactionSerializableEIP1559 & EvmFee): Promise<SignedPayment> {
    const { privateKey } = receivingKey(keys, index);
    if (!privateKey) throw new Error('there is no private key');
    const raw = await privateKeyToAccount(toHex(privateKey)).signTransaction({ ...transaction, type: 'eip1559' });
    const { gas, maxFeePerGas } = transaction;
    return { raw, hash: keccak256(raw), costMax: gas * maxFeePerGas };
  }

  async function payFrom(
    index: number,
    payment: ChainPayment,
    { nonce, fee }: { nonce: number; fee: FeeQuote },
  ): Promise<SignedPayment> {
    return sign(index, { chainId, nonce, ...callOf(payment), ...readFee(fee) });
  }

  async function replaceFrom(index: number, raw: string, fee: FeeQuote): Promise<SignedPayment & { units?: bigint }> {
    const { to, value = 0n, data = '0x', nonce = 0, ...before } = parseTransaction(raw as Hex);
    const { gas = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = before;
    const wanted = readFee(fee);
    const raised = {
      gas,
      maxFeePerGas: larger(wanted.maxFeePerGas, raisedBy(maxFeePerGas)),
      maxPriorityFeePerGas: larger(wanted.maxPriorityFeePerGas, raisedBy(maxPriorityFeePerGas)),
    };
    const terms = { chainId, nonce, to: to ?? null, data, ...raised };
    if (index === 0 || data !== '0x') return sign(index, { ...terms, value });
    const units = value - gas * (raised.maxFeePerGas - maxFeePerGas);
    if (units <= 0n) throw new Error('nothing is left above the fee');
    return { ...(await sign(index, { ...terms, value: units })), units };
  }

  return {
    address: (index) => evmAddress(keys, index),
    pay: (payment, terms) => payFrom(0, payment, terms),
    replace: (raw, fee) => replaceFrom(0, raw, fee),
    payFrom,
    replaceFrom,
  };
}

/** Nodes take a replacement that pays a tenth more; this is an eighth. */
const raisedBy = (fee: bigint) => (fee * 9n) / 8n + 1n;

function larger(one: bigint, other: bigint): bigint {
  return [one, other].reduce((found, next) => (next > found ? next : found));
}
