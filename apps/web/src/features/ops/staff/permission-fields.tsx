import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Checkbox, SegmentedControl } from '@mantine/core';
import {
  isOperatorRole,
  type OperatorRole,
  operatorRoles,
  type Permission,
  permissions,
  roleOf,
} from '@pelican/shared/contracts/operations';
import { useTranslation } from 'react-i18next';

interface PermissionFieldsProps {
  granted: readonly Permission[];
  onChange: (granted: Permission[]) => void;
}

/** A role gives its permissions; each may be given or taken by itself. */
export function PermissionFields({ granted, onChange }: PermissionFieldsProps) {
  const { t } = useTranslation('ops');
  const roles = Object.keys(operatorRoles) as OperatorRole[];
  return (
    <>
      <SegmentedControl
        mt={16}
        fullWidth
        aria-label={t('operators.roles.label')}
        value={roleOf(granted) ?? ''}
        data={roles.map((value) => ({ value, label: t(`operators.roles.${value}`) }))}
        onChange={(next) => isOperatorRole(next) && onChange([...operatorRoles[next]])}
      />
      <Checkbox.Group
        mt={16}
        label={t('operators.permissions')}
        value={[...granted]}
        onChange={(next) => onChange(permissions.filter((one) => next.includes(one)))}
      >
        {permissions.map((one) => (
          <Checkbox key={one} mt={8} value={one} label={t(`operators.permission.${one}`)} />
        ))}
      </Checkbox.Group>
    </>
  );
}
