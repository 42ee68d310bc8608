/** What is wrong with a field, in Turkish, by the English text. Those with a number are below. */
export const turkishFields: Record<string, string> = {
  'Field is required': 'Bu alan zorunludur',
  'Current value is not supported': 'Bu değer desteklenmiyor',
  'Numbers only': 'Yalnızca rakam',
  'Email is not valid': 'E-posta geçerli değil',
  'Phone is not valid': 'Telefon numarası geçerli değil',
  'Must be greater than zero': 'Sıfırdan büyük olmalı',
  'Must be a plain decimal number': 'Düz ondalık sayı olmalı',
  'Field should match password': 'Parolayla aynı olmalı',
  'Unknown currency': 'Bilinmeyen para birimi',
  'Unknown language': 'Bilinmeyen dil',
  'Unknown country': 'Bilinmeyen ülke',
  'Unknown referral code': 'Bilinmeyen davet kodu',
  'Unknown invoice': 'Bilinmeyen fatura',
  'Token is required': 'Belirteç zorunludur',
  'Your link is not full': 'Bağlantınız eksik',
  'File not Uploaded': 'Dosya yüklenmedi',
  'Invalid account': 'Hesap geçerli değil',
  'You must pass personal verification': 'Kişisel doğrulamayı tamamlamanız gerekir',
  'Your identity is verified already': 'Kimliğiniz zaten doğrulandı',
  'This address is not saved': 'Bu adres kayıtlı değil',
  'The time to pay is over': 'Ödeme süresi doldu',
  'Only letters, digits and underscores': 'Yalnızca harf, rakam ve alt çizgi',
  'Too many decimals': 'Çok fazla ondalık basamak',
  'Each currency once': 'Her para birimi bir kez',
  'Must be a whole number of days': 'Tam gün sayısı olmalı',
};

/** Texts in which only a number varies, with its place. */
export const turkishFieldPatterns: readonly [RegExp, string][] = [
  [/^Length should be (\S+)$/, 'Uzunluk $1 olmalı'],
  [/^Min length is (\S+)$/, 'Uzunluk en az $1 olmalı'],
  [/^Max length is (\S+)$/, 'Uzunluk en çok $1 olabilir'],
  [/^Min value is (\S+)$/, 'En az $1 olmalı'],
  [/^Max value is (\S+)$/, 'En çok $1 olabilir'],
  [/^Minimum (\S+), maximum (\S+)$/, 'En az $1, en çok $2'],
  [/^(\S+) must be less than or equal to (\S+)$/, '$1, $2 değerinden küçük ya da ona eşit olmalı'],
];
