/** One request under way, and the types of handlers. */
import { DomainError, type ResultOf, type SocketMethods } from '@pelican/shared/contracts';
import type { Span } from '@pelican/tracing';
import type { Principal } from '../../../platform/http/index.ts';
import type { Connection } from '../connection/connection.ts';
import { answer, refusal, rpcError } from '../connection/envelope.ts';

export class Call<Result = unknown> {
  readonly connection: Connection;
  readonly params: unknown[];
  /** Ends with the answer; undefined when the call is not traced. */
  span: Span | undefined;
  private readonly idText: string;

  constructor(connection: Connection, params: unknown[], idText: string) {
    this.connection = connection;
    this.params = params;
    this.idText = idText;
  }

  /** Answers; pushes that the call causes must be queued after this. */
  answer(result: Result): void {
    this.answerJson(JSON.stringify(result));
  }

  /** As `answer`, with the result as JSON already. */
  answerJson(resultJson: string): void {
    this.connection.send(answer(resultJson, this.idText));
    this.span?.end();
  }

  success(): void {
    this.answerJson('{"status":"success"}');
  }

  refuse(error: unknown): void {
    const refused = rpcError(error);
    this.connection.send(refusal(refused, this.idText));
    this.span?.setAttribute('error.type', refused.name).end();
  }

  /** @throws DomainError unauthorized */
  principal(): Principal {
    const { principal } = this.connection;
    if (!principal) throw new DomainError('unauthorized', { message: 'require authentication' });
    return principal;
  }
}

export type Method<Result = unknown> = (call: Call<Result>) => void | Promise<void>;
export type Methods = Record<string, Method>;
/** Handlers of declared calls. */
export type MethodsOf<Table extends SocketMethods> = {
  [Name in keyof Table]: Method<ResultOf<Table[Name] & SocketMethods[keyof SocketMethods]>>;
};
