import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import detail from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import styles from './loans.module.css';
import './messages.ts';
import { OpenDialog, TermsDialog, type TermsOf } from './term-dialogs.tsx';
import { moneyFigures, pledgeFigures, type SettingsRow, textsOf } from './term-fields.ts';
import { useFigureText } from './use-figure-text.ts';

interface MoneyPartProps {
  row: SettingsRow;
  /** What may be pledged for it. */
  pledges: readonly SettingsRow[];
}

type Asked = TermsOf & { what: 'change' | 'open' };

/** The terms of a money, and the levels of what is pledged for it. */
export function MoneyPart({ row, pledges }: MoneyPartProps) {
  const { t } = useTranslation('ops-loans');
  const [asked, setAsked] = useState<Asked>();
  const figureText = useFigureText();
  const money = String(row.ticker);
  const close = () => setAsked(undefined);
  return (
    <section aria-label={t('terms.ofMoney', { money })}>
      <div className={detail.head}>
        <h2>{t('terms.ofMoney', { money })}</h2>
        <OpenChip row={row} />
        <Buttons name={money} row={row} onAsk={(what) => setAsked({ what, row, money })} />
      </div>
      <Facts
        rows={Object.entries(textsOf(row, moneyFigures)).map(([name, text]) => [
          t(`field.${name}`),
          <span key={name} className="tabular">
            {figureText(moneyFigures[name], text, money)}
          </span>,
        ])}
      />
      <Pledges
        money={money}
        rows={pledges}
        onAsk={(what, of) => setAsked({ what, row: of, money, pledge: String(of.ticker) })}
      />
      {asked?.what === 'change' && <TermsDialog of={presentOf(asked)} onClose={close} />}
      {asked?.what === 'open' && <OpenDialog of={presentOf(asked)} onClose={close} />}
    </section>
  );

  /** What has been read again since the dialog was opened. */
  function presentOf({ row: opened, ...of }: Asked): TermsOf {
    const present = of.pledge === undefined ? row : pledges.find(({ ticker }) => ticker === of.pledge);
    return { ...of, row: present ?? opened };
  }
}

function OpenChip({ row }: { row: SettingsRow }) {
  const { t } = useTranslation('ops-loans');
  return (
    <StatusChip tone={row.is_open ? 'done' : 'attention'} label={t(row.is_open ? 'terms.isOpen' : 'terms.isClosed')} />
  );
}

interface ButtonsProps {
  name: string;
  row: SettingsRow;
  onAsk: (what: Asked['what']) => void;
}

function Buttons({ name, row, onAsk }: ButtonsProps) {
  const { t } = useTranslation('ops-loans');
  const verb = t(row.is_open ? 'terms.close' : 'terms.open');
  return (
    <span className={styles.buttons}>
      <Button size="xs" variant="default" aria-label={`${t('terms.change')}: ${name}`} onClick={() => onAsk('change')}>
        {t('terms.change')}
      </Button>
      <Button size="xs" variant="default" aria-label={`${verb}: ${name}`} onClick={() => onAsk('open')}>
        {verb}
      </Button>
    </span>
  );
}

interface PledgesProps {
  money: string;
  rows: readonly SettingsRow[];
  onAsk: (what: Asked['what'], row: SettingsRow) => void;
}

function Pledges({ money, rows, onAsk }: PledgesProps) {
  const { t } = useTranslation('ops-loans');
  const figureText = useFigureText();
  const columns = useMemo<Column<SettingsRow>[]>(
    () => [
      {
        key: 'pledge',
        header: t('terms.pledge'),
        card: 'headline',
        render: ({ ticker }) => <strong>{ticker}</strong>,
      },
      { key: 'state', header: t('terms.state'), card: 'corner', render: (row) => <OpenChip row={row} /> },
      ...Object.keys(pledgeFigures).map(
        (name): Column<SettingsRow> => ({
          key: name,
          header: t(`field.${name}`),
          numeric: true,
          card: 'half',
          render: (row) => (
            <span className="tabular">
              {figureText(pledgeFigures[name], textsOf(row, pledgeFigures)[name] ?? '', money)}
            </span>
          ),
        }),
      ),
      {
        key: 'change',
        header: t('terms.change'),
        quietHeader: true,
        card: 'action',
        render: (row) => (
          <Buttons
            name={t('falls.pledgeFor', { pledge: row.ticker, money })}
            row={row}
            onAsk={(what) => onAsk(what, row)}
          />
        ),
      },
    ],
    [t, money, figureText, onAsk],
  );
  return (
    <div className={detail.part}>
      <h3>{t('terms.pledges', { money })}</h3>
      <DataTable
        caption={t('terms.pledges', { money })}
        columns={columns}
        rows={rows}
        rowKey={({ ticker }) => String(ticker)}
        compact
        empty={<EmptyState text={t('terms.noPledges')} />}
      />
    </div>
  );
}
