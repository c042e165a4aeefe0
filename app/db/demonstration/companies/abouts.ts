import type { Five } from '../wording.ts'
import type { Trade } from './company-lines.ts'

/** A company's description is one of these first sentences, then two of the others. `{city}` is its home. */
export const ABOUT_OPENINGS: Record<Trade, Five[]> = {
  cars: [
    [
      'سال‌هاست که در {city} خودرو اجاره می‌دهیم و بیشتر مشتریانمان دوباره برمی‌گردند.',
      'We have rented cars in {city} for years, and most of our customers come back.',
      'نؤجّر السيارات في {city} منذ سنوات، ومعظم زبائننا يعودون إلينا.',
      '{city} şehrinde yıllardır araç kiralıyoruz ve müşterilerimizin çoğu yeniden geliyor.',
      'Seit Jahren vermieten wir Autos in {city}, und die meisten Kunden kommen wieder.',
    ],
    [
      'شرکتی خانوادگی در {city} هستیم؛ خودروها را خودمان تحویل می‌دهیم و خودمان پس می‌گیریم.',
      'We are a family company in {city}: we hand over every car ourselves and take it back ourselves.',
      'نحن شركة عائلية في {city}، نسلّم كل سيارة بأنفسنا ونستلمها بأنفسنا.',
      '{city} merkezli bir aile şirketiyiz; her aracı kendimiz teslim eder, kendimiz geri alırız.',
      'Wir sind ein Familienbetrieb in {city}: Jedes Auto übergeben wir selbst und nehmen es selbst zurück.',
    ],
    [
      'از خودروی شهری تا شاسی‌بلند هفت‌نفره، برای هر سفری در {city} خودرویی داریم.',
      'From a small city car to a seven-seater, we have a vehicle for every trip in {city}.',
      'من السيارة الصغيرة إلى ذات المقاعد السبعة، لدينا مركبة لكل رحلة في {city}.',
      'Küçük şehir aracından yedi kişilik araca kadar {city} gezilerinin her biri için aracımız var.',
      'Vom Kleinwagen bis zum Siebensitzer haben wir für jede Reise in {city} das passende Fahrzeug.',
    ],
  ],
  motorbikes: [
    [
      'اسکوتر و موتورسیکلت آمادهٔ سواری در {city}، همراه کلاه ایمنی تمیز.',
      'Scooters and motorbikes ready to ride in {city}, each with a clean helmet.',
      'دراجات وسكوترات جاهزة للركوب في {city}، ومع كل منها خوذة نظيفة.',
      '{city} yollarına hazır scooter ve motosikletler, her biri temiz bir kaskla.',
      'Motorroller und Motorräder, startklar in {city}, jedes mit sauberem Helm.',
    ],
    [
      'خودمان موتورسواریم و هر موتور را پیش از تحویل در خیابان‌های {city} امتحان می‌کنیم.',
      'We ride ourselves, and we try every motorbike on the streets of {city} before we hand it over.',
      'نحن أنفسنا من هواة الدراجات، ونجرّب كل دراجة في شوارع {city} قبل تسليمها.',
      'Biz de motorcuyuz; her motoru teslimden önce {city} sokaklarında deneriz.',
      'Wir fahren selbst und testen jedes Motorrad vor der Übergabe auf den Straßen von {city}.',
    ],
  ],
  luxury: [
    [
      'خودروهای ویژه برای روزهای ویژه در {city}: کروک، شاسی‌بلند و سدان‌های تشریفاتی.',
      'Special cars for special days in {city}: convertibles, large SUVs and formal saloons.',
      'سيارات مميزة لأيام مميزة في {city}: مكشوفة ودفع رباعي وسيدان فاخرة.',
      '{city} gezinizin özel günlerine özel araçlar: üstü açık, büyük SUV ve makam araçları.',
      'Besondere Autos für besondere Tage in {city}: Cabriolets, große Geländewagen und Limousinen.',
    ],
    [
      'خودروهای ما در {city} یا کم‌کارند یا مثل روز اول نگه داشته شده‌اند.',
      'Every car of ours in {city} is nearly new, or kept as on its first day.',
      'كل سيارة لدينا في {city} شبه جديدة أو محفوظة كأنها في يومها الأول.',
      '{city} filomuzdaki her araç ya sıfıra yakın ya da ilk günkü gibi bakımlıdır.',
      'Jedes unserer Autos in {city} ist fast neu oder gepflegt wie am ersten Tag.',
    ],
  ],
}

