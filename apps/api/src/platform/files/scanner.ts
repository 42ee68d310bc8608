/** An antivirus scanner that speaks the protocol of clamd: INSTREAM, then the content in chunks, then the verdict. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { DomainError } from '@pelican/shared/contracts';

/** Whether the content is free of what the scanner knows. @throws DomainError service_unavailable when it gives no verdict */
export type ScanFile = (content: Buffer) => Promise<boolean>;

const verdictMs = 20_000;

/** @param address `host:port` */
export function clamdScanner(address: string): ScanFile {
  const { hostname: host, port } = new URL(`tcp://${address}`);
  return async (content) => {
    const verdict = await askClamd({ host: host.replace(/^\[|\]$/g, ''), port: Number(port) }, content).catch(
      (cause) => {
        throw new DomainError('service_unavailable', { cause, details: { part: 'file scanner' } });
      },
    );
    if (/\bFOUND\b/.test(verdict)) return false;
    if (/\bOK\b/.test(verdict)) return true;
    throw new DomainError('service_unavailable', { details: { part: 'file scanner', verdict: verdict.slice(0, 100) } });
  };
}

async function askClamd(address: { host: string; port: number }, content: Buffer): Promise<string> {
  const socket = connect(address);
  const signal = AbortSignal.timeout(verdictMs);
  const abort = () => socket.destroy(new Error('the scanner does not answer'));
  signal.addEventListener('abort', abort);
  try {
    await once(socket, 'connect', { signal });
    const size = Buffer.alloc(4);
    size.writeUInt32BE(content.length);
    socket.write(Buffer.concat([Buffer.from('zINSTREAM\0'), size, content, Buffer.alloc(4)]));
    return await text(socket);
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}
