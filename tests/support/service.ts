/** A server that a test has started. */

export interface Service {
  url: string;
  stop(): Promise<void>;
}
