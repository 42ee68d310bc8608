import type { RpcError } from './wire.ts';

export interface Frame {
  id: unknown;
  method?: string;
  params?: unknown[];
  error?: RpcError | null;
  result?: unknown;
}

/** A text frame as an envelope; null for any other text. */
export function parseFrame(data: string): Frame | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as Frame) : null;
  } catch {
    return null;
  }
}

/** A refusal by the socket, or the lack of an answer (code 0: not connected, 5: no answer in time). */
export class SocketError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'SocketError';
    this.code = code;
  }
}
