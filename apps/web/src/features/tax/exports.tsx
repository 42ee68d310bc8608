import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messagesOf } from '../../api/api-error.ts';
import { beginTaxExport, type TaxExport, type TaxPeriod } from '../../api/tax.ts';
import { exportsPath } from '../../platform/paths.ts';
import { notify } from '../../ui/notify.ts';
import { Section, SettingRow } from '../../ui/settings-section.tsx';
import type { Tab } from './use-period.ts';

const kinds: Partial<Record<Tab, TaxExport['kind']>> = {
  tds: 'tax.deductions',
  gains: 'tax.gains',
  income: 'tax.incomes',
};

function useBeginExport() {
  const { t } = useTranslation('tax');
  return useMutation({
    mutationFn: beginTaxExport,
    onSuccess: () => notify.success(t('export.begun'), { link: { to: exportsPath, text: t('files.see') } }),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('export.failed') }),
  });
}

/** Files of what the tab shows. */
export function Exports({ tab, period }: { tab: Tab; period: TaxPeriod }) {
  const { t } = useTranslation('tax');
  const { mutate, isPending } = useBeginExport();
  const kind = kinds[tab];
  if (!kind) return null;
  const button = (label: string, wanted: Pick<TaxExport, 'kind' | 'format'>) => (
    <Button variant="default" size="xs" disabled={isPending} onClick={() => mutate({ ...wanted, period })}>
      {label}
    </Button>
  );
  return (
    <>
      {button(t('export.csv'), { kind, format: 'csv' })}
      {button(t('export.pdf'), { kind, format: 'pdf' })}
      {tab === 'gains' && button(t('export.schedule'), { kind: 'tax.schedule-vda', format: 'csv' })}
    </>
  );
}

const files = [
  { kind: 'tax.schedule-vda', name: 'schedule' },
  { kind: 'tax.ledger', name: 'ledger' },
  { kind: 'tax.koinly', name: 'koinly' },
  { kind: 'tax.cointracking', name: 'cointracking' },
] as const;

/** Files of the whole period, for the return and for other programs. */
export function Files({ period }: { period: TaxPeriod }) {
  const { t } = useTranslation('tax');
  const { mutate, isPending, variables } = useBeginExport();
  return (
    <Section
      title={t('files.title')}
      about={t('files.about')}
      action={
        <Link className="standalone-link" to={exportsPath}>
          {t('files.see')}
        </Link>
      }
    >
      {files.map(({ kind, name }) => (
        <SettingRow key={kind} label={t(`files.${name}`)} hint={t(`files.${name}About`)}>
          <Button
            variant="default"
            size="xs"
            disabled={isPending}
            loading={isPending && variables.kind === kind}
            aria-label={t('files.create', { name: t(`files.${name}`) })}
            onClick={() => mutate({ kind, format: 'csv', period })}
          >
            {t('export.csv')}
          </Button>
        </SettingRow>
      ))}
    </Section>
  );
}
