import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { type FormState, formStates, type OpsFormDetails } from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { formQuery } from '../../../api/support-desk.ts';
import { Attachments } from '../../../conversation/attachments.tsx';
import { paths } from '../../../platform/paths.ts';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { ObjectLink } from '../records/object-link.tsx';
import styles from './forms.module.css';

/** What a sender wrote, as text: an operator copies a link, and does not follow it by accident. */
function Fields({ fields }: { fields: Record<string, unknown> }) {
  const { t } = useTranslation('ops-forms');
  const textOf = (value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    return Array.isArray(value) ? value.join('\n') : String(value);
  };
  return (
    <dl className={styles.fields}>
      {Object.entries(fields)
        .filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{t(`field.${name}`, name)}</dt>
            <dd>{textOf(value)}</dd>
          </div>
        ))}
    </dl>
  );
}

function StateDialog({ form, onClose }: { form: OpsFormDetails; onClose: () => void }) {
  const { t } = useTranslation('ops-forms');
  const others = formStates.filter((one) => one !== form.state);
  const [state, setState] = useState<FormState>(others.includes('in_review') ? 'in_review' : 'approved');
  const [tells, setTells] = useState(false);
  return (
    <DecisionDialog
      title={t('question', { id: form.id })}
      confirmLabel={t('change')}
      doneText={t('changed')}
      submit={(reason) =>
        call('POST /v2/ops/support/forms/:id/state', { params: { id: form.id }, body: { state, reason, tell: tells } })
      }
      onClose={onClose}
    >
      <NativeSelect
        label={t('newState')}
        data={others.map((value) => ({ value, label: t(`state.${value}`) }))}
        value={state}
        onChange={(event) => setState(event.currentTarget.value as FormState)}
      />
      <Checkbox
        mt={16}
        label={t('tell', { email: form.email })}
        description={t('tellHint')}
        checked={tells}
        onChange={(event) => setTells(event.currentTarget.checked)}
      />
    </DecisionDialog>
  );
}

function Form({ form }: { form: OpsFormDetails }) {
  const { t } = useTranslation('ops-forms');
  const [asks, setAsks] = useState(false);
  useKeys({ r: () => setAsks(true) });
  const pathOf = (file: string) => `/v2/ops/support/forms/${form.id}/files/${file}`;
  return (
    <article className={styles.form} aria-label={t('about', { id: form.id, state: t(`state.${form.state}`) })}>
      <h2>
        {t(`kind.${form.kind}`)}: {form.email}
      </h2>
      <p className="hint">
        {t('about', { id: form.id, state: t(`state.${form.state}`) })}, <WholeMoment seconds={form.createdAt} />
        {form.userId !== null && (
          <>
            {', '}
            <ObjectLink name={`user:${form.userId}`} />
          </>
        )}
      </p>
      {form.reason !== null && <p className="muted">{t('reason', { reason: form.reason })}</p>}
      <div className={styles.buttons}>
        <ClaimButton queue="forms" id={String(form.id)} />
        <Button variant="default" onClick={() => setAsks(true)}>
          {t('change')} (r)
        </Button>
      </div>
      <Fields fields={form.fields} />
      <Attachments files={form.files} pathOf={pathOf} />
      {form.related.length > 0 && (
        <section aria-label={t('related')}>
          <h3>{t('related')}</h3>
          <ul>
            {form.related.map(({ id, email, state }) => (
              <li key={id}>
                <Link to={`${paths.operators}/forms/${id}`}>
                  {email}: {t('about', { id, state: t(`state.${state}`) })}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {form.joined.map((again) => (
        <section key={again.id} aria-label={t('again', { id: again.id })}>
          <h3>
            {t('again', { id: again.id })}, <WholeMoment seconds={again.createdAt} />
          </h3>
          <Fields fields={again.fields} />
          <Attachments files={again.files} pathOf={pathOf} />
        </section>
      ))}
      {asks && <StateDialog form={form} onClose={() => setAsks(false)} />}
    </article>
  );
}

/** One case: what was sent, what was sent again for it, and its state. */
export function FormDetail({ id }: { id: number }) {
  const { t } = useTranslation('ops-forms');
  const query = useQuery(formQuery(id));
  return (
    <DetailState query={query} title={t('oneNotLoaded')}>
      {(form) => <Form form={form} />}
    </DetailState>
  );
}
