/** Which bank an IFSC is of: from the lists that Razorpay publishes with the package `ifsc`. Nothing is asked over the network. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface FoundBank {
  bankName: string;
  /** A branch that was opened after the list was made is not in it. */
  isBranchKnown: boolean;
}

interface Lists {
  /** Names by the four letters of banks, and by those of the small ones that use a code of another bank. */
  names: Record<string, string>;
  /** Banks that use codes of another one: their own letters, by the whole code. */
  sublets: Record<string, string>;
  /** Branches by bank, as numbers without leading zeros where they are digits alone. */
  branches: Map<string, ReadonlySet<number | string>>;
}

let lists: Lists | undefined;

/** @param code eleven letters and digits in capitals @returns undefined: there is no such bank */
export function findBankOfIfsc(code: string): FoundBank | undefined {
  lists ??= readLists();
  const bankCode = code.slice(0, 4);
  const bankName = lists.names[lists.sublets[code] ?? bankCode] ?? lists.names[bankCode];
  if (bankName === undefined) return undefined;
  const branch = code.slice(5);
  const known = lists.branches.get(bankCode);
  return { bankName, isBranchKnown: known?.has(/^\d+$/.test(branch) ? Number(branch) : branch) ?? false };
}

interface NamedBank {
  /** The first four letters of its codes. */
  code: string;
  name: string;
}

/** Banks in India whose name or code has the text in it, by their names. */
export function findBanks(search: string): NamedBank[] {
  lists ??= readLists();
  const text = search.trim().toLowerCase();
  return Object.entries(lists.names)
    .map(([code, name]) => ({ code, name }))
    .filter(({ code, name }) => code.toLowerCase().includes(text) || name.toLowerCase().includes(text))
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.code.localeCompare(other.code, 'en'));
}

function readLists(): Lists {
  const branches = Object.entries(readList<(number | string)[]>(import.meta.resolve('ifsc/src/IFSC.json')));
  return {
    names: readList<string>(import.meta.resolve('ifsc/src/banknames.json')),
    sublets: readList<string>(import.meta.resolve('ifsc/src/sublet.json')),
    branches: new Map(branches.map(([bank, codes]) => [bank, new Set(codes)])),
  };
}

function readList<Value>(address: string): Record<string, Value> {
  return JSON.parse(readFileSync(fileURLToPath(address), 'utf8')) as Record<string, Value>;
}
