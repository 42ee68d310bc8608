/** What is wrong with a field, in Hindi, by the English text. Those with a number are below. */
export const hindiFields: Record<string, string> = {
  'Field is required': 'यह फ़ील्ड भरना ज़रूरी है',
  'Current value is not supported': 'यह मान मान्य नहीं है',
  'Numbers only': 'केवल अंक',
  'Email is not valid': 'ईमेल मान्य नहीं है',
  'Phone is not valid': 'फ़ोन नंबर मान्य नहीं है',
  'Must be greater than zero': 'शून्य से ज़्यादा होना चाहिए',
  'Must be a plain decimal number': 'सादी दशमलव संख्या होनी चाहिए',
  'Field should match password': 'यह पासवर्ड से मेल खाना चाहिए',
  'Unknown currency': 'अज्ञात मुद्रा',
  'Unknown language': 'अज्ञात भाषा',
  'Unknown country': 'अज्ञात देश',
  'Unknown referral code': 'अज्ञात रेफ़रल कोड',
  'Unknown invoice': 'अज्ञात इनवॉइस',
  'Token is required': 'टोकन ज़रूरी है',
  'Your link is not full': 'आपका लिंक पूरा नहीं है',
  'File not Uploaded': 'फ़ाइल अपलोड नहीं हुई',
  'Invalid account': 'खाता मान्य नहीं है',
  'You must pass personal verification': 'पहले आपको व्यक्तिगत सत्यापन पूरा करना होगा',
  'Your identity is verified already': 'आपकी पहचान पहले ही सत्यापित है',
  'This address is not saved': 'यह पता सहेजा हुआ नहीं है',
  'The time to pay is over': 'भुगतान का समय समाप्त हो गया है',
  'Only letters, digits and underscores': 'केवल अक्षर, अंक और अंडरस्कोर',
  'Too many decimals': 'बहुत ज़्यादा दशमलव',
  'Each currency once': 'प्रत्येक मुद्रा एक बार',
  'Must be a whole number of days': 'दिनों की पूरी संख्या होनी चाहिए',
};

/** Texts in which only a number varies, with its place. */
export const hindiFieldPatterns: readonly [RegExp, string][] = [
  [/^Length should be (\S+)$/, 'लंबाई $1 होनी चाहिए'],
  [/^Min length is (\S+)$/, 'लंबाई कम से कम $1 होनी चाहिए'],
  [/^Max length is (\S+)$/, 'लंबाई अधिकतम $1 हो सकती है'],
  [/^Min value is (\S+)$/, 'कम से कम $1 होना चाहिए'],
  [/^Max value is (\S+)$/, 'अधिकतम $1 हो सकता है'],
  [/^Minimum (\S+), maximum (\S+)$/, 'कम से कम $1, अधिकतम $2'],
  [/^(\S+) must be less than or equal to (\S+)$/, '$1 का $2 से कम या बराबर होना ज़रूरी है'],
];
