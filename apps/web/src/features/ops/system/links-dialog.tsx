import {
  type FlagValues,
  maySetLink,
  type SystemFlagsView,
  socialNames,
  storeNames,
} from '@pelican/shared/contracts/system';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { useValueForm } from '../parts/use-value-form.ts';
import { ValueFields } from '../parts/value-fields.tsx';
import { useFlagRead } from './use-flag-read.ts';

export const linkNames = [...socialNames, ...storeNames, 'blog'] as const;
type LinkName = (typeof linkNames)[number];

/** Addresses by name; '' where there is none. */
export function typedOfLinks({ social, stores, blog }: FlagValues['links']): Record<LinkName, string> {
  const all: Partial<Record<LinkName, string>> = { ...social, ...stores, blog: blog ?? '' };
  return Object.fromEntries(linkNames.map((name) => [name, all[name] ?? ''])) as Record<LinkName, string>;
}

function linksOfTyped(typed: Readonly<Record<string, string>>): FlagValues['links'] {
  const given = (names: readonly LinkName[]) =>
    Object.fromEntries(names.flatMap((name) => (typed[name]?.trim() ? [[name, typed[name].trim()]] : [])));
  return { social: given(socialNames), stores: given(storeNames), blog: typed.blog?.trim() || null };
}

interface LinksDialogProps {
  flag: SystemFlagsView['links'];
  onClose: () => void;
}

/** All links at once; an empty field is none. */
export function LinksDialog({ flag, onClose }: LinksDialogProps) {
  const { t } = useTranslation('ops-system');
  const {
    read: { value, version },
    meanwhileOf,
  } = useFlagRead(flag);
  const before = typedOfLinks(value);
  const form = useValueForm(before);
  const { typed } = form;
  const textOf = (name: LinkName) => (typed[name] ?? '').trim();
  const problems = Object.fromEntries(
    linkNames.flatMap((name) => (textOf(name) !== '' && !maySetLink(textOf(name)) ? [[name, t('links.wrong')]] : [])),
  );
  const isSame = linkNames.every((name) => textOf(name) === before[name]);
  return (
    <DecisionDialog
      title={t('links.changeTitle')}
      confirmLabel={t('links.save')}
      takesTwo="sometimes"
      isComplete={() => form.check(problems) && !isSame}
      submit={(reason) => call('POST /v2/ops/system/links', { body: { value: linksOfTyped(typed), version, reason } })}
      doneText={t('links.saved')}
      meanwhile={meanwhileOf(
        (of) =>
          Object.entries(typedOfLinks(of.value)).map(([name, text]) => [t(`links.name.${name as LinkName}`), text]),
        (was, is) => form.follow(typedOfLinks(was.value), typedOfLinks(is.value)),
      )}
      onClose={onClose}
    >
      <ValueFields
        fields={linkNames.map((name) => ({ name, label: t(`links.name.${name}`) }))}
        values={typed}
        problems={form.shownOf(problems)}
        onChange={form.change}
      />
      {form.isChecked && isSame && <p role="alert">{t('links.nothing')}</p>}
    </DecisionDialog>
  );
}
