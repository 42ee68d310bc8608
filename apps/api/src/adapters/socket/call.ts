/** One request under way, and what the methods are made of. */
import { DomainError } from '@pelican/shared/errors.ts';
import type { Principal } from '../../platform/http/index.ts';
import type { Connection } from './connection.ts';
import { answer, refusal, rpcError } from './envelope.ts';

export class Call {
  readonly connection: Connection;
  readonly params: unknown[];
  private readonly idText: string;

  constructor(connection: Connection, params: unknown[], idText: string) {
    this.connection = connection;
    this.params = params;
    this.idText = idText;
  }

  /** Answers; pushes that the call causes must be queued after this. */
  answer(result: unknown): void {
    this.answerJson(JSON.stringify(result));
  }

  answerJson(resultJson: string): void {
    this.connection.send(answer(resultJson, this.idText));
  }

  success(): void {
    this.answerJson('{"status":"success"}');
  }

  refuse(error: unknown): void {
    this.connection.send(refusal(rpcError(error), this.idText));
  }

  /** @throws DomainError unauthorized */
  principal(): Principal {
    const { principal } = this.connection;
    if (!principal) throw new DomainError('unauthorized', { message: 'require authentication' });
    return principal;
  }
}

export type Method = (call: Call) => void | Promise<void>;
export type Methods = Record<string, Method>;
