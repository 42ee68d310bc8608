-- Deposits, withdrawals and bank accounts exist: the entries on them are shown. Figures that an operator sets are not written into texts, the fee
-- schedule shows them. What operators have changed is theirs.
UPDATE "faq_entries" SET "answer" = "text"."answer", "is_published" = true FROM (VALUES
  ('forgotten-password', 'en', 'Choose the link for forgotten passwords at sign-in. We mail you a link and a code with which you set a new one. All devices are signed out, and nothing can be withdrawn for some time after a change of the password.'),
  ('forgotten-password', 'hi', 'साइन-इन पर भूले हुए पासवर्ड का लिंक चुनें। हम आपको एक लिंक और कोड मेल करते हैं जिससे आप नया पासवर्ड बनाते हैं। सभी डिवाइस साइन-आउट हो जाते हैं, और पासवर्ड बदलने के बाद कुछ समय तक निकासी नहीं हो सकती।'),
  ('why-verify', 'en', 'Deposits, trading and withdrawals need a verified identity; the law against money laundering asks for it. Without it you can look around and write to support.'),
  ('why-verify', 'hi', 'जमा, ट्रेडिंग और निकासी के लिए सत्यापित पहचान चाहिए; धन-शोधन विरोधी क़ानून इसकी माँग करता है। इसके बिना आप प्लेटफ़ॉर्म देख सकते हैं और सहायता को लिख सकते हैं।'),
  ('wallets', 'en', 'Deposits arrive in the main wallet, and withdrawals leave from it. Spot orders use the trade wallet, perpetual contracts the futures wallet. Move coins between them with Transfer in your wallet list; it is free and takes a moment. When coins are missing for a spot order, the order form offers the transfer.'),
  ('wallets', 'hi', 'जमा मुख्य वॉलेट में आती है और निकासी उसी से होती है। स्पॉट ऑर्डर ट्रेड वॉलेट का और परपेचुअल कॉन्ट्रैक्ट फ़्यूचर्स वॉलेट का उपयोग करते हैं। वॉलेट सूची में ट्रांसफ़र से सिक्के इनके बीच ले जाएँ; यह मुफ़्त है और तुरंत होता है। स्पॉट ऑर्डर के लिए सिक्के कम हों तो ऑर्डर फ़ॉर्म ट्रांसफ़र की पेशकश करता है।'),
  ('inr-limits', 'en', 'The fee schedule shows the smallest and the largest amount of a transaction, the limit for a day and the fee, which includes all taxes. Transactions are checked by people, around the clock.'),
  ('inr-limits', 'hi', 'शुल्क सूची में लेन-देन की न्यूनतम और अधिकतम राशि, दिन की सीमा और शुल्क दिखते हैं, जिसमें सभी कर शामिल हैं। लेन-देन चौबीसों घंटे लोगों द्वारा जाँचे जाते हैं।'),
  ('bank-accounts', 'en', 'At most three active INR bank accounts, in your own name as in your passport or PAN. Adding one needs a verified identity. An account with unfinished transactions cannot be deleted.'),
  ('bank-accounts', 'hi', 'अधिकतम तीन सक्रिय INR बैंक खाते, जो पासपोर्ट या पैन की तरह आपके अपने नाम पर हों। खाता जोड़ने के लिए सत्यापित पहचान चाहिए। अधूरे लेन-देन वाला खाता हटाया नहीं जा सकता।'),
  ('withdrawal-limits', 'en', 'Nothing before your identity is verified. Then there is a limit for 24 hours, and a higher one with two-factor authentication. The fee schedule shows both. Large withdrawals are reviewed by people before they are sent.'),
  ('withdrawal-limits', 'hi', 'पहचान सत्यापित होने से पहले कुछ नहीं। फिर 24 घंटे की एक सीमा है, और टू-फ़ैक्टर प्रमाणीकरण के साथ उससे ऊँची सीमा। दोनों शुल्क सूची में दिखती हैं। बड़ी निकासी भेजे जाने से पहले लोगों द्वारा जाँची जाती है।'),
  ('withdrawals-blocked', 'en', 'Withdrawals are blocked for some time after a change of the password or of a second factor, so that a thief who has changed it gets nothing. The security page shows the time that is left.'),
  ('withdrawals-blocked', 'hi', 'पासवर्ड या दूसरा फ़ैक्टर बदलने के बाद कुछ समय तक निकासी रोकी जाती है, ताकि उसे बदलने वाले चोर को कुछ न मिले। शेष समय सुरक्षा पृष्ठ पर दिखता है।')
) AS "text" ("slug", "language", "answer")
  WHERE "faq_entries"."slug" = "text"."slug" AND "faq_entries"."language" = "text"."language" AND "updated_by" = 'pelican';
