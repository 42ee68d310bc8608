import type { IndexSourceRow } from '@pelican/shared/contracts/perpetual';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { useValueForm } from '../parts/use-value-form.ts';
import { type ValueField, ValueFields } from '../parts/value-fields.tsx';

type Kind = IndexSourceRow['kind'];

/** What each kind is set up by; what stays empty is not sent. */
const settings: Record<Kind, { needed: readonly string[]; optional: readonly string[] }> = {
  own_spot: { needed: ['market'], optional: [] },
  feed: { needed: ['url', 'pricePath'], optional: ['timePath', 'pollMs', 'send'] },
  simulator: { needed: ['start'], optional: ['volatility', 'seed'] },
};
const kinds: readonly Kind[] = ['own_spot', 'feed', 'simulator'];

/** A source more for an index; two operators decide. */
export function AddSourceDialog({ pair, onClose }: { pair: string; onClose: () => void }) {
  const { t } = useTranslation('ops-instruments');
  const form = useValueForm({ kind: 'own_spot', weight: '0.3', market: pair });
  const typed: Readonly<Record<string, string | undefined>> = form.typed;
  const textOf = (name: string) => (typed[name] ?? '').trim();
  const kind = kinds.find((one) => one === typed.kind) ?? 'own_spot';
  const { needed, optional } = settings[kind];
  const source = textOf('name');
  const problems: Record<string, string> = {
    ...(/^[a-z0-9][a-z0-9-]{0,30}$/.test(source) ? {} : { name: t('problem.source') }),
    ...(/^(0\.\d{1,8}|1)$/.test(textOf('weight')) ? {} : { weight: t('problem.weight') }),
    ...Object.fromEntries(
      needed.filter((name) => textOf(name) === '').map((name) => [name, t('problem.missing')] as const),
    ),
  };
  const hints: Record<string, string> = { url: t('configHint.url'), pricePath: t('configHint.pricePath') };
  const fields: ValueField[] = [
    { name: 'name', label: t('config.name') },
    { name: 'kind', label: t('config.kind'), options: kinds.map((value) => ({ value, label: t(`kind.${value}`) })) },
    { name: 'weight', label: t('config.weight') },
    ...needed.map((name) => ({ name, label: t(`config.${name}`), hint: hints[name] })),
    ...optional.map((name) => ({ name, label: t(`config.${name}`), hint: t('configHint.optional') })),
  ];
  return (
    <DecisionDialog
      title={t('sources.title_add', { pair })}
      confirmLabel={t('sources.add')}
      takesTwo="always"
      isComplete={() => form.check(problems)}
      submit={(reason) => {
        const config = Object.fromEntries(
          [...needed, ...optional].flatMap((name) => (textOf(name) === '' ? [] : [[name, textOf(name)] as const])),
        );
        const change = { action: 'add' as const, kind, weight: textOf('weight'), config };
        return form.keepRefusals(
          call('POST /v2/ops/instruments/:pair/sources/:source', {
            params: { pair, source },
            body: { change, reason },
          }),
        );
      }}
      doneText={t('sources.done_add', { source })}
      onClose={onClose}
    >
      <p>{t('sources.body')}</p>
      <ValueFields fields={fields} values={form.typed} problems={form.shownOf(problems)} onChange={form.change} />
    </DecisionDialog>
  );
}
