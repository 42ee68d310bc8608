export { createPhones, type Phones } from './service.ts';
