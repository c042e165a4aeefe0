import { PINNED_CITY_IDS } from '#app/rules/constants.ts'
import { foldText } from '#app/rules/digits.ts'
import type { Row } from '../insert-rows.ts'
import { type Five, wordingOf } from '../wording.ts'
import { COUNTRY } from './countries.ts'

type Line = {
  id: number
  slug: string
  province: number
  /** As the five languages write it; the schema keeps the first three, the search knows all. */
  name: Five
  at: [latitude: number, longitude: number]
  office: Five
}

const ZONES: Record<number, string> = {
  [COUNTRY.IRAN]: 'Asia/Tehran',
  [COUNTRY.TURKEY]: 'Europe/Istanbul',
  [COUNTRY.EMIRATES]: 'Asia/Dubai',
  [COUNTRY.GERMANY]: 'Europe/Berlin',
}

/** The company whose home the demonstration is: its offices in each city. The first four are pinned (§3). */
export const CITY_LINES: Line[] = [
  {
    id: 1061,
    slug: 'kish',
    province: 101,
    name: ['کیش', 'Kish', 'كيش', 'Kiş Adası', 'Kisch'],
    at: [26.5403, 53.9801],
    office: [
      'جزیرهٔ کیش، میدان امیرکبیر، بازار مرجان، طبقهٔ همکف',
      'Marjan Bazaar, ground floor, Amir Kabir Square, Kish Island',
      'جزيرة كيش، ساحة أمير كبير، سوق مرجان، الطابق الأرضي',
      'Kiş Adası, Emir Kebir Meydanı, Mercan Çarşısı, zemin kat',
      'Insel Kisch, Amir-Kabir-Platz, Mardschan-Basar, Erdgeschoss',
    ],
  },
  {
    id: 335471,
    slug: 'tehran',
    province: 102,
    name: ['تهران', 'Tehran', 'طهران', 'Tahran', 'Teheran'],
    at: [35.6892, 51.389],
    office: [
      'تهران، خیابان ولیعصر، بالاتر از میدان ونک، پلاک ۲۴۱۰',
      '2410 Valiasr Street, above Vanak Square, Tehran',
      'طهران، شارع ولي عصر، أعلى ساحة فنك، رقم 2410',
      'Tahran, Veliasr Caddesi, Vanak Meydanı üstü, No. 2410',
      'Teheran, Valiasr-Straße 2410, oberhalb des Vanak-Platzes',
    ],
  },
  {
    id: 335469,
    slug: 'istanbul',
    province: 201,
    name: ['استانبول', 'Istanbul', 'إسطنبول', 'İstanbul', 'Istanbul'],
    at: [41.0082, 28.9784],
    office: [
      'استانبول، شیشلی، خیابان خلاصکارگازی، پلاک ۱۱۸',
      '118 Halaskargazi Avenue, Şişli, Istanbul',
      'إسطنبول، شيشلي، شارع خلاص كار غازي، رقم 118',
      'İstanbul, Şişli, Halaskargazi Caddesi No. 118',
      'Istanbul, Stadtteil Şişli, Halaskargazi-Allee 118',
    ],
  },
  {
    id: 305,
    slug: 'dubai',
    province: 301,
    name: ['دبی', 'Dubai', 'دبي', 'Dubai', 'Dubai'],
    at: [25.2048, 55.2708],
    office: [
      'دبی، دیره، خیابان آل مکتوم، ساختمان شمارهٔ ۱۲',
      'Building 12, Al Maktoum Road, Deira, Dubai',
      'دبي، ديرة، شارع آل مكتوم، مبنى رقم 12',
      'Dubai, Deira semti, Al Maktum Caddesi, bina 12',
      'Dubai, Stadtteil Deira, Al-Maktum-Straße, Gebäude 12',
    ],
  },
  {
    id: 1002,
    slug: 'mashhad',
    province: 103,
    name: ['مشهد', 'Mashhad', 'مشهد', 'Meşhed', 'Maschhad'],
    at: [36.2605, 59.6168],
    office: [
      'مشهد، بلوار وکیل‌آباد، نبش وکیل‌آباد ۲۲',
      'Vakilabad Boulevard, corner of Vakilabad 22, Mashhad',
      'مشهد، شارع وكيل آباد، زاوية وكيل آباد 22',
      'Meşhed, Vekilabad Bulvarı, Vekilabad 22 köşesi',
      'Maschhad, Vakilabad-Boulevard, Ecke Vakilabad 22',
    ],
  },
  {
    id: 1003,
    slug: 'shiraz',
    province: 104,
    name: ['شیراز', 'Shiraz', 'شيراز', 'Şiraz', 'Schiras'],
    at: [29.5918, 52.5837],
    office: [
      'شیراز، بلوار چمران، روبه‌روی باغ ارم، پلاک ۸۸',
      '88 Chamran Boulevard, opposite Eram Garden, Shiraz',
      'شيراز، شارع شمران، مقابل حديقة إرم، رقم 88',
      'Şiraz, Çemran Bulvarı, İrem Bahçesi karşısı, No. 88',
      'Schiras, Tschamran-Boulevard 88, gegenüber dem Eram-Garten',
    ],
  },
  {
    id: 1004,
    slug: 'isfahan',
    province: 105,
    name: ['اصفهان', 'Isfahan', 'أصفهان', 'İsfahan', 'Isfahan'],
    at: [32.6546, 51.668],
    office: [
      'اصفهان، خیابان چهارباغ بالا، کنار سی‌وسه‌پل',
      'Upper Chaharbagh Street, beside Si-o-se-pol, Isfahan',
      'أصفهان، شارع جهارباغ العليا، بجانب جسر سي وسه بل',
      'İsfahan, Yukarı Çaharbağ Caddesi, Si-o-se Köprüsü yanı',
      'Isfahan, Obere Tschaharbagh-Straße, neben der 33-Bogen-Brücke',
    ],
  },
  {
    id: 1005,
    slug: 'tabriz',
    province: 106,
    name: ['تبریز', 'Tabriz', 'تبريز', 'Tebriz', 'Täbris'],
    at: [38.0962, 46.2738],
    office: [
      'تبریز، ولیعصر، خیابان شهریار، پلاک ۳۳',
      '33 Shahriar Street, Valiasr, Tabriz',
      'تبريز، حي ولي عصر، شارع شهريار، رقم 33',
      'Tebriz, Veliasr semti, Şehriyar Caddesi No. 33',
      'Täbris, Viertel Valiasr, Schahriar-Straße 33',
    ],
  },
  {
    id: 1006,
    slug: 'qeshm',
    province: 101,
    name: ['قشم', 'Qeshm', 'قشم', 'Keşm Adası', 'Qeschm'],
    at: [26.9581, 56.2718],
    office: [
      'قشم، میدان پاسداران، مجتمع پردیس، واحد ۹',
      'Unit 9, Pardis Complex, Pasdaran Square, Qeshm',
      'قشم، ساحة باسداران، مجمع برديس، وحدة 9',
      'Keşm, Pasdaran Meydanı, Pardis İş Merkezi, no. 9',
      'Qeschm, Pasdaran-Platz, Pardis-Zentrum, Einheit 9',
    ],
  },
  {
    id: 1007,
    slug: 'bandar-abbas',
    province: 101,
    name: ['بندرعباس', 'Bandar Abbas', 'بندر عباس', 'Bender Abbas', 'Bandar Abbas'],
    at: [27.1832, 56.2666],
    office: [
      'بندرعباس، بلوار ساحلی، جنب پارک غدیر',
      'Coastal Boulevard, beside Ghadir Park, Bandar Abbas',
      'بندر عباس، الكورنيش، بجانب حديقة غدير',
      'Bender Abbas, Sahil Bulvarı, Gadir Parkı yanı',
      'Bandar Abbas, Küstenboulevard, neben dem Ghadir-Park',
    ],
  },
  {
    id: 1008,
    slug: 'yazd',
    province: 107,
    name: ['یزد', 'Yazd', 'يزد', 'Yezd', 'Yazd'],
    at: [31.8974, 54.3569],
    office: [
      'یزد، خیابان امام، نرسیده به میدان امیرچخماق',
      'Imam Street, near Amir Chakhmaq Square, Yazd',
      'يزد، شارع الإمام، قرب ساحة أمير جخماق',
      'Yezd, İmam Caddesi, Emir Çahmak Meydanı yakını',
      'Yazd, Imam-Straße, nahe dem Amir-Tschachmaq-Platz',
    ],
  },
  {
    id: 1009,
    slug: 'rasht',
    province: 108,
    name: ['رشت', 'Rasht', 'رشت', 'Reşt', 'Rascht'],
    at: [37.2808, 49.5832],
    office: [
      'رشت، گلسار، بلوار سمیه، پلاک ۱۷',
      '17 Somayeh Boulevard, Golsar, Rasht',
      'رشت، غلسار، شارع سمية، رقم 17',
      'Reşt, Gülsar semti, Sümeyye Bulvarı No. 17',
      'Rascht, Viertel Golsar, Somayeh-Boulevard 17',
    ],
  },
  {
    id: 1010,
    slug: 'chabahar',
    province: 109,
    name: ['چابهار', 'Chabahar', 'تشابهار', 'Çabahar', 'Tschabahar'],
    at: [25.2919, 60.643],
    office: [
      'چابهار، منطقهٔ آزاد، بازار صالحیار، غرفهٔ ۲۱',
      'Booth 21, Salehyar Bazaar, Chabahar Free Zone',
      'تشابهار، المنطقة الحرة، سوق صالحيار، جناح 21',
      'Çabahar Serbest Bölgesi, Salihyar Çarşısı, dükkân 21',
      'Freizone Tschabahar, Salehyar-Basar, Stand 21',
    ],
  },
  {
    id: 2002,
    slug: 'antalya',
    province: 202,
    name: ['آنتالیا', 'Antalya', 'أنطاليا', 'Antalya', 'Antalya'],
    at: [36.8969, 30.7133],
    office: [
      'آنتالیا، مراد پاشا، خیابان ایشیکلر، پلاک ۵۶',
      '56 Işıklar Avenue, Muratpaşa, Antalya',
      'أنطاليا، مراد باشا، شارع إشيكلار، رقم 56',
      'Antalya, Muratpaşa, Işıklar Caddesi No. 56',
      'Antalya, Stadtteil Muratpaşa, Işıklar-Allee 56',
    ],
  },
  {
    id: 2003,
    slug: 'ankara',
    province: 203,
    name: ['آنکارا', 'Ankara', 'أنقرة', 'Ankara', 'Ankara'],
    at: [39.9334, 32.8597],
    office: [
      'آنکارا، چانکایا، بلوار آتاتورک، پلاک ۱۷۵',
      '175 Atatürk Boulevard, Çankaya, Ankara',
      'أنقرة، تشانكايا، شارع أتاتورك، رقم 175',
      'Ankara, Çankaya, Atatürk Bulvarı No. 175',
      'Ankara, Stadtteil Çankaya, Atatürk-Boulevard 175',
    ],
  },
  {
    id: 2004,
    slug: 'izmir',
    province: 204,
    name: ['ازمیر', 'Izmir', 'إزمير', 'İzmir', 'Izmir'],
    at: [38.4237, 27.1428],
    office: [
      'ازمیر، آلسانجاک، خیابان کبریس شهیدلری، پلاک ۶۴',
      '64 Kıbrıs Şehitleri Avenue, Alsancak, Izmir',
      'إزمير، ألسنجاق، شارع شهداء قبرص، رقم 64',
      'İzmir, Alsancak, Kıbrıs Şehitleri Caddesi No. 64',
      'Izmir, Stadtteil Alsancak, Kıbrıs-Şehitleri-Allee 64',
    ],
  },
  {
    id: 2005,
    slug: 'bodrum',
    province: 205,
    name: ['بدروم', 'Bodrum', 'بودروم', 'Bodrum', 'Bodrum'],
    at: [37.0344, 27.4305],
    office: [
      'بدروم، کومبهچه، خیابان جمهوریت، پلاک ۹۱',
      '91 Cumhuriyet Avenue, Kumbahçe, Bodrum',
      'بودروم، كومبهتشه، شارع الجمهورية، رقم 91',
      'Bodrum, Kumbahçe Mahallesi, Cumhuriyet Caddesi No. 91',
      'Bodrum, Viertel Kumbahçe, Straße der Republik 91',
    ],
  },
  {
    id: 2006,
    slug: 'trabzon',
    province: 206,
    name: ['ترابزون', 'Trabzon', 'طرابزون', 'Trabzon', 'Trapezunt'],
    at: [41.0027, 39.7168],
    office: [
      'ترابزون، میدان آتاتورک، خیابان ماراش، پلاک ۱۴',
      '14 Maraş Avenue, Atatürk Square, Trabzon',
      'طرابزون، ساحة أتاتورك، شارع مرعش، رقم 14',
      'Trabzon, Atatürk Alanı, Maraş Caddesi No. 14',
      'Trapezunt, Atatürk-Platz, Maraş-Allee 14',
    ],
  },
  {
    id: 3002,
    slug: 'abu-dhabi',
    province: 302,
    name: ['ابوظبی', 'Abu Dhabi', 'أبوظبي', 'Abu Dabi', 'Abu Dhabi'],
    at: [24.4539, 54.3773],
    office: [
      'ابوظبی، خیابان کورنیش، برج الخالدیه، طبقهٔ ۲',
      'Al Khalidiyah Tower, floor 2, Corniche Road, Abu Dhabi',
      'أبوظبي، شارع الكورنيش، برج الخالدية، الطابق 2',
      'Abu Dabi, Korniş Caddesi, El Halidiye Kulesi, 2. kat',
      'Abu Dhabi, Corniche-Straße, Al-Chalidiya-Turm, 2. Stock',
    ],
  },
  {
    id: 3003,
    slug: 'sharjah',
    province: 303,
    name: ['شارجه', 'Sharjah', 'الشارقة', 'Şarika', 'Schardscha'],
    at: [25.3463, 55.4209],
    office: [
      'شارجه، المجاز ۳، خیابان جمال عبدالناصر',
      'Jamal Abdul Nasser Street, Al Majaz 3, Sharjah',
      'الشارقة، المجاز 3، شارع جمال عبد الناصر',
      'Şarika, El Mecaz 3, Cemal Abdünnasır Caddesi',
      'Schardscha, Al Madschaz 3, Dschamal-Abdel-Nasser-Straße',
    ],
  },
  {
    id: 4001,
    slug: 'berlin',
    province: 401,
    name: ['برلین', 'Berlin', 'برلين', 'Berlin', 'Berlin'],
    at: [52.52, 13.405],
    office: [
      'برلین، شارلوتنبورگ، خیابان کانت، پلاک ۴۲',
      '42 Kantstrasse, Charlottenburg, Berlin',
      'برلين، شارلوتنبورغ، شارع كانت، رقم 42',
      'Berlin, Charlottenburg semti, Kantstraße 42',
      'Kantstraße 42, 10625 Berlin-Charlottenburg',
    ],
  },
  {
    id: 4002,
    slug: 'munich',
    province: 402,
    name: ['مونیخ', 'Munich', 'ميونخ', 'Münih', 'München'],
    at: [48.1351, 11.582],
    office: [
      'مونیخ، خیابان لاندزبرگر، پلاک ۱۱۰',
      '110 Landsberger Strasse, Munich',
      'ميونخ، شارع لاندسبرغر، رقم 110',
      'Münih, Landsberger Caddesi No. 110',
      'Landsberger Straße 110, 80339 München',
    ],
  },
  {
    id: 4003,
    slug: 'frankfurt',
    province: 403,
    name: ['فرانکفورت', 'Frankfurt', 'فرانكفورت', 'Frankfurt', 'Frankfurt am Main'],
    at: [50.1109, 8.6821],
    office: [
      'فرانکفورت، خیابان ماینتسر، پلاک ۷۵',
      '75 Mainzer Landstrasse, Frankfurt',
      'فرانكفورت، شارع ماينتسر لاند، رقم 75',
      'Frankfurt, Mainzer Landstraße caddesi No. 75',
      'Mainzer Landstraße 75, 60329 Frankfurt am Main',
    ],
  },
  {
    id: 4004,
    slug: 'hamburg',
    province: 404,
    name: ['هامبورگ', 'Hamburg', 'هامبورغ', 'Hamburg', 'Hamburg'],
    at: [53.5511, 9.9937],
    office: [
      'هامبورگ، سانکت گئورگ، خیابان اشتاین‌دام، پلاک ۳۰',
      '30 Steindamm, St. Georg, Hamburg',
      'هامبورغ، سانت غيورغ، شارع شتايندام، رقم 30',
      'Hamburg, St. Georg semti, Steindamm No. 30',
      'Steindamm 30, 20099 Hamburg-St. Georg',
    ],
  },
  {
    id: 4005,
    slug: 'cologne',
    province: 405,
    name: ['کلن', 'Cologne', 'كولونيا', 'Köln', 'Köln'],
    at: [50.9375, 6.9603],
    office: [
      'کلن، حلقهٔ هوهن‌اشتاوفن، پلاک ۲۱',
      '21 Hohenstaufenring, Cologne',
      'كولونيا، شارع هوهنشتاوفن الدائري، رقم 21',
      'Köln, Hohenstaufenring caddesi No. 21',
      'Hohenstaufenring 21, 50674 Köln',
    ],
  },
]

