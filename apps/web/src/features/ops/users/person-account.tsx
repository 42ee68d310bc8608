import '../forms/messages.ts';
import { Button } from '@mantine/core';
import type { Person } from '@pelican/shared/contracts/operations';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TicketStatus } from '../../../conversation/ticket-status.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { languageName } from '../../../ui/display-names.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { countryWithCode } from '../parts/country-name.ts';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { ObjectLink } from '../records/object-link.tsx';

interface PersonAccountProps {
  person: Person;
  /** Undefined where the operator may not turn keys off. */
  onRevoke: ((key: string) => void) | undefined;
}

/** The account as it is now. */
export function PersonAccount({ person, onRevoke }: PersonAccountProps) {
  const { t, i18n } = useTranslation('ops');
  const verified = t(person.email_verified ? 'users.verified' : 'users.unverified');
  return (
    <>
      <section className={styles.part}>
        <Facts
          rows={[
            [t('users.facts.id'), person.id],
            [t('users.facts.email'), `${person.email} (${verified})`],
            [t('users.facts.phone'), person.phone ?? '–'],
            [t('users.facts.nickname'), person.nickname],
            [t('users.facts.country'), person.country === null ? '–' : countryWithCode(person.country, i18n.language)],
            [t('users.facts.kyc'), <Verification key="kyc" person={person} />],
            [t('users.facts.created'), <WholeMoment key="created" seconds={person.created} />],
            [t('users.facts.locale'), languageName(person.locale, i18n.language)],
            [t('users.facts.orders'), person.open_orders],
            [t('users.facts.positions'), person.open_positions],
            ...(person.sign_up_bonus
              ? ([[t('users.facts.bonus'), <Bonus key="bonus" bonus={person.sign_up_bonus} />]] as const)
              : []),
            ...(person.suspended_until === null
              ? []
              : ([
                  [t('users.facts.suspendedUntil'), <WholeMoment key="until" seconds={person.suspended_until} />],
                ] as const)),
          ]}
        />
      </section>
      <Notes notes={person.notes} />
      <Support person={person} />
      <Balances balances={person.balances} />
      <Sessions sessions={person.sessions} />
      <Keys keys={person.api_keys} onRevoke={onRevoke} />
    </>
  );
}

function Bonus({ bonus: { asset, amount, expires } }: { bonus: NonNullable<Person['sign_up_bonus']> }) {
  const { t } = useTranslation('ops');
  return (
    <>
      {t('users.bonusWaits', { amount: `${amount} ${asset}` })} <WholeMoment seconds={expires} />
    </>
  );
}

function Verification({ person: { kyc, kyc_country: country, kyc_case: kycCase } }: { person: Person }) {
  const { t, i18n } = useTranslation('ops');
  return (
    <>
      {t(`users.kyc.${kyc}`, kyc)}
      {country !== null && `, ${countryWithCode(country, i18n.language)}`}
      {kycCase !== null && (
        <>
          {': '}
          <ObjectLink name={`kyc_case:${kycCase}`} />
        </>
      )}
    </>
  );
}

