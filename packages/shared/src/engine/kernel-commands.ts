/** Commands of the kernel, which every shard has. They come from engines and operators, never from users. */
import { kernelOpMin, writeHead } from './journal.ts';
import type { ByteWriter } from './layout.ts';
import { positionNumber, positionTimeMs } from './stream-position.ts';

export const KernelOp = {
  /** u32 version @8: the shard's rules are those of this version from the next command on. */
  setRules: kernelOpMin,
  /** f64 milliseconds @8 | f64 number @16 | u16 index @24: the command at this index of this entry has no effect. */
  quarantine: kernelOpMin + 1,
} as const;

export const setRulesLength = 16;
export const quarantineLength = 32;

/** A command's place in the journal: its entry, and its index among the entry's commands. */
export interface CommandPlace {
  position: string;
  index: number;
}

/** `1790000000000-0/3`: how a command's place is written in logs and given to operator commands. */
export function placeText({ position, index }: CommandPlace): string {
  return `${position}/${index}`;
}

export function writeSetRules(writer: ByteWriter, version: number): void {
  const at = writeHead(writer, setRulesLength, KernelOp.setRules, 0, 0);
  writer.view.setUint32(at + 8, version, true);
}

export function readSetRules(view: DataView, at: number): number {
  return view.getUint32(at + 8, true);
}

export function writeQuarantine(writer: ByteWriter, { position, index }: CommandPlace): void {
  const at = writeHead(writer, quarantineLength, KernelOp.quarantine, 0, 0);
  writer.view.setFloat64(at + 8, positionTimeMs(position), true);
  writer.view.setFloat64(at + 16, positionNumber(position), true);
  writer.view.setUint16(at + 24, index, true);
}

export function readQuarantine(view: DataView, at: number): CommandPlace {
  const position = `${view.getFloat64(at + 8, true)}-${view.getFloat64(at + 16, true)}`;
  return { position, index: view.getUint16(at + 24, true) };
}
