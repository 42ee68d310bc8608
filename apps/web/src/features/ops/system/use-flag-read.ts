import { useFiguresRead } from '../parts/use-figures-read.ts';

/** The value of a flag that a dialog was opened with, and the version by which the server knows whether it is the present one. */
export function useFlagRead<Value>({ value, version }: { value: Value; version: number }) {
  return useFiguresRead({ value, version });
}
