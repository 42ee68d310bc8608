import { Wizard } from './wizard.tsx';

export function Component() {
  return <Wizard variant="india" />;
}
