/**
 * What happened to a user and what they did, merged from the tables of all domains into one list: by time, the newest first. A page goes
 * on where the one before ended: at a time, a kind and an id, so that rows of the same moment are neither lost nor repeated.
 */
import { type Evidence, type EvidenceKind, evidenceKinds } from '@pelican/shared/contracts/operations';
import { deviceName } from '../../../../notices/index.ts';
import type { Queryable } from '../../../../platform/database/index.ts';

interface EvidenceSource {
  kind: EvidenceKind;
  /** Selects of: time, id, facts. `$1` is the user. A source may be of several selects, each by its own index. */
  selects: readonly { time: string; id: string; facts: string; from: string }[];
}

const figure = (column: string) => `trim_scale(${column})::text`;
const side = (column: string) => `CASE ${column} WHEN 1 THEN 'sell' ELSE 'buy' END`;
const market = (column: string) => `(SELECT name FROM markets WHERE id = ${column})`;
const instrument = (column: string) => `(SELECT name FROM instruments WHERE id = ${column})`;
const asset = (column: string) => `(SELECT ticker FROM assets WHERE id = ${column})`;

const orderFacts = `jsonb_build_object('market', ${market('market_id')}, 'side', ${side('side')}, 'price', ${figure('price')},
  'amount', ${figure('amount')}, 'filled', ${figure('deal_stock')}, 'source', source,
  'state', CASE status WHEN 1 THEN 'open' WHEN 2 THEN 'partly filled' WHEN 3 THEN 'filled' ELSE 'cancelled' END)`;

function tradeOf(own: 'buyer' | 'seller') {
  return {
    time: 'time',
    id: `market_id || '-' || id || '-${own}'`,
    facts: `jsonb_build_object('market', ${market('market_id')}, 'side', '${own === 'buyer' ? 'buy' : 'sell'}', 'price', ${figure('price')},
      'amount', ${figure('amount')}, 'gross', ${figure('gross')}, 'net', ${figure(`${own}_net`)}, 'order', ${own}_order_id::text)`,
    from: `spot_deals WHERE ${own}_id = $1`,
  };
}

function perpetualTradeOf(own: 'taker' | 'maker') {
  return {
    time: 'time',
    id: `market_id || '-' || id || '-${own}'`,
    facts: `jsonb_build_object('market', ${instrument('market_id')}, 'role', '${own}', 'price', ${figure('price')}, 'size', ${figure('size')},
      'notional', ${figure('notional')}, 'fee', ${figure(`${own}_fee`)}, 'pnl', ${figure(`${own}_pnl`)})`,
    from: `perpetual_deals WHERE ${own}_id = $1`,
  };
}

const auditFacts = `jsonb_build_object('actor', actor, 'action', action, 'subject', subject, 'reason', details ->> 'reason')`;

/** Actions of records, by their beginnings, that have a kind of their own. */
const recordKinds = {
  kyc: ['kyc.'],
  security: [
    'two_factor.',
    'passkey.',
    'recovery_codes.',
    'phone.',
    'api_key.',
    'factor_recovery.',
    'user.password_',
    'user.recovery_mailed',
  ],
} as const;

function isOf(kind: keyof typeof recordKinds): string {
  return `(${recordKinds[kind].map((begin) => `starts_with(action, '${begin}')`).join(' OR ')})`;
}

/** What was done to the user, looks at documents of an identity among it. */
function recordsAbout(kind: keyof typeof recordKinds): EvidenceSource {
  const from = `audit_records WHERE subject = 'user:' || $1::bigint AND ${isOf(kind)}`;
  return { kind, selects: [{ time: 'created_at', id: 'id::text', facts: auditFacts, from }] };
}

