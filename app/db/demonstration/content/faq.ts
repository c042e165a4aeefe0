import type { Row } from '../insert-rows.ts'
import { type Five, wordingOf } from '../wording.ts'

const LINES: [question: Five, answer: Five][] = [
  [
    [
      'برای اجاره چه مدارکی لازم است؟',
      'Which documents do I need?',
      'ما المستندات المطلوبة؟',
      'Hangi belgeler gerekiyor?',
      'Welche Unterlagen brauche ich?',
    ],
    [
      'گواهی‌نامهٔ معتبر، کارت ملی یا گذرنامه، و ودیعه‌ای که کنار هر خودرو نوشته شده است. مسافران خارجی گواهی‌نامهٔ بین‌المللی هم همراه داشته باشند.',
      'A valid driving licence, your national identity card or passport, and the deposit named beside each vehicle. Visitors from abroad should also bring an international driving permit.',
      'رخصة قيادة سارية، وبطاقة هوية أو جواز سفر، والوديعة المذكورة بجانب كل مركبة. وعلى الزائر من الخارج أن يحمل رخصة دولية أيضًا.',
      'Geçerli bir sürücü belgesi, kimlik kartı ya da pasaport ve her aracın yanında yazan depozito. Yurt dışından gelenler uluslararası sürücü belgesi de getirmelidir.',
      'Einen gültigen Führerschein, Personalausweis oder Reisepass und die beim Fahrzeug genannte Kaution. Gäste aus dem Ausland bringen bitte auch einen internationalen Führerschein mit.',
    ],
  ],
  [
    [
      'چه مبلغی را اکنون می‌پردازم؟',
      'How much do I pay now?',
      'كم أدفع الآن؟',
      'Şimdi ne kadar ödüyorum?',
      'Wie viel zahle ich jetzt?',
    ],
    [
      'فقط سهم پیش‌پرداخت شرکت را، که از ۲۰ تا ۱۰۰ درصد است و پیش از پرداخت می‌بینید. باقی را هنگام تحویل به شرکت می‌پردازید.',
      'Only the company’s prepayment share, between 20 and 100 per cent; you see it before you pay. The rest is paid to the company at pick-up.',
      'حصة الدفعة المقدمة للشركة فقط، بين ٢٠ و١٠٠ في المئة، وتراها قبل الدفع. أما الباقي فتدفعه للشركة عند الاستلام.',
      'Yalnızca şirketin ön ödeme payını: yüzde 20 ile 100 arasındadır ve ödemeden önce görürsünüz. Kalanı aracı alırken şirkete ödersiniz.',
      'Nur den Anzahlungsanteil des Vermieters, zwischen 20 und 100 Prozent; Sie sehen ihn vor dem Bezahlen. Den Rest zahlen Sie bei der Abholung.',
    ],
  ],
  [
    [
      'آیا می‌توانم رزرو را لغو کنم؟',
      'Can I cancel?',
      'هل يمكنني الإلغاء؟',
      'İptal edebilir miyim?',
      'Kann ich stornieren?',
    ],
    [
      'بله. در بیشتر شرکت‌ها تا ۴۸ ساعت پیش از تحویل همهٔ مبلغ و تا ۲۴ ساعت پیش از آن نیمی از مبلغ برمی‌گردد. زمان دقیق روی صفحهٔ هر خودرو نوشته شده است.',
      'Yes. With most companies you get everything back until 48 hours before pick-up and half until 24 hours before. The exact times are on the page of each vehicle.',
      'نعم. في معظم الشركات يُعاد المبلغ كاملًا حتى ٤٨ ساعة قبل الاستلام، ونصفه حتى ٢٤ ساعة قبله. المواعيد الدقيقة في صفحة كل مركبة.',
      'Evet. Çoğu şirkette teslimden 48 saat öncesine kadar tamamı, 24 saat öncesine kadar yarısı iade edilir. Kesin saatler her aracın sayfasında yazar.',
      'Ja. Bei den meisten Vermietern erhalten Sie bis 48 Stunden vor der Abholung alles zurück, bis 24 Stunden vorher die Hälfte. Die genauen Zeiten stehen beim Fahrzeug.',
    ],
  ],
  [
    [
      'روز اجاره چگونه حساب می‌شود؟',
      'How are rental days counted?',
      'كيف تُحسب أيام الإيجار؟',
      'Kiralama günleri nasıl sayılır?',
      'Wie werden Miettage gezählt?',
    ],
    [
      'هر ۲۴ ساعتِ آغازشده یک روز است و ۶۰ دقیقهٔ نخستِ پس از آن رایگان. هرچه اجاره طولانی‌تر باشد، قیمت هر روز کمتر می‌شود.',
      'Each started 24 hours are a day, and the first 60 minutes over are free. The longer you rent, the less a day costs.',
      'كل ٢٤ ساعة مبدوءة تُعد يومًا، وأول ٦٠ دقيقة بعدها مجانية. وكلما طالت المدة انخفض سعر اليوم.',
      'Başlayan her 24 saat bir gündür, sonrasındaki ilk 60 dakika ücretsizdir. Kiralama uzadıkça günlük fiyat düşer.',
      'Je angefangene 24 Stunden sind ein Tag, die ersten 60 Minuten darüber sind frei. Je länger Sie mieten, desto weniger kostet der Tag.',
    ],
  ],
  [
    [
      'ودیعه چیست و کی برمی‌گردد؟',
      'What is the deposit and when do I get it back?',
      'ما الوديعة ومتى أستعيدها؟',
      'Depozito nedir, ne zaman geri alırım?',
      'Was ist die Kaution, und wann bekomme ich sie zurück?',
    ],
    [
      'مبلغی است که شرکت در برابر خسارت نزد خود نگه می‌دارد: نقد، چک یا روی کارت. پس از بازگشت خودروی سالم آزاد می‌شود. خودروهای بدون ودیعه چیزی نمی‌خواهند.',
      'An amount that the company keeps against damage: in cash, as a cheque or on your card. It is released once the vehicle is back unharmed. Vehicles with no deposit ask for none.',
      'مبلغ تحتفظ به الشركة مقابل الأضرار: نقدًا أو شيكًا أو على البطاقة. ويُفرج عنه بعد عودة المركبة سليمة. أما المركبات التي بدون وديعة فلا تطلب شيئًا.',
      'Şirketin hasara karşı tuttuğu tutardır: nakit, çek ya da kartta bloke. Araç hasarsız dönünce serbest bırakılır. Depozitosuz araçlarda hiçbir tutar istenmez.',
      'Ein Betrag, den der Vermieter für Schäden zurückbehält: bar, als Scheck oder auf der Karte. Er wird frei, wenn das Fahrzeug unbeschädigt zurück ist. Fahrzeuge ohne Kaution verlangen keine.',
    ],
  ],
  [
    [
      'آیا خودرو را در فرودگاه تحویل می‌گیرم؟',
      'Can I pick up at the airport?',
      'هل أستلم السيارة في المطار؟',
      'Aracı havalimanında teslim alabilir miyim?',
      'Kann ich am Flughafen abholen?',
    ],
    [
      'بیشتر شرکت‌ها در فرودگاه تحویل می‌دهند و بسیاری تا هتل شما هم می‌آیند. هزینهٔ هر محل پیش از رزرو جداگانه نوشته می‌شود.',
      'Most companies hand over at the airport, and many come to your hotel. The fee of each place is shown on its own line before you book.',
      'معظم الشركات تسلّم في المطار، وكثير منها يأتي إلى فندقك. وتظهر رسوم كل مكان في سطر مستقل قبل الحجز.',
      'Şirketlerin çoğu havalimanında teslim eder, birçoğu otelinize de gelir. Her yerin ücreti rezervasyondan önce ayrı satırda gösterilir.',
      'Die meisten Vermieter übergeben am Flughafen, viele kommen auch zum Hotel. Die Gebühr jedes Ortes steht vor der Reservierung in einer eigenen Zeile.',
    ],
  ],
  [
    [
      'چند سال باید داشته باشم؟',
      'How old do I have to be?',
      'كم يجب أن يكون عمري؟',
      'Kaç yaşında olmalıyım?',
      'Wie alt muss ich sein?',
    ],
    [
      'بسته به خودرو از ۱۸ تا ۲۵ سال، با یک تا سه سال سابقهٔ گواهی‌نامه. هر دو در مشخصات خودرو آمده است.',
      'Between 18 and 25 years, depending on the vehicle, with a licence held for one to three years. Both are named among the vehicle’s rules.',
      'بين ١٨ و٢٥ سنة بحسب المركبة، مع رخصة عمرها من سنة إلى ثلاث سنوات. كلاهما مذكور في شروط المركبة.',
      'Araca göre 18 ile 25 yaş arasında ve bir ila üç yıllık sürücü belgesiyle. İkisi de aracın kurallarında yazar.',
      'Je nach Fahrzeug zwischen 18 und 25 Jahren, mit ein bis drei Jahren Führerschein. Beides steht bei den Regeln des Fahrzeugs.',
    ],
  ],
  [
    [
      'اجارهٔ ماهانه هم دارید؟',
      'Do you rent by the month?',
      'هل تؤجرون شهريًا؟',
      'Aylık kiralama var mı?',
      'Gibt es Monatsmieten?',
    ],
    [
      'بله. در صفحهٔ اجارهٔ ماهانه، خودروها با قیمت ۳۰ روز به بالا نشان داده می‌شوند که از قیمت روزانه بسیار کمتر است.',
      'Yes. The monthly page shows vehicles at their price for 30 days and more, which is well below the daily one.',
      'نعم. تعرض صفحة الإيجار الشهري المركبات بسعر ٣٠ يومًا فأكثر، وهو أقل كثيرًا من السعر اليومي.',
      'Evet. Aylık kiralama sayfası araçları 30 gün ve üzeri fiyatıyla gösterir; günlük fiyatın çok altındadır.',
      'Ja. Die Monatsseite zeigt Fahrzeuge zum Preis ab 30 Tagen, der deutlich unter dem Tagespreis liegt.',
    ],
  ],
]

export const faq: Row<'faq'>[] = LINES.map(([question, answer], index) => ({
  id: index + 1,
  question: wordingOf(question),
  answer: wordingOf(answer),
  position: index + 1,
}))