const countryOf = (province: number) => Math.floor(province / 100)

export const cities: Row<'city'>[] = CITY_LINES.map(({ id, slug, province, name, at, office }) => {
  const [latitude, longitude] = at
  const [name_fa, name_en, name_ar] = name
  return {
    id,
    province_id: province,
    country_id: countryOf(province),
    slug,
    name_fa,
    name_en,
    name_ar,
    zone: ZONES[countryOf(province)] ?? 'UTC',
    latitude,
    longitude,
    office_address: wordingOf(office),
    office_map_url: `geo:${latitude},${longitude}?z=16`,
    pinned_order: PINNED_CITY_IDS.includes(id) ? PINNED_CITY_IDS.indexOf(id) + 1 : null,
    search: foldText([...new Set([...name, slug])].join(' ')),
  }
})

/** The city under a slug. Throws where the demonstration has none. */
export function cityOf(slug: string): Row<'city'> {
  const city = cities.find((candidate) => candidate.slug === slug)
  if (!city) throw new RangeError(`no city ${slug}`)
  return city
}

/** A city's name in five languages. */
export function cityName(slug: string) {
  const line = CITY_LINES.find((candidate) => candidate.slug === slug)
  if (!line) throw new RangeError(`no city ${slug}`)
  return wordingOf(line.name)
}
