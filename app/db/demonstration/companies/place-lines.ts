import type { Five } from '../wording.ts'

export type PlaceKind = 'OFFICE' | 'AIRPORT' | 'STATION' | 'HOTEL' | 'PORT' | 'MALL'

/** A place of a city where several companies hand vehicles over. */
export type PlaceLine = { kind: PlaceKind; name: Five; address: Five }

/** `{company}` is the company's name. */
export const OFFICE_NAME: Five = [
  'دفتر {company}',
  '{company} office',
  'مكتب {company}',
  '{company} ofisi',
  'Büro {company}',
]

type Line = [kind: PlaceKind, name: Five, address: Five]

const KISH: Line[] = [
  [
    'AIRPORT',
    ['فرودگاه کیش', 'Kish Airport', 'مطار كيش', 'Kiş Havalimanı', 'Flughafen Kish'],
    [
      'سالن پروازهای ورودی، باجهٔ ۴',
      'Arrivals hall, desk 4',
      'صالة الوصول، مكتب ٤',
      'Geliş salonu, 4 numaralı banko',
      'Ankunftshalle, Schalter 4',
    ],
  ],
  [
    'PORT',
    ['بندرگاه کیش', 'Kish passenger port', 'ميناء كيش للركاب', 'Kiş yolcu limanı', 'Passagierhafen Kish'],
    [
      'اسکلهٔ مسافری، در خروجی',
      'Passenger pier, at the exit',
      'رصيف الركاب، عند المخرج',
      'Yolcu iskelesi, çıkış kapısı',
      'Passagieranleger, am Ausgang',
    ],
  ],
  [
    'MALL',
    ['بازار پردیس', 'Pardis Bazaar', 'سوق برديس', 'Pardis Çarşısı', 'Pardis-Basar'],
    [
      'میدان سنایی، در شمالی پردیس ۲',
      'Sanaei Square, north door of Pardis 2',
      'ساحة سنائي، الباب الشمالي لبرديس ٢',
      'Senai Meydanı, Pardis 2 kuzey kapısı',
      'Sanaei-Platz, Nordeingang von Pardis 2',
    ],
  ],
  [
    'HOTEL',
    ['هتل‌های ساحل شرقی', 'East coast hotels', 'فنادق الساحل الشرقي', 'Doğu sahili otelleri', 'Hotels an der Ostküste'],
    [
      'لابی هتل شما در بلوار ساحلی',
      'The lobby of your hotel on the coastal boulevard',
      'بهو فندقك على الكورنيش',
      'Sahil bulvarındaki otelinizin lobisi',
      'Die Lobby Ihres Hotels am Küstenboulevard',
    ],
  ],
]

/** The usual places of a city; Kish has its own list. `{city}` is the city. */
const USUAL: Record<Exclude<PlaceKind, 'OFFICE'>, PlaceLine[]> = {
  AIRPORT: [
    {
      kind: 'AIRPORT',
      name: ['فرودگاه {city}', '{city} Airport', 'مطار {city}', '{city} Havalimanı', 'Flughafen {city}'],
      address: [
        'سالن ورودی، روبه‌روی تحویل بار',
        'Arrivals, opposite the baggage belts',
        'صالة الوصول، مقابل استلام الأمتعة',
        'Geliş katı, bagaj bantlarının karşısı',
        'Ankunft, gegenüber der Gepäckausgabe',
      ],
    },
  ],
  STATION: [
    {
      kind: 'STATION',
      name: ['ایستگاه راه‌آهن {city}', '{city} main station', 'محطة قطار {city}', '{city} Garı', 'Hauptbahnhof {city}'],
      address: [
        'ورودی اصلی، کنار تاکسی‌ها',
        'Main entrance, beside the taxi rank',
        'المدخل الرئيسي، بجانب موقف سيارات الأجرة',
        'Ana giriş, taksi durağının yanı',
        'Haupteingang, neben dem Taxistand',
      ],
    },
  ],
  PORT: [
    {
      kind: 'PORT',
      name: ['بندر {city}', '{city} harbour', 'ميناء {city}', '{city} Limanı', 'Hafen {city}'],
      address: [
        'پایانهٔ مسافری، در ۲',
        'Passenger terminal, gate 2',
        'محطة الركاب، البوابة ٢',
        'Yolcu terminali, 2 numaralı kapı',
        'Passagierterminal, Tor 2',
      ],
    },
  ],
  MALL: [
    {
      kind: 'MALL',
      name: [
        'مرکز خرید شهر {city}',
        '{city} city mall',
        'مركز تسوق {city}',
        '{city} alışveriş merkezi',
        'Einkaufszentrum {city}',
      ],
      address: [
        'پارکینگ طبقهٔ منفی یک، ردیف ب',
        'Car park level −1, row B',
        'موقف الطابق تحت الأرضي الأول، الصف ب',
        'Otopark eksi birinci kat, B sırası',
        'Parkhaus, Ebene −1, Reihe B',
      ],
    },
  ],
  HOTEL: [
    {
      kind: 'HOTEL',
      name: [
        'هتل‌های مرکز {city}',
        'Hotels in central {city}',
        'فنادق وسط {city}',
        '{city} merkez otelleri',
        'Hotels im Zentrum von {city}',
      ],
      address: ['لابی هتل شما', 'The lobby of your hotel', 'بهو فندقك', 'Otelinizin lobisi', 'Die Lobby Ihres Hotels'],
    },
  ],
}

