import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ExportFormat, exportFormat, newExport } from '@pelican/shared/contracts/exports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../api/api-error.ts';
import { beginExport, exportsKey } from '../api/exports.ts';
import { serverNow } from '../platform/clock.ts';
import { exportsPath } from '../platform/paths.ts';
import { dayOf } from '../ui/days.ts';
import { Dialog } from '../ui/dialog.tsx';
import { IconExclamationCircle } from '../ui/icons.ts';
import { notify } from '../ui/notify.ts';
import styles from './export-dialog.module.css';
import { exportMessages } from './messages.ts';
import { financialYear, periodOf, periodOfDays, type Range, ranges } from './ranges.ts';

/** A table that can be asked for. */
export interface ExportChoice {
  /** As the server declares it. */
  kind: string;
  label: string;
  /** The filters of the page. */
  params?: Record<string, unknown>;
}

/** YYYY-MM-DD of the person's days; '' for no bound. */
export interface ExportDays {
  from: string;
  until: string;
}

interface DialogProps {
  choices: readonly ExportChoice[];
  /** Chosen at first where one of them is given. */
  days?: ExportDays | undefined;
  onClose: () => void;
}

export function ExportDialog({ choices, days: given = { from: '', until: '' }, onClose }: DialogProps) {
  const { t } = useTranslation(exportMessages);
  const client = useQueryClient();
  const [place, setPlace] = useState(0);
  const [range, setRange] = useState<Range>(given.from || given.until ? 'custom' : 'thisMonth');
  const [days, setDays] = useState({ from: given.from, until: given.until || (given.from && dayOf(serverNow())) });
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [isChecked, setIsChecked] = useState(false);
  const [openedAt] = useState(serverNow);
  const firstDay = useRef<HTMLInputElement>(null);
  const choice = choices[place];
  const period = range === 'custom' ? periodOfDays(days.from, days.until) : periodOf(range, openedAt);
  const request = choice && { kind: choice.kind, params: { ...choice.params, ...period }, format };
  const isOfContract = request !== undefined && newExport.safeParse(request).success;
  const problem = !period || !isOfContract ? 'missing' : period.from >= period.to ? 'order' : undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: beginExport,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: exportsKey });
      notify.success(t('dialog.begun'), { link: { to: exportsPath, text: t('dialog.see') } });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (problem || !request) return firstDay.current?.focus();
    return mutate(request);
  };
  const year = financialYear(openedAt);
  const yearOf = { financialYear: year, lastFinancialYear: year - 1 };
  const rangeText = (one: Range) =>
    one === 'financialYear' || one === 'lastFinancialYear'
      ? t(`range.${one}`, { from: yearOf[one], to: yearOf[one] + 1 })
      : t(`range.${one}`);
  return (
    <Dialog title={t('dialog.title')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <NativeSelect
          data-autofocus
          label={t('dialog.what')}
          size="md"
          data={choices.map(({ label }, at) => ({ value: String(at), label }))}
          value={String(place)}
          onChange={(event) => setPlace(Number(event.currentTarget.value))}
        />
        <NativeSelect
          label={t('dialog.range')}
          size="md"
          data={ranges.map((value) => ({ value, label: rangeText(value) }))}
          value={range}
          onChange={(event) => setRange(event.currentTarget.value as Range)}
        />
        {range === 'custom' && (
          <div className={styles.days}>
            <TextInput
              ref={firstDay}
              type="date"
              size="md"
              label={t('dialog.from')}
              value={days.from}
              error={isChecked && problem ? t(`dialog.${problem}`) : undefined}
              onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              size="md"
              label={t('dialog.until')}
              value={days.until}
              onChange={(event) => setDays({ ...days, until: event.currentTarget.value })}
            />
          </div>
        )}
        <NativeSelect
          label={t('dialog.format')}
          size="md"
          data={exportFormat.options.map((value) => ({ value, label: t(`dialog.${value}`) }))}
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value as ExportFormat)}
        />
        <p className="hint">{t('dialog.later')}</p>
        {error !== null && (
          <p role="alert" className={styles.alert}>
            <IconExclamationCircle size={20} aria-hidden />
            {messagesOf(error).join(' ')}
          </p>
        )}
        <Button type="submit" size="md" fullWidth loading={isPending}>
          {t('dialog.submit')}
        </Button>
      </form>
    </Dialog>
  );
}
