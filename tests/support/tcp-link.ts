/** A TCP proxy before a server of a test; a test breaks the connections of the processes that it names. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';

/**
 * cut: connections are reset, new ones refused. stall: no byte passes in either direction, and what was held back
 * arrives after `restore`. loseAnswers: what is sent arrives, and what the server answers does not.
 */
export type LinkFault = 'cut' | 'stall' | 'loseAnswers';

export interface TcpLink {
  /** The server's address with this link's port in it. */
  url: string;
  /** Breaks the connections of these processes, those that they open later included, until `restore`. */
  strike(fault: LinkFault, pids: readonly number[]): void;
  restore(): void;
  close(): Promise<void>;
}

interface Connection {
  client: Socket;
  server: Socket;
}

/** Listens on a free port of the loopback address and forwards to the server at `url`. Linux only: it reads /proc. */
export async function openLink(url: string): Promise<TcpLink> {
  const { port, hostname } = new URL(url);
  const connections = new Set<Connection>();
  let struck: { fault: LinkFault; pids: readonly number[] } | undefined;

  const isStruckBy = (fault: LinkFault, client: Socket) => struck?.fault === fault && belongsTo(client, struck.pids);
  const breakIfStruck = (connection: Connection) => {
    const { client, server } = connection;
    if (isStruckBy('cut', client)) for (const [socket] of bothWays(connection)) socket.resetAndDestroy();
    else if (isStruckBy('stall', client)) for (const [socket] of bothWays(connection)) socket.pause();
    else if (isStruckBy('loseAnswers', client)) server.removeAllListeners('data').resume();
  };
  const accept = (client: Socket) => {
    if (isStruckBy('cut', client)) {
      client.resetAndDestroy();
      return;
    }
    const connection = { client, server: openSocket(Number(port), hostname) };
    connections.add(connection);
    for (const [from, to] of bothWays(connection)) {
      from.setNoDelay(true);
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        connections.delete(connection);
      });
    }
    breakIfStruck(connection);
  };

  const listener = createServer({ allowHalfOpen: true }, accept);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(url);
  proxied.port = String((listener.address() as AddressInfo).port);
  return {
    url: proxied.href,
    strike(fault, pids) {
      struck = { fault, pids };
      for (const connection of connections) breakIfStruck(connection);
    },
    restore() {
      for (const connection of connections) {
        // A connection that has lost bytes is of no use.
        if (isStruckBy('loseAnswers', connection.client)) connection.client.destroy();
        else for (const [socket] of bothWays(connection)) socket.resume();
      }
      struck = undefined;
    },
    async close() {
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const connection of connections) for (const [socket] of bothWays(connection)) socket.destroy();
      await closed;
    },
  };
}

function bothWays({ client, server }: Connection): [Socket, Socket][] {
  return [
    [client, server],
    [server, client],
  ];
}

/** True when the other end of a loopback connection is a socket of one of the processes. */
function belongsTo(client: Socket, pids: readonly number[]): boolean {
  const inode = inodeOfConnection(client.remotePort ?? 0, client.localPort ?? 0);
  return inode !== undefined && pids.some((pid) => holdsSocket(pid, inode));
}

/**
 * The inode of the IPv4 socket that is bound to the port and connected to the other. Both are asked: the system gives
 * a port to several connections that lead elsewhere.
 */
function inodeOfConnection(ownPort: number, otherPort: number): string | undefined {
  for (const line of readFileSync('/proc/net/tcp', 'latin1').split('\n').slice(1)) {
    const [, own, other, , , , , , , inode] = line.trim().split(/\s+/);
    if (own?.endsWith(hexPort(ownPort)) && other?.endsWith(hexPort(otherPort))) return inode;
  }
  return undefined;
}

const hexPort = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;

function holdsSocket(pid: number, inode: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).some((name) => {
    try {
      return readlinkSync(`${folder}/${name}`) === `socket:[${inode}]`;
    } catch {
      // Closed while it was looked at.
      return false;
    }
  });
}