/** Cities on the water have a harbour instead of a railway station. */
const HARBOURS = [
  'qeshm',
  'bandar-abbas',
  'chabahar',
  'antalya',
  'izmir',
  'bodrum',
  'trabzon',
  'dubai',
  'abu-dhabi',
  'sharjah',
]

/** Where companies of a city hand vehicles over: real places in Kish, typical ones in every other city. */
export function placeLinesOf(city: string): PlaceLine[] {
  if (city === 'kish') return KISH.map(([kind, name, address]) => ({ kind, name, address }))
  const second = HARBOURS.includes(city) ? USUAL.PORT : USUAL.STATION
  return [...USUAL.AIRPORT, ...second, ...USUAL.MALL, ...USUAL.HOTEL]
}

/** Streets for offices, by country id; `{number}` is filled in with digits of the language. */
export const OFFICE_ADDRESSES: Record<number, Five[]> = {
  1: [
    [
      'خیابان امام خمینی، پلاک {number}، طبقهٔ همکف',
      '{number} Imam Khomeini Street, ground floor',
      'شارع الإمام الخميني، رقم {number}، الطابق الأرضي',
      'İmam Humeyni Caddesi No. {number}, zemin kat',
      'Imam-Chomeini-Straße {number}, Erdgeschoss',
    ],
    [
      'بلوار فردوسی، نبش کوچهٔ یاس، پلاک {number}',
      '{number} Ferdowsi Boulevard, corner of Yas Lane',
      'شارع الفردوسي، زاوية زقاق ياس، رقم {number}',
      'Firdevsi Bulvarı, Yas Sokağı köşesi, No. {number}',
      'Ferdowsi-Boulevard {number}, Ecke Yas-Gasse',
    ],
    [
      'خیابان حافظ، مجتمع نگین، واحد {number}',
      'Unit {number}, Negin Centre, Hafez Street',
      'شارع حافظ، مجمع نغين، وحدة {number}',
      'Hafız Caddesi, Negin İş Merkezi, no. {number}',
      'Hafez-Straße, Negin-Zentrum, Einheit {number}',
    ],
    [
      'میدان آزادی، ابتدای خیابان سعدی، پلاک {number}',
      '{number} Saadi Street, off Azadi Square',
      'ساحة آزادي، أول شارع سعدي، رقم {number}',
      'Azadi Meydanı, Sadi Caddesi başı, No. {number}',
      'Azadi-Platz, Anfang der Saadi-Straße, Nr. {number}',
    ],
  ],
  2: [
    [
      'خیابان جمهوریت، پلاک {number}',
      '{number} Cumhuriyet Avenue',
      'شارع الجمهورية، رقم {number}',
      'Cumhuriyet Caddesi No. {number}',
      'Cumhuriyet-Allee {number}',
    ],
    [
      'بلوار آتاتورک، پلاک {number}، کنار داروخانه',
      '{number} Atatürk Boulevard, beside the pharmacy',
      'شارع أتاتورك، رقم {number}، بجانب الصيدلية',
      'Atatürk Bulvarı No. {number}, eczane yanı',
      'Atatürk-Boulevard {number}, neben der Apotheke',
    ],
    [
      'خیابان استقلال، کوچهٔ گل، پلاک {number}',
      '{number} Gül Lane, off İstiklal Street',
      'شارع الاستقلال، زقاق الورد، رقم {number}',
      'İstiklal Caddesi, Gül Sokak No. {number}',
      'İstiklal-Straße, Gül-Gasse {number}',
    ],
  ],
  3: [
    [
      'خیابان شیخ زاید، ساختمان {number}',
      'Building {number}, Sheikh Zayed Road',
      'شارع الشيخ زايد، مبنى {number}',
      'Şeyh Zayed Caddesi, bina {number}',
      'Scheich-Zayed-Straße, Gebäude {number}',
    ],
    [
      'خیابان الوحده، مغازهٔ {number}',
      'Shop {number}, Al Wahda Street',
      'شارع الوحدة، محل {number}',
      'El Vahda Caddesi, dükkân {number}',
      'Al-Wahda-Straße, Laden {number}',
    ],
  ],
  4: [
    [
      'خیابان ایستگاه، پلاک {number}',
      '{number} Bahnhofstrasse',
      'شارع المحطة، رقم {number}',
      'İstasyon Caddesi (Bahnhofstraße) No. {number}',
      'Bahnhofstraße {number}',
    ],
    [
      'خیابان گوته، پلاک {number}، حیاط دوم',
      '{number} Goethestrasse, second courtyard',
      'شارع غوته، رقم {number}، الفناء الثاني',
      'Goethestraße No. {number}, ikinci avlu',
      'Goethestraße {number}, zweiter Hof',
    ],
  ],
}
