/** Facts of a shard as texts by key, from Postgres and from a replay: equal facts have equal texts. */
export interface ComparedRows {
  /** What a row is: 'open order' */
  what: string;
  /** Plural, for a person. */
  many: string;
  /** What a row's text is made of. */
  fields: string;
  rows: Map<string, string>;
}

/** One line for each row that is not the same on both sides. Lists are of the same tables in the same order. */
export function compareRows(settled: ComparedRows[], replayed: ComparedRows[]): string[] {
  return settled.flatMap(({ what, fields, rows }, at) => {
    const others = replayed[at]?.rows ?? new Map<string, string>();
    return [...new Set([...rows.keys(), ...others.keys()])].flatMap((key) => {
      const ours = rows.get(key) ?? 'nothing';
      const theirs = others.get(key) ?? 'nothing';
      return ours === theirs ? [] : [`${what} ${key} (${fields}): Postgres ${ours}, replay ${theirs}`];
    });
  });
}

/** The tables as text, for `parseRows`. */
export function stringifyRows(tables: ComparedRows[]): string {
  return JSON.stringify(tables.map((table) => ({ ...table, rows: [...table.rows] })));
}

export function parseRows(text: string): ComparedRows[] {
  const tables = JSON.parse(text) as (Omit<ComparedRows, 'rows'> & { rows: [string, string][] })[];
  return tables.map((table) => ({ ...table, rows: new Map(table.rows) }));
}

/** The scale or steps of something that has rows. @throws Error when it is not listed */
export function known<Scale>(scales: Map<number, Scale>, id: number, what: string): Scale {
  const scale = scales.get(id);
  if (scale === undefined) throw new Error(`there are rows of ${what} ${id}, which is not listed`);
  return scale;
}
