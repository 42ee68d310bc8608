/** Which outputs of ours a transaction of the Bitcoin family spends, and what it costs. */
import type { BitcoinChainName } from '@pelican/shared/contracts/payments';
import { selectUTXO, Transaction } from '@scure/btc-signer';

import { bitcoinNetworks } from './networks.ts';
import { dustUnits, libraryNetwork, scriptOfAddress } from './scripts.ts';

/** That a transaction spends, and as many more that one in its place adds: nodes relay no large ones, and each is paid for. */
export const inputsMax = 100;
/** Of an input with a witness key. */
const inputBytes = 68n;
/** An output that is worth less than this many times the fee of spending it stays where it is: anybody can send many of them. */
const worthMin = 3n;

export interface SpendableOutput {
  /** `<transaction>:<output>` */
  outpoint: string;
  address: string;
  units: bigint;
}

export interface ChosenCoins {
  inputs: string[];
  feeUnits: bigint;
}

interface CoinsWanted {
  payments: readonly { address: string; units: bigint }[];
  available: readonly SpendableOutput[];
  /** Those of the transaction that is replaced: all are spent again. */
  required?: readonly SpendableOutput[];
  /** Units for a virtual byte. */
  feeRate: bigint;
  /** Change goes there. */
  hotAddress: string;
}

/** Whether nodes relay an output of this amount to the address. An address of another network is none. */
export function isPayable(chain: BitcoinChainName, address: string, units: bigint): boolean {
  try {
    return units >= dustUnits(scriptOfAddress(chain, address), bitcoinNetworks[chain].dustRate);
  } catch {
    return false;
  }
}

/** @returns undefined when the largest outputs are not enough for the payments and the fee */
export function chooseCoins(chain: BitcoinChainName, wanted: CoinsWanted): ChosenCoins | undefined {
  const { payments, available, required = [], feeRate, hotAddress } = wanted;
  const inputOf = ({ outpoint, address, units }: SpendableOutput) => {
    const [txid = '', index] = outpoint.split(':');
    // An input of taproot, whose key is not known here, is counted as one of a witness key: ten bytes more.
    const script = scriptOfAddress(chain, address);
    const counted = script.length === 22 ? script : Uint8Array.from([0, 20, ...script.slice(2, 22)]);
    return { txid, index: Number(index), witnessUtxo: { script: counted, amount: units } };
  };
  const largest = available
    .filter(({ units }) => units >= worthMin * inputBytes * feeRate)
    .toSorted((one, other) => Number(other.units - one.units))
    .slice(0, inputsMax);
  const outputs = payments.map(({ address, units }) => ({ script: scriptOfAddress(chain, address), amount: units }));
  const selected = selectUTXO(largest.map(inputOf), outputs, 'accumBiggest', {
    changeAddress: hotAddress,
    feePerByte: feeRate,
    network: libraryNetwork(bitcoinNetworks[chain]),
    bip69: false,
    createTx: false,
    requiredInputs: required.map(inputOf),
  });
  if (!selected) return undefined;
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);
  const inputs = selected.inputs.map(({ txid, index }) => `${Buffer.from(txid ?? []).toString('hex')}:${index}`);
  const unitsOf = new Map([...available, ...required].map(({ outpoint, units }) => [outpoint, units]));
  const rest = sum(inputs.map((outpoint) => unitsOf.get(outpoint) ?? 0n)) - sum(payments.map(({ units }) => units));
  // Without change all that is left is the network's.
  return { inputs, feeUnits: selected.change ? (selected.fee ?? rest) : rest };
}

/** What a signed transaction pays its network, and for a virtual byte. @param unitsOf of the outputs that it spends */
export function paidFee(raw: string, unitsOf: ReadonlyMap<string, bigint>): { units: bigint; rate: bigint } {
  const transaction = read(raw);
  let units = 0n;
  for (const outpoint of outpointsOf(transaction)) units += unitsOf.get(outpoint) ?? 0n;
  for (let place = 0; place < transaction.outputsLength; place += 1) units -= transaction.getOutput(place).amount ?? 0n;
  return { units, rate: units / BigInt(transaction.vsize) };
}

/** `<transaction>:<output>` of each output that a signed transaction spends. */
export const spentOutpoints = (raw: string): string[] => outpointsOf(read(raw));

const read = (raw: string) => Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true });

function outpointsOf(transaction: Transaction): string[] {
  return Array.from({ length: transaction.inputsLength }, (_, place) => {
    const { txid, index } = transaction.getInput(place);
    return `${Buffer.from(txid ?? []).toString('hex')}:${index}`;
  });
}
