/**
 * Declarations of HTTP calls. A domain's table names each call by method and path and says who may call it, what it takes and
 * what it answers. The server's route, the OpenAPI document and the client's typed call all come from it. The client's call takes
 * the types only: a schema is in its bundle where a form or a screen holds what it sends against it (docs/decisions/0203).
 */
import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import type { Permission } from './operations/permissions.ts';

/**
 * Who may call. `open`: no caller is identified. `optional`: a caller with valid credentials is identified, others are let in.
 * `read`, `trade`, `transfer`, `withdraw`: a session, or the signature of an API key of that scope. `person`: only a session. `operator:listings` and
 * the like: the session of an operator with that permission; `operator`: of any operator.
 */
export type Access = 'open' | 'optional' | 'read' | 'trade' | 'transfer' | 'withdraw' | 'person' | OperatorAccess;
export type OperatorAccess = 'operator' | `operator:${Permission}`;

export type Method = 'GET' | 'POST' | 'DELETE';

/** A path has its parameters as `:name`. */
export type EndpointName = `${Method} /${string}`;

interface EndpointParts {
  /** Its chapter of the OpenAPI document. */
  tag: string;
  summary: string;
  description?: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body is a form with files, which `description` names. With a `body`, which is nullish then, the same fields may come as JSON too. */
  takesForm?: true;
  response: z.ZodMiniType;
  /** Statuses whose answers have the shape of `response`; 200 alone when absent. */
  statuses?: readonly number[];
  limits?: Limits;
  /** The refusals that a client usually handles by themselves; docs/api.md lists all codes. */
  errors?: readonly ErrorCode[];
}

/** Everybody gets its answer alike, for no caller is identified. */
interface OpenEndpoint extends EndpointParts {
  access: 'open';
  /** For how long shared caches may keep the answer, before they ask by its ETag whether it is still the same. Only of a GET. */
  maxAgeSeconds?: number;
}

/** Its answer may be of the caller: no cache may hand it to others. */
interface CallerEndpoint extends EndpointParts {
  access: Exclude<Access, 'open'>;
  maxAgeSeconds?: never;
}

export type Endpoint = OpenEndpoint | CallerEndpoint;

/** What holds for a call besides the limits of every call. */
export interface Limits {
  bodyBytesMax?: number;
  /** `identification`: an address gets few of these calls in a minute, for each costs a hash, a mail or a guess. */
  rate?: LimitedRate;
  /**
   * What a GET costs of the caller's budget of reads beside what each costs. `page`: a page of the caller's own records, by its `offset` and `limit`;
   * a number: an answer that is small but made of many rows, or a file.
   */
  rows?: 'page' | number;
}

export type LimitedRate = 'identification';

/** Caches keep answers of GET alone. */
export type Endpoints = {
  [Name in EndpointName]: Name extends `GET ${string}` ? Endpoint : Endpoint & { maxAgeSeconds?: never };
};

/** Keeps the exact type of a table. */
export function declareEndpoints<const Table extends Endpoints>(table: Table): Table {
  return table;
}

type Part = 'params' | 'query' | 'headers' | 'body';

/** A part of a call as its handler gets it; undefined when the endpoint takes none. */
export type Received<Call extends Endpoint, Name extends Part> =
  Call extends Record<Name, infer Schema extends z.ZodMiniType> ? z.output<Schema> : undefined;

/** What the call answers. */
export type AnswerOf<Call extends Endpoint> = z.output<Call['response']>;

/** The parts that a caller has to give, and may give. */
export type PartsOf<Call extends Endpoint> = (Call extends { params: infer Schema extends z.ZodMiniType }
  ? { params: z.output<Schema> }
  : unknown) &
  (Call extends { query: infer Schema extends z.ZodMiniType } ? { query?: QueryOf<z.output<Schema>> } : unknown) &
  (Call extends { takesForm: true }
    ? {
        body:
          | FormBody
          | (Call extends { body: infer Schema extends z.ZodMiniType } ? NonNullable<z.input<Schema>> : never);
      }
    : Call extends { body: infer Schema extends z.ZodMiniType }
      ? BodyOf<z.input<Schema>>
      : unknown);

/** A FormData of browsers, which not every program that reads this knows. */
export interface FormBody {
  append(name: string, value: string): void;
}

/** Every field of a query has a default, or is checked by the server. */
type QueryOf<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

type BodyOf<Value> = undefined extends Value ? { body?: Value } : { body: Value };
