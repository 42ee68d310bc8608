export { type Intake, IntakeMonitor } from './monitor.ts';
export { readPressures } from './pressure.ts';
export { type IntakeLimits, intakeLimitsOf, intakeVariables } from './settings.ts';
