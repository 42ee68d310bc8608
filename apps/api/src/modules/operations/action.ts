/** Operators' actions on balances, as functions for the command line and the console. */
import type { z } from 'zod';
import type { Transaction } from '../../platform/database/index.ts';

export interface OperatorAction<Payload, Result> {
  /** Of the audit record and of requests: 'wallet.credit' */
  name: string;
  /** Of the content of a request; what it parses is plain JSON. */
  payload: z.ZodType<Payload>;
  /**
   * Does it once, with its audit record.
   * @param actor 'ops:<name>' or 'user:<id>'
   * @throws DomainError or RangeError when it cannot be done; nothing is changed then
   */
  run(tx: Transaction, actor: string, payload: Payload): Promise<Result>;
}
