/**
 * JSON-RPC of the nodes of the Bitcoin family. Amounts come as the digits that the node has written, and never become floats. What an error says
 * names neither the address of the node nor its credentials.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Decimal } from 'decimal.js';

const answerMs = 30_000;
/** A node that starts, or has too many questions, is asked again after growing pauses. */
const pausesMs = [200, 1_000, 3_000];
const unitsPerCoin = 100_000_000;

/** The node's own refusal, with its code. */
export class NodeRefusal extends Error {
  readonly code: number;

  constructor(method: string, { code, message }: { code: number; message: string }) {
    super(`the node refuses ${method}: ${message} (${code})`);
    this.code = code;
  }
}

/** Codes of Bitcoin Core, which those that follow it have too. */
export const nodeCodes = {
  notFound: -5,
  outOfRange: -8,
  verifyRejected: -26,
  alreadyInChain: -27,
  warmingUp: -28,
} as const;

export interface BitcoinClient {
  /** @throws NodeRefusal; Error when the node does not answer */
  call(method: string, ...params: unknown[]): Promise<unknown>;
  /** Several questions in one request, answers in their order. @throws NodeRefusal of the first one that is refused */
  callAll(questions: readonly (readonly [method: string, ...params: unknown[]])[]): Promise<unknown[]>;
}

interface Answer {
  id: number;
  result: unknown;
  error: { code: number; message: string } | null;
}

/** @param url may have a user and a password */
export function createBitcoinClient(url: string, { timeoutMs = answerMs } = {}): BitcoinClient {
  const { username, password } = new URL(url);
  const endpoint = new URL(url);
  endpoint.username = '';
  endpoint.password = '';
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const headers = {
    'content-type': 'application/json',
    ...(username === '' ? {} : { authorization: `Basic ${credentials}` }),
  };

  async function ask(body: string): Promise<string> {
    for (const wait of [...pausesMs, undefined]) {
      const answer = await fetch(endpoint, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch((error: unknown) => ({ status: 0, text: reasonOf(error) }));
      // A refusal has status 500 or 404, and is JSON.
      if (/^\s*[[{]/.test(answer.text) && !isWarmingUp(answer.text)) return answer.text;
      if (answer.status === 401 || answer.status === 403) throw new Error('the node refuses the credentials');
      if (wait === undefined)
        throw new Error(`the node does not answer: ${answer.status === 0 ? answer.text : answer.status}`);
      await pause(wait);
    }
    throw new Error('the node does not answer');
  }

  async function callAll(questions: readonly (readonly [string, ...unknown[]])[]): Promise<unknown[]> {
    if (questions.length === 0) return [];
    const requests = questions.map(([method, ...params], id) => ({ jsonrpc: '1.0', id, method, params }));
    const text = await ask(JSON.stringify(requests.length === 1 ? requests[0] : requests));
    const parsed = parseExact(text) as Answer | Answer[];
    const answers = new Map((Array.isArray(parsed) ? parsed : [parsed]).map((one) => [one.id, one]));
    return questions.map(([method], id) => {
      const answer = answers.get(id);
      if (!answer) throw new Error(`the node does not answer ${method}`);
      if (answer.error) throw new NodeRefusal(method, answer.error);
      return answer.result;
    });
  }

  return {
    callAll,
    async call(method, ...params) {
      const [result] = await callAll([[method, ...params]]);
      return result;
    },
  };
}

const isWarmingUp = (text: string) => text.length < 500 && text.includes(`"code":${nodeCodes.warmingUp}`);

/** Without the address, which fetch names in the causes of its errors only. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
  return typeof cause?.code === 'string' ? cause.code : (name ?? 'error');
}

/** Numbers with a point or an exponent stay the digits that were sent. */
function parseExact(text: string): unknown {
  const exact = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && /[.e]/i.test(context?.source ?? '') ? context?.source : value;
  return JSON.parse(text, exact);
}

/** @param amount of coins, as the node writes it: '0.00001000' @returns the smallest units @throws RangeError for parts of a unit */
export function coinUnits(amount: string | number): bigint {
  const units = new Decimal(amount).times(unitsPerCoin);
  if (!units.isInteger()) throw new RangeError(`${amount} has parts of the smallest unit`);
  return BigInt(units.toFixed(0));
}
