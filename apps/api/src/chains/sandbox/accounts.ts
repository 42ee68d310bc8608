/** Who has what on the sandbox network after a block. */
import { type SandboxTransaction, senderOf } from './transaction.ts';

export class SandboxAccounts {
  #before: SandboxAccounts | undefined;
  #balances = new Map<string, bigint>();
  #nonces = new Map<string, number>();

  /** @param before accounts that it begins with and leaves as they are: what changes is in the new ones alone */
  constructor(before?: SandboxAccounts) {
    this.#before = before;
  }

  balance(address: string, contract: string): bigint {
    return this.#balances.get(keyOf(address, contract)) ?? this.#before?.balance(address, contract) ?? 0n;
  }

  /** What the address has of each contract. */
  holdings(address: string): [contract: string, units: bigint][] {
    return [...this.#balances]
      .filter(([key, units]) => key.startsWith(`${address}|`) && units > 0n)
      .map(([key, units]) => [key.slice(address.length + 1), units]);
  }

  /** How many transactions of the account are in blocks. */
  nonce(address: string): number {
    return this.#nonces.get(address) ?? this.#before?.nonce(address) ?? 0;
  }

  /** Whether it is the sender's next transaction and its sender can pay for it. */
  canApply(transaction: SandboxTransaction): boolean {
    if ('faucet' in transaction) return true;
    const sender = senderOf(transaction) as string;
    if (transaction.nonce !== this.nonce(sender)) return false;
    const { contract, fee, units } = transaction;
    if (contract === '') return this.balance(sender, '') >= BigInt(units) + BigInt(fee);
    return this.balance(sender, '') >= BigInt(fee) && this.balance(sender, contract) >= BigInt(units);
  }

  /** @throws Error when it cannot be applied */
  apply(transaction: SandboxTransaction): void {
    if (!this.canApply(transaction))
      throw new Error('the transaction cannot be paid, or is not the next of its sender');
    const { to, contract, units } = transaction;
    if (!('faucet' in transaction)) {
      const sender = senderOf(transaction) as string;
      this.#change(sender, '', -BigInt(transaction.fee));
      this.#change(sender, contract, -BigInt(units));
      this.#nonces.set(sender, transaction.nonce + 1);
    }
    this.#change(to, contract, BigInt(units));
  }

  #change(address: string, contract: string, units: bigint): void {
    this.#balances.set(keyOf(address, contract), this.balance(address, contract) + units);
  }
}

const keyOf = (address: string, contract: string) => `${address}|${contract}`;
