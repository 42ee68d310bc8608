/** The screens of the console, in the order of its rail. A domain adds its own here. */
import type { Permission } from '@pelican/shared/contracts/operations';
import type { ComponentType } from 'react';

export interface OpsScreen {
  /** Below /ops; screens with more than one view have routes of their own behind it. */
  path: string;
  /** Of those who see it; every operator without one. */
  permission?: Permission;
  /** Queues whose counts and ages stand beside its name. */
  queues?: readonly string[];
  /** Its name is the message `screens.<path>` of the console. The module exports the screen as `Component`. */
  load: () => Promise<{ Component: ComponentType }>;
}

export const opsScreens: readonly OpsScreen[] = [];
