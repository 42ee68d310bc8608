-- Entries on what the exchange does not offer yet, rupee limits, bank accounts and withdrawals, are kept and not shown: an operator publishes each
-- with its feature. What operators have changed is theirs.
UPDATE "faq_entries" SET "is_published" = false
  WHERE "updated_by" = 'pelican' AND "slug" IN ('inr-limits', 'bank-accounts', 'withdrawal-limits', 'withdrawals-blocked');
UPDATE "faq_entries" SET "answer" = "text"."answer" FROM (VALUES
  ('forgotten-password', 'en', 'Choose the link for forgotten passwords at sign-in. We mail you a link and a code with which you set a new one. All devices are signed out.'),
  ('forgotten-password', 'hi', 'साइन-इन पर भूले हुए पासवर्ड का लिंक चुनें। हम आपको एक लिंक और कोड मेल करते हैं जिससे आप नया पासवर्ड बनाते हैं। सभी डिवाइस साइन-आउट हो जाते हैं।'),
  ('why-verify', 'en', 'Trading needs a verified identity; the law against money laundering asks for it. Without it you can look around and write to support.'),
  ('why-verify', 'hi', 'ट्रेडिंग के लिए सत्यापित पहचान चाहिए; धन-शोधन विरोधी क़ानून इसकी माँग करता है। इसके बिना आप प्लेटफ़ॉर्म देख सकते हैं और सहायता को लिख सकते हैं।'),
  ('wallets', 'en', 'The main wallet holds what you do not trade with. Spot orders use the trade wallet, perpetual contracts the futures wallet. Move coins between them with Transfer in your wallet list; it is free and takes a moment. When coins are missing for a spot order, the order form offers the transfer.'),
  ('wallets', 'hi', 'मुख्य वॉलेट में वह रहता है जिससे आप ट्रेड नहीं करते। स्पॉट ऑर्डर ट्रेड वॉलेट का और परपेचुअल कॉन्ट्रैक्ट फ़्यूचर्स वॉलेट का उपयोग करते हैं। वॉलेट सूची में ट्रांसफ़र से सिक्के इनके बीच ले जाएँ; यह मुफ़्त है और तुरंत होता है।')
) AS "text" ("slug", "language", "answer")
  WHERE "faq_entries"."slug" = "text"."slug" AND "faq_entries"."language" = "text"."language" AND "updated_by" = 'pelican';