/** What the user wrote to support, where there is something. */
function Support({ person: { tickets, forms } }: { person: Person }) {
  const { t } = useTranslation('ops');
  if (tickets.length + forms.length === 0) return null;
  return (
    <Part title={t('users.support')}>
      <ul>
        {tickets.map(({ id, topic, status }) => (
          <li key={`ticket ${id}`}>
            <ObjectLink name={`ticket:${id}`} />: {topic} <TicketStatus status={status} />
          </li>
        ))}
        {forms.map(({ id, kind, state }) => (
          <li key={`form ${id}`}>
            <ObjectLink name={`form:${id}`} />: {t(`ops-forms:kind.${kind}`)}, {t(`ops-forms:state.${state}`)}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Notes({ notes }: Pick<Person, 'notes'>) {
  const { t } = useTranslation('ops');
  return (
    <Part title={t('users.notes')}>
      {notes.length === 0 && <p className="hint">{t('users.noNotes')}</p>}
      {notes.map(({ id, author, text, created }) => (
        <div key={id} className={styles.note}>
          <span className="hint">
            {author}, <WholeMoment seconds={created} />
          </span>
          <p>{text}</p>
        </div>
      ))}
    </Part>
  );
}

function Balances({ balances }: Pick<Person, 'balances'>) {
  const { t } = useTranslation('ops');
  const figures = ['main', 'held', 'transit', 'loans', 'trade', 'frozen', 'futures'] as const;
  const columns: Column<Person['balances'][number]>[] = [
    { key: 'asset', header: t('users.columns.asset'), card: 'headline', render: ({ asset }) => asset },
    ...figures.map((name) => ({
      key: name,
      header: t(`users.columns.${name}`),
      numeric: true,
      card: 'half' as const,
      render: (row: Person['balances'][number]) => <Amount value={row[name]} decimals={18} ticker={row.asset} />,
    })),
  ];
  return (
    <Part title={t('users.balances')}>
      <DataTable
        caption={t('users.balances')}
        columns={columns}
        rows={balances}
        rowKey={({ asset }) => asset}
        empty={<EmptyState text={t('users.noBalances')} />}
        compact
      />
    </Part>
  );
}

function Sessions({ sessions }: Pick<Person, 'sessions'>) {
  const { t } = useTranslation('ops');
  const columns: Column<Person['sessions'][number]>[] = [
    { key: 'ip', header: t('users.columns.address'), card: 'headline', render: ({ ip }) => ip },
    {
      key: 'program',
      header: t('users.columns.program'),
      render: ({ device, user_agent: agent }) => <span title={agent}>{device}</span>,
    },
    { key: 'methods', header: t('users.columns.methods'), render: ({ methods }) => methods.join(', ') },
    {
      key: 'created',
      header: t('users.columns.started'),
      render: ({ created }) => <Moment seconds={created} />,
    },
    {
      key: 'used',
      header: t('users.columns.used'),
      render: ({ last_used }) => <Moment seconds={last_used} />,
    },
  ];
  return (
    <Part title={t('users.sessions')}>
      <DataTable
        caption={t('users.sessions')}
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t('users.noSessions')} />}
        compact
      />
    </Part>
  );
}

interface KeysProps {
  keys: Person['api_keys'];
  onRevoke: PersonAccountProps['onRevoke'];
}

function Keys({ keys, onRevoke }: KeysProps) {
  const { t } = useTranslation('ops');
  const columns: Column<Person['api_keys'][number]>[] = [
    { key: 'label', header: t('users.columns.label'), card: 'headline', render: ({ label }) => label },
    { key: 'key', header: t('users.columns.key'), render: ({ key }) => <span className="mono">{key}</span> },
    { key: 'scopes', header: t('users.columns.scopes'), render: ({ scopes }) => scopes.join(', ') },
    {
      key: 'address',
      header: t('users.columns.address'),
      render: ({ allowed_ips }) => allowed_ips.join(', ') || t('users.any'),
    },
    {
      key: 'state',
      header: t('users.columns.state'),
      render: ({ enabled }) => t(enabled ? 'users.on' : 'users.off'),
    },
    {
      key: 'used',
      header: t('users.columns.used'),
      render: ({ last_used }) => (last_used === null ? t('users.never') : <Moment seconds={last_used} />),
    },
    {
      key: 'revoke',
      header: t('users.revoke'),
      quietHeader: true,
      card: 'action',
      render: ({ key, enabled }) =>
        enabled &&
        onRevoke && (
          <Button variant="default" size="xs" onClick={() => onRevoke(key)}>
            {t('users.revoke')}
          </Button>
        ),
    },
  ];
  return (
    <Part title={t('users.keysTitle')}>
      <DataTable
        caption={t('users.keysTitle')}
        columns={columns}
        rows={keys}
        rowKey={({ key }) => key}
        empty={<EmptyState text={t('users.noKeys')} />}
        compact
      />
    </Part>
  );
}
