/** What is wrong with a field, in Tamil, by the English text. Those with a number are below. */
export const tamilFields: Record<string, string> = {
  'Field is required': 'இந்தப் புலம் தேவை',
  'Current value is not supported': 'இந்த மதிப்பு ஏற்கப்படாது',
  'Numbers only': 'இலக்கங்கள் மட்டும்',
  'Email is not valid': 'மின்னஞ்சல் சரியாக இல்லை',
  'Phone is not valid': 'ஃபோன் எண் சரியாக இல்லை',
  'Must be greater than zero': 'பூஜ்ஜியத்தை விட அதிகமாக இருக்க வேண்டும்',
  'Must be a plain decimal number': 'சாதாரண தசம எண்ணாக இருக்க வேண்டும்',
  'Field should match password': 'கடவுச்சொல்லுடன் பொருந்த வேண்டும்',
  'Unknown currency': 'தெரியாத நாணயம்',
  'Unknown language': 'தெரியாத மொழி',
  'Unknown country': 'தெரியாத நாடு',
  'Unknown referral code': 'தெரியாத பரிந்துரைக் குறியீடு',
  'Unknown invoice': 'தெரியாத இன்வாய்ஸ்',
  'Token is required': 'டோக்கன் தேவை',
  'Your link is not full': 'உங்கள் இணைப்பு முழுமையாக இல்லை',
  'File not Uploaded': 'கோப்பு பதிவேற்றப்படவில்லை',
  'Invalid account': 'கணக்கு சரியாக இல்லை',
  'You must pass personal verification': 'முதலில் உங்கள் அடையாளச் சரிபார்ப்பை முடிக்க வேண்டும்',
  'Your identity is verified already': 'உங்கள் அடையாளம் ஏற்கனவே சரிபார்க்கப்பட்டது',
  'This address is not saved': 'இந்த முகவரி சேமிக்கப்படவில்லை',
  'The time to pay is over': 'செலுத்தும் நேரம் முடிந்துவிட்டது',
  'Only letters, digits and underscores': 'எழுத்துகள், இலக்கங்கள், அடிக்கோடுகள் மட்டும்',
  'Too many decimals': 'அதிக தசம இலக்கங்கள்',
  'Each currency once': 'ஒவ்வொரு நாணயமும் ஒரு முறை',
  'Must be a whole number of days': 'நாட்களின் முழு எண்ணாக இருக்க வேண்டும்',
};

/** Texts in which only a number varies, with its place. */
export const tamilFieldPatterns: readonly [RegExp, string][] = [
  [/^Length should be (\S+)$/, 'நீளம் $1 ஆக இருக்க வேண்டும்'],
  [/^Min length is (\S+)$/, 'நீளம் குறைந்தது $1 இருக்க வேண்டும்'],
  [/^Max length is (\S+)$/, 'நீளம் அதிகபட்சம் $1 இருக்கலாம்'],
  [/^Min value is (\S+)$/, 'குறைந்தபட்ச மதிப்பு $1'],
  [/^Max value is (\S+)$/, 'அதிகபட்ச மதிப்பு $1'],
  [/^Minimum (\S+), maximum (\S+)$/, 'குறைந்தபட்சம் $1, அதிகபட்சம் $2'],
  [/^(\S+) must be less than or equal to (\S+)$/, '$1 ஆனது $2 ஐ விடக் குறைவாகவோ சமமாகவோ இருக்க வேண்டும்'],
];
