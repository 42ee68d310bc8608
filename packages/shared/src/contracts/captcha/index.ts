/** The captcha: its call. */
export { captchaEndpoints } from './endpoints.ts';
