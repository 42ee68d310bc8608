export { captchaRoutes } from './routes.ts';
export { type Captcha, createCaptcha } from './service.ts';
