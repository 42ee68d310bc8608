/** What is wrong with a field, in Russian, by the English text. Those with a number are below. */
export const russianFields: Record<string, string> = {
  'Field is required': 'Обязательное поле',
  'Current value is not supported': 'Это значение не поддерживается',
  'Numbers only': 'Только цифры',
  'Email is not valid': 'Неверный адрес почты',
  'Phone is not valid': 'Неверный номер телефона',
  'Must be greater than zero': 'Должно быть больше нуля',
  'Must be a plain decimal number': 'Должно быть обычное десятичное число',
  'Field should match password': 'Должно совпадать с паролем',
  'Unknown currency': 'Неизвестная валюта',
  'Unknown language': 'Неизвестный язык',
  'Unknown country': 'Неизвестная страна',
  'Unknown referral code': 'Неизвестный реферальный код',
  'Unknown invoice': 'Неизвестный счёт',
  'Token is required': 'Требуется токен',
  'Your link is not full': 'Ссылка неполная',
  'File not Uploaded': 'Файл не загружен',
  'Invalid account': 'Неверный счёт',
  'You must pass personal verification': 'Необходимо пройти подтверждение личности',
  'Your identity is verified already': 'Ваша личность уже подтверждена',
  'This address is not saved': 'Этот адрес не сохранён',
  'The time to pay is over': 'Время оплаты истекло',
  'Only letters, digits and underscores': 'Только буквы, цифры и подчёркивания',
  'Too many decimals': 'Слишком много знаков после запятой',
  'Each currency once': 'Каждая валюта один раз',
  'Must be a whole number of days': 'Нужно целое число дней',
};

/** Texts in which only a number varies, with its place. */
export const russianFieldPatterns: readonly [RegExp, string][] = [
  [/^Length should be (\S+)$/, 'Длина должна быть $1'],
  [/^Min length is (\S+)$/, 'Длина не менее $1'],
  [/^Max length is (\S+)$/, 'Длина не более $1'],
  [/^Min value is (\S+)$/, 'Минимум $1'],
  [/^Max value is (\S+)$/, 'Максимум $1'],
  [/^Minimum (\S+), maximum (\S+)$/, 'Минимум $1, максимум $2'],
  [/^(\S+) must be less than or equal to (\S+)$/, '$1 должно быть меньше или равно $2'],
];
