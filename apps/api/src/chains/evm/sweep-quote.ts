/** What it takes to send what an address has: less the fee, or with coins that it gets for the fee. */
import type { Address } from 'viem';
import { type ChainPayment, PaymentRefused, type SweepQuote } from '../chain.ts';
import type { EvmClient } from './client.ts';
import { estimateGas, payableCall, tokenBalance } from './fees.ts';

/** As for payouts: six full blocks in a row. */
const baseFees = 2n;

/** @throws PaymentRefused when the address has nothing above the fee, or the token's contract fails */
export async function quoteSweep(
  client: EvmClient,
  { from, payment }: { from: Address; payment: ChainPayment },
): Promise<SweepQuote> {
  const { contract } = payment;
  const call = payableCall(payment);
  const { number: blockNumber, baseFeePerGas } = await client.getBlock({ blockTag: 'latest' });
  if (baseFeePerGas === null) throw new Error('the network has no fees by EIP-1559');
  const [own, token, estimatedTip] = await Promise.all([
    client.getBalance({ address: from, blockNumber }),
    tokenBalance(client, { from, payment, blockNumber }),
    client.estimateMaxPriorityFeePerGas({ chain: null }),
  ]);
  const tip = estimatedTip > 0n ? estimatedTip : 1n;
  const available = smaller(payment.units, contract === '' ? own : token);
  if (available <= 0n) throw new PaymentRefused('no_funds');
  // An address that cannot pay the fee is asked about coins without any: the network looks at balances otherwise.
  const gas = await estimateGas(
    client,
    from,
    contract === '' ? { ...call, value: 0n } : payableCall({ ...payment, units: available }),
  );
  const wanted = baseFees * baseFeePerGas + tip;
  if (contract === '') {
    const cost = gas * wanted;
    const units = smaller(available, own - cost);
    if (units <= 0n) throw new PaymentRefused('no_funds');
    return { fee: feeOf(gas, wanted, tip), units, missing: 0n };
  }
  // What was sent for the fee is enough while it pays a quarter more than the base fee: no second time for each small rise.
  const affordable = own / gas;
  if (affordable >= (baseFeePerGas * 5n) / 4n + tip)
    return { fee: feeOf(gas, smaller(wanted, affordable), tip), units: available, missing: 0n };
  // Half as much again, for a replacement with a higher fee.
  return { fee: feeOf(gas, wanted, tip), units: available, missing: (gas * wanted * 3n) / 2n - own };
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);

const feeOf = (gas: bigint, maxFeePerGas: bigint, tip: bigint) => ({
  gas: String(gas),
  maxFeePerGas: String(maxFeePerGas),
  maxPriorityFeePerGas: String(tip),
});
