/** Keys of a network of the Bitcoin family, derived from one seed, and the transactions that they sign. */
import { Transaction } from '@scure/btc-signer';
import { receivingKey } from '../receiving-key.ts';
import type { OutputSigner, Spending } from '../signer.ts';
import { isPayable } from './coins.ts';
import { type BitcoinKeyPlace, bitcoinAccount, bitcoinAddress, bitcoinPayment } from './keys.ts';
import { scriptOfAddress } from './scripts.ts';

/** Says that the transaction may be replaced (BIP-125), and has no lock time of its own. */
const replaceable = 0xfffffffd;

export function createBitcoinSigner(seed: Uint8Array, place: BitcoinKeyPlace): OutputSigner {
  const account = bitcoinAccount(seed, place);
  const hotAddress = bitcoinAddress(account, 0);

  /** What is sent to the hot address comes back as if it were change. */
  function canPay(address: string, units: bigint, { isChange = false } = {}): boolean {
    return (address === hotAddress) === isChange && isPayable(place.chain, address, units);
  }

  function outputOf(address: string, units: bigint, options?: { isChange: boolean }) {
    if (!canPay(address, units, options)) throw new Error('the network does not carry this payment');
    return { script: scriptOfAddress(place.chain, address), amount: units };
  }

  function sign({ inputs, payments, changeUnits }: Spending) {
    const transaction = new Transaction();
    for (const { outpoint, index, units } of inputs) {
      const [txid = '', output] = outpoint.split(':');
      const { script, ...how } = bitcoinPayment(account, index);
      const tapInternalKey = 'tapInternalKey' in how ? { tapInternalKey: how.tapInternalKey } : {};
      transaction.addInput({
        txid,
        index: Number(output),
        witnessUtxo: { script, amount: units },
        sequence: replaceable,
        ...tapInternalKey,
      });
    }
    for (const { address, units } of payments) transaction.addOutput(outputOf(address, units));
    if (changeUnits > 0n) transaction.addOutput(outputOf(hotAddress, changeUnits, { isChange: true }));
    for (const [at, { index }] of inputs.entries()) {
      const { privateKey } = receivingKey(account.key, index);
      if (!privateKey) throw new Error('there is no private key');
      transaction.signIdx(privateKey, at);
    }
    transaction.finalize();
    return { raw: transaction.hex, hash: transaction.id };
  }

  return { address: (index) => bitcoinAddress(account, index), canPay, sign };
}
