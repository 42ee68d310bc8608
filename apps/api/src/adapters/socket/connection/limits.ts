/** What one connection may do, and how often pushes go out. From the environment, so that a benchmark can raise it. */
import { readSettings, wholeNumber } from '@pelican/shared/settings';

const count = (about: string, fallback: number) => wholeNumber({ about, fallback });
const bytes = (about: string, fallback: number) => wholeNumber({ about, unit: 'bytes', fallback, min: 1024 });
/** An hour is more than any connection lives without a frame. */
const milliseconds = (about: string, fallback: number, min = 1) =>
  wholeNumber({ about, unit: 'ms', fallback, min, max: 3_600_000 });

/** docs/socket.md says what a client sees of them. */
export const socketSettings = {
  SOCKET_REQUESTS_PER_SECOND: wholeNumber({ about: 'requests of a connection', unit: '1/s', fallback: 50 }),
  SOCKET_REQUEST_BURST: count('requests of a connection at once', 200),
  SOCKET_LIST_MAX: count('markets or assets in a list, books or charts of a connection', 200),
  SOCKET_MESSAGE_BYTES_MAX: bytes('bytes of a message, beyond which the connection is closed', 16_384),
  SOCKET_CONNECTIONS_PER_IP: count('connections of an address to one process', 100),
  SOCKET_CONNECTIONS_MAX: count('connections of all to one process', 20_000),
  SOCKET_MALFORMED_MAX: count('malformed messages until a connection is closed', 10),
  SOCKET_IDLE_MS: milliseconds('without a frame for so long a connection is closed', 75_000, 100),
  SOCKET_PING_MS: milliseconds('time between pings', 30_000, 100),
  SOCKET_WAITING_BYTES_MAX: bytes('unsent bytes at which a connection is closed', 4 * 1024 * 1024),
  SOCKET_WAITING_BYTES_MAX_PER_IP: bytes(
    "unsent bytes of an address's slow connections, beyond which the one with the most is ended",
    32 * 1024 * 1024,
  ),
  SOCKET_WAITING_BYTES_MAX_TOTAL: bytes('the same of all slow connections', 256 * 1024 * 1024),
  SOCKET_SLOW_BYTES: bytes('unsent bytes from which on public streams are conflated', 128 * 1024),
  SOCKET_DEPTH_MS: milliseconds('time between pushes of a book', 100),
  SOCKET_DEALS_MS: milliseconds('time between pushes of trades', 50),
  SOCKET_FIGURES_MS: milliseconds('time between pushes of price, state, today and kline', 250),
  SOCKET_CLEAN_MS: milliseconds('a book is sent whole at least so often', 60_000),
  SOCKET_QUIET_CLEAN_MS: milliseconds('a book is sent whole after so much quiet', 10_000),
};

export interface SocketLimits {
  requestsPerSecond: number;
  requestBurst: number;
  /** Markets or assets in one list. */
  listMax: number;
  /** Longer messages close the connection before they are parsed. A token of 8 kB and a list of 200 names fit. */
  messageBytesMax: number;
  connectionsPerIp: number;
  /** The limit over all addresses. */
  connectionsMax: number;
  /** The malformed message of this number closes the connection. */
  malformedMax: number;
  /** Without any inbound frame for so long a connection is closed. */
  idleMs: number;
  pingMs: number;
  /** Unsent bytes at which a reader is too slow to be served: closed with 1013. */
  waitingBytesMax: number;
  /** Unsent bytes of all slow readers of an IPv4 address or IPv6 /48, and of all: beyond it the largest is dropped. */
  waitingBytesMaxPerIp: number;
  waitingBytesMaxTotal: number;
  /** Unsent bytes from which on public streams are conflated. */
  slowBytes: number;
  depthMs: number;
  tradesMs: number;
  /** Price, state, today and kline. */
  figuresMs: number;
  /** A book is sent whole at least so often. */
  cleanMs: number;
  /** And once after so much quiet. */
  quietCleanMs: number;
}

/** @throws ConfigError with one line a wrong value */
export function readSocketLimits(env: NodeJS.ProcessEnv): SocketLimits {
  const given = readSettings(socketSettings, env);
  return {
    requestsPerSecond: given.SOCKET_REQUESTS_PER_SECOND,
    requestBurst: given.SOCKET_REQUEST_BURST,
    listMax: given.SOCKET_LIST_MAX,
    messageBytesMax: given.SOCKET_MESSAGE_BYTES_MAX,
    connectionsPerIp: given.SOCKET_CONNECTIONS_PER_IP,
    connectionsMax: given.SOCKET_CONNECTIONS_MAX,
    malformedMax: given.SOCKET_MALFORMED_MAX,
    idleMs: given.SOCKET_IDLE_MS,
    pingMs: given.SOCKET_PING_MS,
    waitingBytesMax: given.SOCKET_WAITING_BYTES_MAX,
    waitingBytesMaxPerIp: given.SOCKET_WAITING_BYTES_MAX_PER_IP,
    waitingBytesMaxTotal: given.SOCKET_WAITING_BYTES_MAX_TOTAL,
    slowBytes: given.SOCKET_SLOW_BYTES,
    depthMs: given.SOCKET_DEPTH_MS,
    tradesMs: given.SOCKET_DEALS_MS,
    figuresMs: given.SOCKET_FIGURES_MS,
    cleanMs: given.SOCKET_CLEAN_MS,
    quietCleanMs: given.SOCKET_QUIET_CLEAN_MS,
  };
}
