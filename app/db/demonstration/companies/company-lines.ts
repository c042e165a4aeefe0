import type { Five } from '../wording.ts'

/** What a company rents: mostly cars, mostly motorbikes, or expensive cars. */
export type Trade = 'cars' | 'motorbikes' | 'luxury'

export type CompanyLine = {
  id: number
  slug: string
  name: Five
  trade: Trade
  /** Vehicles by city, the company's home first. */
  fleet: Record<string, number>
}

type Line = [id: number, slug: string, trade: Trade, fleet: Record<string, number>, name: Five]

/** Fictitious companies. Number 12 is the one in the design ("1012 · Marjan Rent"). */
const LINES: Line[] = [
  [
    1,
    'karvan-seir',
    'cars',
    { tehran: 34, mashhad: 18, kish: 14 },
    ['کاروان سیر', 'Karvan Seir', 'كاروان سير', 'Kervan Seyir', 'Karwan Seir'],
  ],
  [
    2,
    'damavand-rent',
    'cars',
    { tehran: 30 },
    ['دماوند رنت', 'Damavand Rent', 'دماوند رنت', 'Demavend Oto Kiralama', 'Damawand Autovermietung'],
  ],
  [
    3,
    'rahsepar-kish',
    'cars',
    { kish: 32 },
    ['ره‌سپار کیش', 'Rahsepar Kish', 'رهسبار كيش', 'Rehsipar Kiş', 'Rahsepar-Kish'],
  ],
  [
    4,
    'toos-rent',
    'cars',
    { mashhad: 26 },
    ['توس رنت', 'Toos Rent', 'طوس رنت', 'Tus Oto Kiralama', 'Tus Autovermietung'],
  ],
  [
    5,
    'aftab-jonub',
    'cars',
    { kish: 28, shiraz: 16 },
    ['آفتاب جنوب', 'Aftab Jonub', 'شمس الجنوب', 'Güney Güneşi', 'Aftab Dschonub'],
  ],
  [
    6,
    'narenjestan',
    'cars',
    { shiraz: 24 },
    ['نارنجستان', 'Narenjestan', 'نارنجستان', 'Narencistan', 'Narendschestan'],
  ],
  [7, 'zayanderood', 'cars', { isfahan: 26 }, ['زاینده‌رود', 'Zayanderood', 'زاينده رود', 'Zayenderud', 'Zayanderud']],
  [8, 'nilgun-kish', 'cars', { kish: 30 }, ['نیلگون کیش', 'Nilgun Kish', 'نيلغون كيش', 'Nilgün Kiş', 'Nilgun Kish']],
  [
    9,
    'alborz-khodro',
    'luxury',
    { tehran: 26 },
    ['البرز خودرو', 'Alborz Khodro', 'ألبرز خودرو', 'Elburz Otomobil', 'Alborz Automobile'],
  ],
  [
    10,
    'sahand-seir',
    'cars',
    { tabriz: 26 },
    ['سهند سیر', 'Sahand Seir', 'سهند سير', 'Sehend Seyir', 'Sahand Reisewagen'],
  ],
  [11, 'hara-rent', 'cars', { qeshm: 24 }, ['حرا رنت', 'Hara Rent', 'حرا رنت', 'Hara Rent', 'Hara Rent']],
  [12, 'marjan-rent', 'cars', { kish: 38 }, ['مرجان رنت', 'Marjan Rent', 'مرجان رنت', 'Mercan Rent', 'Mardschan Rent']],
  [
    13,
    'hormoz-seir',
    'cars',
    { 'bandar-abbas': 26 },
    ['هرمز سیر', 'Hormoz Seir', 'هرمز سير', 'Hürmüz Seyir', 'Hormus Seir'],
  ],
  [14, 'badgir', 'cars', { yazd: 24 }, ['بادگیر', 'Badgir', 'بادغير', 'Badgir', 'Badgir']],
  [
    15,
    'simorgh-savar',
    'luxury',
    { kish: 26 },
    ['سیمرغ سوار', 'Simorgh Savar', 'سيمرغ سوار', 'Simurg Süvari', 'Simurgh Sawar'],
  ],
  [16, 'shalizar', 'cars', { rasht: 26 }, ['شالیزار', 'Shalizar', 'شاليزار', 'Şalizar', 'Schalisar']],
  [
    17,
    'makran-rent',
    'cars',
    { chabahar: 26 },
    ['مکران رنت', 'Makran Rent', 'مكران رنت', 'Mekran Rent', 'Makran Rent'],
  ],
  [
    18,
    'chabok-motor',
    'motorbikes',
    { tehran: 26, rasht: 8, tabriz: 6 },
    ['چابک موتور', 'Chabok Motor', 'تشابك موتور', 'Çabuk Motor', 'Tschabok Motorrad'],
  ],
  [19, 'lale-oto', 'cars', { istanbul: 36 }, ['لاله اوتو', 'Lale Oto', 'لاله أوتو', 'Lale Oto', 'Lale Oto']],
  [
    20,
    'bogaz-kiralama',
    'luxury',
    { istanbul: 28 },
    ['بوغاز کرالاما', 'Bogaz Kiralama', 'بوغاز للتأجير', 'Boğaz Kiralama', 'Boğaz Autovermietung'],
  ],
  [
    21,
    'moj-khalij',
    'motorbikes',
    { kish: 28, qeshm: 8, 'bandar-abbas': 6 },
    ['موج خلیج', 'Moj Khalij', 'موج الخليج', 'Körfez Dalgası', 'Modsch Chalidsch'],
  ],
  [
    22,
    'akdeniz-car',
    'cars',
    { antalya: 34 },
    ['مدیترانه کار', 'Akdeniz Car', 'أكدنيز كار', 'Akdeniz Car', 'Akdeniz Car'],
  ],
  [
    23,
    'noor-al-khaleej',
    'cars',
    { dubai: 36, sharjah: 8 },
    ['نور الخلیج', 'Noor Al Khaleej', 'نور الخليج', 'Nur El Halic', 'Nur al-Chalidsch'],
  ],
  [24, 'tiran-gasht', 'cars', { tehran: 28 }, ['تیران گشت', 'Tiran Gasht', 'تيران غشت', 'Tiran Geşt', 'Tiran Gascht']],
  [
    25,
    'sahara-drive',
    'luxury',
    { dubai: 30, 'abu-dhabi': 8 },
    ['صحرا درایو', 'Sahara Drive', 'صحارى درايف', 'Sahra Sürüş', 'Sahara Fahrt'],
  ],
  [
    26,
    'spree-mobil',
    'cars',
    { berlin: 34 },
    ['اشپره موبیل', 'Spree Mobil', 'شبريه موبيل', 'Spree Mobil', 'Spree Mobil'],
  ],
  [
    27,
    'khorshid-savar',
    'motorbikes',
    { mashhad: 18, yazd: 6, chabahar: 6 },
    ['خورشید سوار', 'Khorshid Savar', 'خورشيد سوار', 'Hurşit Süvari', 'Chorschid Sawar'],
  ],
  [
    28,
    'eram-gasht',
    'motorbikes',
    { shiraz: 18, isfahan: 6 },
    ['ارم گشت', 'Eram Gasht', 'إرم غشت', 'İrem Geşt', 'Eram Gascht'],
  ],
  [
    29,
    'naghsh-jahan',
    'cars',
    { isfahan: 24 },
    ['نقش جهان', 'Naghsh-e Jahan', 'نقش جهان', 'Nakşı Cihan', 'Naqsch-e Dschahan'],
  ],
  [30, 'darya-kenar', 'cars', { qeshm: 22 }, ['دریا کنار', 'Darya Kenar', 'دريا كنار', 'Derya Kenar', 'Darja Kenar']],
  [
    31,
    'galata-rent',
    'cars',
    { istanbul: 30, ankara: 8 },
    ['گالاتا رنت', 'Galata Rent', 'غلطة رنت', 'Galata Rent', 'Galata Rent'],
  ],
  [
    32,
    'halic-motor',
    'motorbikes',
    { istanbul: 22, ankara: 6 },
    ['خلیج موتور', 'Halic Motor', 'خليج موتور', 'Haliç Motor', 'Haliç Motorrad'],
  ],
  [
    33,
    'turunc-rent',
    'motorbikes',
    { antalya: 20, bodrum: 8 },
    ['تورونج رنت', 'Turunc Rent', 'تورونج رنت', 'Turunç Rent', 'Turunç Rent'],
  ],
  [
    34,
    'baskent-oto',
    'cars',
    { ankara: 28 },
    ['باشکنت اوتو', 'Baskent Oto', 'باشكنت أوتو', 'Başkent Oto', 'Başkent Oto'],
  ],
  [35, 'korfez-rent', 'cars', { izmir: 30 }, ['کورفز رنت', 'Korfez Rent', 'كورفز رنت', 'Körfez Rent', 'Körfez Rent']],
  [36, 'begonvil', 'cars', { bodrum: 26 }, ['بگونویل', 'Begonvil', 'بيغونفيل', 'Begonvil', 'Begonvil']],
  [
    37,
    'karadeniz-yolu',
    'cars',
    { trabzon: 26 },
    ['کارادنیز یولو', 'Karadeniz Yolu', 'طريق قره دنيز', 'Karadeniz Yolları', 'Karadeniz-Straße'],
  ],
  [
    38,
    'shaheen-bikes',
    'motorbikes',
    { dubai: 18, 'abu-dhabi': 6 },
    ['شاهین بایک', 'Shaheen Bikes', 'دراجات شاهين', 'Şahin Motor', 'Schahin Motorräder'],
  ],
  [
    39,
    'corniche-cars',
    'cars',
    { 'abu-dhabi': 26 },
    ['کورنیش کارز', 'Corniche Cars', 'سيارات الكورنيش', 'Korniş Araç', 'Corniche Wagen'],
  ],
  [
    40,
    'majaz-rent',
    'cars',
    { sharjah: 24 },
    ['مجاز رنت', 'Majaz Rent', 'المجاز لتأجير السيارات', 'Mecaz Rent', 'Madschaz Rent'],
  ],
  [
    41,
    'lindenrad',
    'motorbikes',
    { berlin: 14, hamburg: 8 },
    ['لیندن‌راد', 'Lindenrad', 'ليندنراد', 'Lindenrad', 'Lindenrad'],
  ],
  [42, 'isar-wagen', 'cars', { munich: 30 }, ['ایزار واگن', 'Isar Wagen', 'إيزار فاغن', 'Isar Wagen', 'Isar Wagen']],
  [
    43,
    'mainbogen',
    'cars',
    { frankfurt: 28, cologne: 6 },
    ['ماین‌بوگن', 'Mainbogen', 'ماينبوغن', 'Mainbogen', 'Mainbogen'],
  ],
  [44, 'alsterblick', 'cars', { hamburg: 26 }, ['آلستربلیک', 'Alsterblick', 'ألستربليك', 'Alsterblick', 'Alsterblick']],
  [
    45,
    'domplatz-mobil',
    'cars',
    { cologne: 24, frankfurt: 6, munich: 4 },
    ['دوم‌پلاتس موبیل', 'Domplatz Mobil', 'دومبلاتس موبيل', 'Dom Meydanı Mobil', 'Domplatz-Mobil'],
  ],
  [
    46,
    'efes-motor',
    'motorbikes',
    { izmir: 16, trabzon: 6 },
    ['افس موتور', 'Efes Motor', 'أفس موتور', 'Efes Motor', 'Efes Motor'],
  ],
]

export const COMPANY_LINES: CompanyLine[] = LINES.map(([id, slug, trade, fleet, name]) => ({
  id,
  slug,
  trade,
  fleet,
  name,
}))
