/** One request under way, who asks, and the types of handlers. */
import { DomainError, type ResultOf, type SocketMethods } from '@pelican/shared/contracts';
import type { Span } from '@pelican/tracing';
import type { Principal } from '../../../platform/http/index.ts';
import type { Connection } from '../connection/connection.ts';
import { answer, refusal, rpcError } from '../connection/envelope.ts';

/** Who asks: a connection of the socket, or a call over HTTP. */
export interface Asker {
  readonly ip: string;
  readonly principal: Principal | undefined;
  readonly isOpen: boolean;
  /** Settles when the last long read that came is answered. */
  reading: Promise<unknown>;
  readsWaiting: number;
  send(text: string): void;
  /** Resolves once the asker has taken what was sent, or is gone. */
  whenDrained(): Promise<void>;
}

export class Call<Result = unknown, From extends Asker = Connection> {
  readonly connection: From;
  readonly params: unknown[];
  /** Ends with the answer; undefined when the call is not traced. */
  span: Span | undefined;
  private readonly idText: string;

  constructor(connection: From, params: unknown[], idText: string) {
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

export type Method<Result = unknown, From extends Asker = Connection> = (
  call: Call<Result, From>,
) => void | Promise<void>;
/** A handler that answers once and pushes nothing, so it needs no connection: queries are served over HTTP too. */
export type Query<Result = unknown> = Method<Result, Asker>;
export type QueryName = `${string}.query`;
export interface Methods {
  [name: QueryName]: Query;
  [name: string]: Method;
}
type HandlerOf<Name, Result> = Name extends QueryName ? Query<Result> : Method<Result>;
/** Handlers of declared calls. */
export type MethodsOf<Table extends SocketMethods> = {
  [Name in keyof Table]: HandlerOf<Name, ResultOf<Table[Name] & SocketMethods[keyof SocketMethods]>>;
};