export const ABOUT_SENTENCES: Five[] = [
  [
    'تحویل در فرودگاه با تابلوی نام شما انجام می‌شود.',
    'At the airport we wait for you with a name sign.',
    'في المطار ننتظرك بلوحة تحمل اسمك.',
    'Havalimanında sizi isim tabelasıyla karşılarız.',
    'Am Flughafen erwarten wir Sie mit einem Namensschild.',
  ],
  [
    'وضعیت وسیله را با عکس و در حضور شما ثبت می‌کنیم.',
    'We record the state of the vehicle with photographs while you are there.',
    'نوثّق حالة المركبة بالصور أمامك.',
    'Aracın durumunu sizin yanınızda fotoğraflarla kaydederiz.',
    'Den Zustand des Fahrzeugs halten wir in Ihrem Beisein mit Fotos fest.',
  ],
  [
    'پشتیبانی امداد جاده‌ای در همهٔ ساعت‌ها روشن است.',
    'Roadside help answers at every hour.',
    'المساعدة على الطريق متاحة في كل ساعة.',
    'Yol yardım hattımız günün her saati açıktır.',
    'Unsere Pannenhilfe ist zu jeder Stunde erreichbar.',
  ],
  [
    'ودیعه همان روزِ بازگشت آزاد می‌شود.',
    'Your deposit is released on the day of return.',
    'تُعاد الوديعة في يوم الإرجاع نفسه.',
    'Depozitonuz iade günü serbest bırakılır.',
    'Die Kaution wird noch am Rückgabetag freigegeben.',
  ],
  [
    'هر وسیله پس از هر سفر شسته و بازبینی می‌شود.',
    'Every vehicle is washed and checked after each trip.',
    'تُغسل كل مركبة وتُفحص بعد كل رحلة.',
    'Her araç her yolculuktan sonra yıkanır ve kontrol edilir.',
    'Jedes Fahrzeug wird nach jeder Fahrt gewaschen und geprüft.',
  ],
  [
    'کارکنان ما به فارسی، انگلیسی و عربی پاسخ می‌دهند.',
    'Our staff answer in Persian, English and Arabic.',
    'موظفونا يجيبون بالفارسية والإنجليزية والعربية.',
    'Ekibimiz Farsça, İngilizce ve Arapça yanıt verir.',
    'Unser Team antwortet auf Persisch, Englisch und Arabisch.',
  ],
  [
    'اگر وسیلهٔ رزروشده آماده نباشد، وسیله‌ای بهتر با همان قیمت می‌دهیم.',
    'Should your vehicle not be ready, you get a better one at the same price.',
    'إن لم تكن مركبتك جاهزة نعطيك أفضل منها بالسعر نفسه.',
    'Aracınız hazır olmazsa aynı fiyata daha iyisini veririz.',
    'Sollte Ihr Fahrzeug nicht bereit sein, erhalten Sie zum selben Preis ein besseres.',
  ],
]

/** For companies that rent cars. */
export const CHILD_SEAT_SENTENCE: Five = [
  'صندلی کودک را پیش از رسیدن شما نصب می‌کنیم.',
  'We fit the child seat before you arrive.',
  'نركّب مقعد الطفل قبل وصولك.',
  'Çocuk koltuğunu siz gelmeden takarız.',
  'Den Kindersitz bauen wir ein, bevor Sie ankommen.',
]