const sources: readonly EvidenceSource[] = [
  {
    kind: 'sign_in',
    selects: [
      {
        time: 'created_at',
        id: 'id::text',
        facts: `jsonb_build_object('event', kind, 'ip', ip, 'program', user_agent, 'reason', reason)`,
        from: 'sign_in_events WHERE user_id = $1',
      },
    ],
  },
  {
    kind: 'order',
    selects: [
      {
        time: 'created_at',
        id: 'id::text',
        facts: orderFacts,
        from: `spot_orders WHERE user_id = $1 AND finished_at = 'infinity'`,
      },
      {
        time: 'finished_at',
        id: 'id::text',
        facts: orderFacts,
        from: `spot_orders WHERE user_id = $1 AND finished_at < 'infinity'`,
      },
    ],
  },
  { kind: 'trade', selects: [tradeOf('buyer'), tradeOf('seller')] },
  {
    kind: 'perpetual_order',
    selects: [
      {
        time: 'created_at',
        id: 'id::text',
        facts: `jsonb_build_object('market', ${instrument('market_id')}, 'price', ${figure('price')}, 'size', ${figure('size')},
          'filled', ${figure('filled_size')}, 'leverage', leverage, 'pnl', ${figure('pnl')}, 'resting', is_resting, 'source', source)`,
        from: 'perpetual_orders WHERE user_id = $1',
      },
    ],
  },
  { kind: 'perpetual_trade', selects: [perpetualTradeOf('taker'), perpetualTradeOf('maker')] },
  {
    kind: 'transfer',
    selects: [
      {
        time: 'created_at',
        id: 'id::text',
        facts: `jsonb_build_object('asset', ${asset('asset_id')}, 'amount', ${figure('amount')}, 'from', from_wallet, 'to', to_wallet,
          'status', status, 'refused', reject_code)`,
        from: 'transfers WHERE user_id = $1',
      },
    ],
  },
  {
    kind: 'money',
    selects: [
      {
        time: 'leg.created_at',
        id: `leg.entry_id || '-' || leg.account_id`,
        facts: `jsonb_build_object('asset', ${asset('account.asset_id')}, 'amount', ${figure('leg.amount')}, 'entry', entry.kind,
          'reference', entry.reference)`,
        from: `ledger_legs leg JOIN ledger_accounts account ON account.id = leg.account_id
          JOIN ledger_entries entry ON entry.id = leg.entry_id WHERE account.user_id = $1 AND account.kind = 'main'`,
      },
    ],
  },
  {
    kind: 'notice',
    selects: [
      {
        time: 'created_at',
        id: 'id::text',
        facts: `jsonb_build_object('notice', kind, 'read', read_at IS NOT NULL)`,
        from: 'notices WHERE user_id = $1',
      },
    ],
  },
  {
    kind: 'ticket',
    selects: [
      {
        time: 'created_at',
        id: 'id::text',
        facts: `jsonb_build_object('topic', topic, 'status', status)`,
        from: 'support_tickets WHERE user_id = $1',
      },
    ],
  },
  recordsAbout('kyc'),
  recordsAbout('security'),
  {
    kind: 'audit',
    selects: [
      {
        time: 'created_at',
        id: 'id::text',
        facts: auditFacts,
        from: `audit_records WHERE subject = 'user:' || $1::bigint AND NOT (${isOf('kyc')} OR ${isOf('security')})`,
      },
      {
        time: 'created_at',
        id: 'id::text',
        facts: auditFacts,
        from: `audit_records WHERE actor = 'user:' || $1::bigint AND subject <> 'user:' || $1::bigint`,
      },
    ],
  },
  {
    kind: 'note',
    selects: [
      {
        time: 'created_at',
        id: 'id::text',
        facts: `jsonb_build_object('author', author, 'text', text)`,
        from: 'operator_notes WHERE user_id = $1',
      },
    ],
  },
];

export interface EvidencePage {
  userId: number;
  kinds: readonly EvidenceKind[];
  /** `next` of the page before. */
  before: string | undefined;
  limit: number;
}

interface EvidenceRow {
  kind: EvidenceKind;
  id: string;
  micros: string;
  facts: Evidence['facts'];
}

export async function readEvidence(
  db: Queryable,
  { userId, kinds, before, limit }: EvidencePage,
): Promise<{ evidence: Evidence[]; next: string | null }> {
  const wanted = sources.filter(({ kind }) => kinds.includes(kind));
  if (wanted.length === 0) return { evidence: [], next: null };
  const [micros, kind, id] = before?.split('.') ?? [];
  const { rows } = await db.query<EvidenceRow>(
    `SELECT kind, id, micros::text, facts FROM (${wanted.flatMap(selectsOf).join(' UNION ALL ')}) evidence
      ORDER BY micros DESC, kind, id LIMIT $5`,
    [userId, micros ?? null, kind ?? '', id ?? '', limit],
  );
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    evidence: rows.map(({ kind: of, id: own, ...row }) => ({
      kind: of,
      id: own,
      time: Number(row.micros) / 1e6,
      facts: withDevice(row.facts),
    })),
    next: last ? `${last.micros}.${last.kind}.${last.id}` : null,
  };
}

/** Texts are compared byte by byte, as the list is sorted, whatever the language of the database. */
function selectsOf({ kind, selects }: EvidenceSource): string[] {
  return selects.map(
    ({ time, id, facts, from }) =>
      `(SELECT '${kind}' COLLATE "C" AS kind, (${id}) COLLATE "C" AS id, (extract(epoch FROM ${time}) * 1000000)::bigint AS micros, ${facts} AS facts
        FROM ${from} AND ($2::bigint IS NULL OR ${time} <= timestamptz 'epoch' + $2::bigint * interval '1 microsecond')
          AND ($2::bigint IS NULL OR ${time} < timestamptz 'epoch' + $2::bigint * interval '1 microsecond'
            OR ('${kind}' COLLATE "C", (${id}) COLLATE "C") > ($3::text, $4::text))
        ORDER BY ${time} DESC, 2 LIMIT $5)`,
  );
}

/** A program names itself at length: beside it stands what it is called. */
function withDevice(facts: Evidence['facts']): Evidence['facts'] {
  return typeof facts.program === 'string' ? { ...facts, device: deviceName(facts.program) } : facts;
}

export function evidenceKindsOf(text: string | undefined): EvidenceKind[] {
  const named = text?.split(',');
  return evidenceKinds.filter((kind) => named?.includes(kind) ?? true);
}
