import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ChangeFiguresDialog } from '../parts/change-figures-dialog.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { sentBody } from '../parts/figures-change.ts';
import { useFiguresRead } from '../parts/use-figures-read.ts';
import './messages.ts';
import {
  moneyFigures,
  pledgeFigures,
  type SettingsRow,
  termProblems,
  textsOf,
  typedTexts,
  wireOf,
} from './term-fields.ts';

/** Terms of a money, or of what is pledged for it. */
export interface TermsOf {
  row: SettingsRow;
  money: string;
  /** Undefined: of the money itself. */
  pledge?: string;
}

interface Change {
  change: SettingsRow;
  before: SettingsRow;
  reason: string;
}

function send({ money, pledge }: TermsOf, body: Change) {
  if (pledge === undefined) return call('POST /v2/ops/p2p/settings/money', { body: { ticker: money, ...body } });
  return call('POST /v2/ops/p2p/settings/pledge', { body: { money, ticker: pledge, ...body } });
}

function useName({ money, pledge }: TermsOf): string {
  const { t } = useTranslation('ops-loans');
  return pledge === undefined ? money : t('falls.pledgeFor', { pledge, money });
}

/** New figures for loans to come; two operators decide. */
export function TermsDialog({ of, onClose }: { of: TermsOf; onClose: () => void }) {
  const { t } = useTranslation('ops-loans');
  const name = useName(of);
  const figures = of.pledge === undefined ? moneyFigures : pledgeFigures;
  const unit = { amount: of.money, days: t('unit.days'), percent: '%', factor: t('unit.factor') };
  return (
    <ChangeFiguresDialog<Record<string, string>>
      title={t('terms.changeTitle', { name })}
      fields={Object.entries(figures).map(([field, kind]) => ({
        name: field,
        label: t(`field.${field}`),
        hint: unit[kind],
      }))}
      before={textsOf(of.row, figures)}
      figuresOf={(typed) => typedTexts(typed, figures)}
      problemsOf={(typed) =>
        termProblems(typedTexts(typed, figures), figures, (problem) => t(`termProblem.${problem}`))
      }
      submit={(body) =>
        send(
          of,
          sentBody(body, (texts) => wireOf(texts, figures)),
        )
      }
      doneText={t('terms.changed', { name })}
      onClose={onClose}
    />
  );
}

/** Closes it for new loans at once, or opens it with another operator. */
export function OpenDialog({ of, onClose }: { of: TermsOf; onClose: () => void }) {
  const { t } = useTranslation('ops-loans');
  const name = useName(of);
  const { read: isOpen, meanwhileOf } = useFiguresRead(of.row.is_open === true);
  return (
    <DecisionDialog
      title={t(isOpen ? 'terms.closeTitle' : 'terms.openTitle', { name })}
      confirmLabel={t(isOpen ? 'terms.close' : 'terms.open')}
      tone={isOpen ? 'danger' : 'primary'}
      {...(isOpen ? { reasons: t('switches.reasons', { returnObjects: true }) as string[] } : {})}
      takesTwo={isOpen ? undefined : 'always'}
      submit={(reason) => send(of, { change: { isOpen: !isOpen }, before: { isOpen }, reason })}
      doneText={t(isOpen ? 'terms.closed' : 'terms.opened', { name })}
      meanwhile={meanwhileOf(
        (now) => [[t('terms.state'), t(now ? 'terms.isOpen' : 'terms.isClosed')]],
        () => {},
      )}
      onClose={onClose}
    >
      <p>{t(isOpen ? 'terms.closeBody' : 'terms.openBody')}</p>
    </DecisionDialog>
  );
}
