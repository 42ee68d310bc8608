/** JSON-RPC of EVM networks. */
import {
  BaseError,
  BlockNotFoundError,
  createPublicClient,
  type Hash,
  http,
  type PublicClient,
  parseAbi,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';

const timeoutMs = 10_000;
/** Answers 429 and 5xx, and connections that break, are tried again after growing pauses; a Retry-After is kept. */
const retries = 4;
export const requestsAtOnce = 10;

export const erc20 = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
]);

export type EvmClient = PublicClient;

/**
 * Nothing of it is kept between two calls: viem's own memory of the block number is not used. Errors of viem name its address, and those of
 * nodes have keys in their paths, queries or credentials: viem knows scheme, host and port alone, and requests go to the whole address.
 */
export function createEvmClient(url: string, { timeout = timeoutMs, retryCount = retries } = {}): EvmClient {
  const { origin } = new URL(url);
  const whole = withoutCredentials(url);
  const transport = http(origin, {
    timeout,
    retryCount,
    fetchFn: (_origin, init) => fetch(whole.url, { ...init, headers: { ...init?.headers, ...whole.headers } }),
  });
  return createPublicClient({ cacheTime: 0, transport });
}

/** fetch refuses an address with credentials, by an error that shows them: they are sent as basic authentication. */
function withoutCredentials(text: string): { url: string; headers: Record<string, string> } {
  const url = new URL(text);
  const { username, password } = url;
  if (username === '' && password === '') return { url: text, headers: {} };
  const pair = [username, password].map(decodeURIComponent).join(':');
  Object.assign(url, { username: '', password: '' });
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

export type EvmBlock = Awaited<ReturnType<typeof findFullBlock>> & object;
export type EvmReceipt = Awaited<ReturnType<typeof findReceipt>> & object;

/** With its transactions; undefined above the head. */
export function findFullBlock(client: EvmClient, height: number) {
  return client.getBlock({ blockNumber: BigInt(height), includeTransactions: true }).catch(missing(BlockNotFoundError));
}

export async function findBlockHash(client: EvmClient, height: number): Promise<Hash | undefined> {
  const block = await client.getBlock({ blockNumber: BigInt(height) }).catch(missing(BlockNotFoundError));
  return block?.hash;
}

export function findReceipt(client: EvmClient, hash: Hash) {
  return client.getTransactionReceipt({ hash }).catch(missing(TransactionReceiptNotFoundError));
}

export function findTransaction(client: EvmClient, hash: Hash) {
  return client.getTransaction({ hash }).catch(missing(TransactionNotFoundError));
}

/** Codes of a call that was run and has failed: of geth and those that follow it, and of parity and those that follow it. */
const failureCodes: readonly unknown[] = [3, -32_015];
/** What geth, erigon, nethermind, besu and anvil say of such a call where they give it a code that other errors have too. */
const failureTexts =
  /revert|opcode|out of gas|gas required exceeds|gas uint64 overflow|stack ?(under|over)flow|stack limit|invalid ?jump|invalid code|write protection|return data out of bounds|bad ?instruction|vm execution error/i;

/** Whether the contract itself has failed, whichever server runs it. A server that cannot run it, because it has no state of the block for example, is another error. */
export function isFailureOfCall(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const hasCode = error.walk((cause) => failureCodes.includes((cause as { code?: unknown } | null)?.code));
  return hasCode !== null || failureTexts.test(error.details);
}

/** What is not there is undefined; every other error stays one. */
function missing(kind: new (...given: never[]) => Error): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof kind)) throw error;
  };
}

/** The work for each item, some at once, with the results in the order of the items. */
export async function mapSome<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += requestsAtOnce)
    results.push(...(await Promise.all(items.slice(from, from + requestsAtOnce).map(work))));
  return results;
}
