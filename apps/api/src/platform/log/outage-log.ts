export interface OutageLog {
  /** The work has failed: that is logged unless it failed the last time too. */
  failed(error: unknown): void;
  /** The work is done. */
  succeeded(): void;
}

/** For work that is done again and again: one line for each outage, whoever asks for the work meanwhile. */
export function createOutageLog(log: (error: unknown) => void): OutageLog {
  let isFailing = false;
  return {
    failed(error) {
      if (!isFailing) log(error);
      isFailing = true;
    },
    succeeded() {
      isFailing = false;
    },
  };
}
