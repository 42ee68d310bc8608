import { Button } from '@mantine/core';
import type { FactorProof } from '@pelican/shared/contracts/auth';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { answerChallenge } from '../api/auth.ts';
import type { OpenChallenge } from '../api/challenges.ts';
import { proofPasskeyOptions, sendFactorCode } from '../api/security.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FactorFields } from './factor-fields.tsx';
import { FormAlert } from './form-alert.tsx';
import styles from './identity.module.css';
import './messages.ts';
import { useProof } from './use-proof.ts';
import { useServerErrors } from './use-server-errors.ts';

/** Asks for a factor before a call that needs a fresh proof; the call goes on when the answer is right. */
export function StepUpDialog({ open }: { open: OpenChallenge }) {
  const { t } = useTranslation('identity');
  const { challenge, close } = open;
  const draft = useProof(challenge.factors);
  const server = useServerErrors([]);
  const answer = useMutation({
    mutationFn: ({ factor, code }: FactorProof) => answerChallenge(challenge.id, factor, code),
    onMutate: server.clear,
    onSuccess: () => close(true),
    onError: (error) => {
      server.take(error);
      draft.clear();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.proof) answer.mutate(draft.proof);
  };
  return (
    <Dialog title={t('stepUp.title')} onClose={() => close(false)}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p className="muted">{t('stepUp.why')}</p>
        <FormAlert problem={server.problem} />
        <FactorFields
          draft={draft}
          source={{ sendCode: sendFactorCode, passkeyOptions: proofPasskeyOptions }}
          wasRefused={server.problem.messages.length > 0}
          onReady={(proof) => answer.mutate(proof)}
          autoFocus
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => close(false)}>
            {t('stepUp.cancel')}
          </Button>
          {draft.factor !== 'passkey' && (
            <Button type="submit" loading={answer.isPending}>
              {t('stepUp.submit')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
