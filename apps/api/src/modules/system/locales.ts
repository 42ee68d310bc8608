/** The server's own texts by language. English is complete and is the fallback for missing texts. */
import { errorTable } from '@pelican/shared/contracts';
import { type ClientLanguage, isLanguage, type Language } from '@pelican/shared/contracts/system';
import { errorTexts } from '@pelican/shared/texts';
import type { FastifyRequest } from 'fastify';

const defaultLanguage = 'en';

type Messages = Record<string, string>;

const english: Messages = {
  ...Object.fromEntries(Object.entries(errorTable).map(([code, { message }]) => [`errors.${code}`, message])),
  'validators.required': 'Field is required',
  'validators.minValue': 'Min value is {{min}}',
  'validators.maxValue': 'Max value is {{max}}',
  'validators.alphanumeric': 'Only letters, digits and underscores',
  'order.notCreated': 'Your order was not created',
  'order.notUpdated': 'Your order was not updated',
  'socket.authorizationTimeout': 'Authorization service is timeout. Trying to fix this.',
  'socket.closed': 'Socket is closed',
};

const hindi: Messages = {
  'validators.required': 'यह फ़ील्ड भरना ज़रूरी है',
  'validators.minValue': 'कम से कम {{min}} होना चाहिए',
  'validators.maxValue': 'अधिकतम {{max}} हो सकता है',
  'validators.alphanumeric': 'केवल अक्षर, अंक और अंडरस्कोर',
  'order.notCreated': 'आपका ऑर्डर नहीं बनाया गया',
  'order.notUpdated': 'आपका ऑर्डर नहीं बदला गया',
  'socket.authorizationTimeout': 'प्राधिकरण सेवा से समय पर उत्तर नहीं मिला। हम इसे ठीक कर रहे हैं।',
  'socket.closed': 'सॉकेट बंद है',
};

const tamil: Messages = {
  'validators.required': 'இந்தப் புலம் கட்டாயம்',
  'validators.minValue': 'குறைந்தபட்ச மதிப்பு {{min}}',
  'validators.maxValue': 'அதிகபட்ச மதிப்பு {{max}}',
  'validators.alphanumeric': 'எழுத்துகள், எண்கள் மற்றும் அடிக்கோடுகள் மட்டும்',
  'order.notCreated': 'உங்கள் ஆர்டர் உருவாக்கப்படவில்லை',
  'order.notUpdated': 'உங்கள் ஆர்டர் மாற்றப்படவில்லை',
  'socket.authorizationTimeout': 'அங்கீகாரச் சேவை உரிய நேரத்தில் பதிலளிக்கவில்லை. இதைச் சரிசெய்ய முயல்கிறோம்.',
  'socket.closed': 'சாக்கெட் மூடப்பட்டுள்ளது',
};

const turkish: Messages = {
  'validators.required': 'Bu alan zorunludur',
  'validators.minValue': 'En düşük değer {{min}}',
  'validators.maxValue': 'En yüksek değer {{max}}',
  'validators.alphanumeric': 'Yalnızca harfler, rakamlar ve alt çizgiler',
  'order.notCreated': 'Emriniz oluşturulmadı',
  'order.notUpdated': 'Emriniz değiştirilmedi',
  'socket.authorizationTimeout': 'Yetkilendirme hizmeti zamanında yanıt vermedi. Düzeltmeye çalışıyoruz.',
  'socket.closed': 'Soket kapalı',
};

const russian: Messages = {
  'validators.required': 'Это поле обязательно',
  'validators.minValue': 'Минимальное значение: {{min}}',
  'validators.maxValue': 'Максимальное значение: {{max}}',
  'validators.alphanumeric': 'Только буквы, цифры и знаки подчёркивания',
  'order.notCreated': 'Ваш ордер не создан',
  'order.notUpdated': 'Ваш ордер не изменён',
  'socket.authorizationTimeout': 'Служба авторизации не ответила вовремя. Пытаемся это исправить.',
  'socket.closed': 'Сокет закрыт',
};

/** Of what the server says itself beside the errors. */
const ownTexts: Record<Exclude<ClientLanguage, 'en'>, Messages> = {
  hi: hindi,
  ta: tamil,
  tr: turkish,
  ru: russian,
};

/** The cookie in which a browser keeps the language that was chosen. */
export const localeCookie = 'pelican_locale';

/** Which of the languages that are offered a code or a header such as "hi-IN,hi;q=0.9,en;q=0.8" wishes for; English when none of it is. */
export function bestOf<Code extends string>(
  wish: string | undefined,
  isOffered: (code: string) => code is Code,
): Code | typeof defaultLanguage {
  const wishes = (wish ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.toLowerCase().split(';');
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    return { code: tag.trim().split(/[-_]/)[0] as string, quality: Number(quality ?? 1) };
  });
  const offered = wishes.flatMap(({ code, quality }) => (quality > 0 && isOffered(code) ? [{ code, quality }] : []));
  return offered.toSorted((one, other) => other.quality - one.quality)[0]?.code ?? defaultLanguage;
}

type Asking = Pick<FastifyRequest, 'cookies' | 'headers'>;

/** What a caller without an account wishes for: the language that was chosen in the browser, else the browser's own. */
export function wishOf({ cookies, headers }: Asking): string | undefined {
  return cookies[localeCookie] ?? headers['accept-language'];
}

/** In which language a caller without an account is written to. */
export function languageOfRequest(request: Asking): Language {
  return bestOf(wishOf(request), isLanguage);
}

/** All texts of a language of the client. */
export function messagesOf(language: ClientLanguage): Messages {
  if (language === defaultLanguage) return english;
  const errors = Object.entries(errorTexts[language]).map(([code, message]) => [`errors.${code}`, message]);
  return { ...english, ...ownTexts[language], ...Object.fromEntries(errors) };
}
