import type { Submission } from '@pelican/shared/contracts/operations';
import { useTranslation } from 'react-i18next';
import { DecisionDialog } from './decision-dialog.tsx';
import { changeBody, changedNames, type FiguresChange } from './figures-change.ts';
import { useFiguresRead } from './use-figures-read.ts';
import { type TextsByField, useValueForm } from './use-value-form.ts';
import styles from './value-fields.module.css';
import { type ValueField, ValueFields } from './value-fields.tsx';

type Figure = string | number | null;
type Typed = Readonly<Record<string, string>>;

interface ChangeFiguresDialogProps<Figures extends Record<string, Figure>> {
  title: string;
  fields: readonly ValueField[];
  /** As the console has read them last: the names are those that may change. */
  before: Figures;
  /** What was typed, as it is sent; NaN for a number that is none. */
  figuresOf: (typed: Typed) => NoInfer<Figures>;
  problemsOf: (typed: Typed) => TextsByField;
  /** Makes the call. */
  submit: (body: FiguresChange<Figures>) => Promise<Submission>;
  doneText: string;
  onClose: () => void;
}

const textOf = (figure: Figure | undefined) => String(figure ?? '');

/** New figures for those on record, with what they replace; two operators decide. */
export function ChangeFiguresDialog<Figures extends Record<string, Figure>>(props: ChangeFiguresDialogProps<Figures>) {
  const { title, fields, figuresOf, problemsOf, submit, doneText, onClose } = props;
  const { t } = useTranslation('ops');
  const { read: before, meanwhileOf } = useFiguresRead(props.before);
  const names = Object.keys(before) as (keyof Figures & string)[];
  const textsOf = (of: Figures) => Object.fromEntries(names.map((name) => [name, textOf(of[name])]));
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  const form = useValueForm(textsOf(before));
  const figures = figuresOf(form.typed);
  const problems = problemsOf(form.typed);
  const changed = changedNames<Figures>(before, figures);
  const shownOf = (text: string) => (text === '' ? t('changes.empty') : text);
  return (
    <DecisionDialog
      title={title}
      confirmLabel={t('changes.confirm')}
      takesTwo="always"
      isComplete={() => form.check(problems) && changed.length > 0}
      submit={(reason) => form.keepRefusals(submit(changeBody<Figures>(before, figures, reason)))}
      doneText={doneText}
      meanwhile={meanwhileOf(
        (of) => names.map((name) => [labelOf(name), textOf(of[name])]),
        (was, is) => form.follow(textsOf(was), textsOf(is)),
      )}
      onClose={onClose}
    >
      <ValueFields fields={fields} values={form.typed} problems={form.shownOf(problems)} onChange={form.change} />
      {form.isChecked && changed.length === 0 && (
        <p role="alert" className={styles.problem}>
          {t('changes.nothing')}
        </p>
      )}
      {changed.length > 0 && (
        <section className={styles.preview} aria-label={t('changes.title')} aria-live="polite">
          <h3>{t('changes.title')}</h3>
          <ul>
            {changed.map((name) => (
              <li key={name}>
                {labelOf(name)}: <del>{shownOf(textOf(before[name]))}</del> →{' '}
                <ins>{shownOf(Number.isNaN(figures[name]) ? (form.typed[name] ?? '') : textOf(figures[name]))}</ins>
              </li>
            ))}
          </ul>
        </section>
      )}
    </DecisionDialog>
  );
}
