import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The reason that the person reads. None is chosen beforehand: in a hurry it would be the wrong one. */
export function useCode<Code extends string>(texts: Readonly<Record<Code, string>>) {
  const [code, choose] = useState<Code | ''>('');
  const [wasTried, setTried] = useState(false);
  const isChosen = () => {
    setTried(true);
    return code !== '';
  };
  const field = <CodeSelect texts={texts} code={code} isMissing={wasTried && code === ''} onChange={choose} />;
  return { code, isChosen, field };
}

interface CodeSelectProps<Code extends string> {
  texts: Readonly<Record<Code, string>>;
  code: Code | '';
  isMissing: boolean;
  onChange: (code: Code) => void;
}

function CodeSelect<Code extends string>({ texts, code, isMissing, onChange }: CodeSelectProps<Code>) {
  const { t } = useTranslation('ops-withdrawals');
  return (
    <NativeSelect
      mt={16}
      data-autofocus
      label={t('rejectCode')}
      required
      value={code}
      error={isMissing ? t('codeMissing') : undefined}
      data={[
        { value: '', label: t('chooseCode'), disabled: true },
        ...Object.entries<string>(texts).map(([value, label]) => ({ value, label })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value as Code)}
    />
  );
}
