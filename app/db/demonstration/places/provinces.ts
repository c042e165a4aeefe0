import type { Row } from '../insert-rows.ts'
import { COUNTRY } from './countries.ts'

type Line = [id: number, country: number, fa: string, en: string, ar: string, tr: string, de: string]

const { IRAN, TURKEY, EMIRATES, GERMANY } = COUNTRY

const LINES: Line[] = [
  [101, IRAN, 'هرمزگان', 'Hormozgan', 'هرمزغان', 'Hürmüzgan', 'Hormozgan'],
  [102, IRAN, 'تهران', 'Tehran', 'طهران', 'Tahran', 'Teheran'],
  [103, IRAN, 'خراسان رضوی', 'Razavi Khorasan', 'خراسان رضوي', 'Rezevi Horasan', 'Razavi-Chorasan'],
  [104, IRAN, 'فارس', 'Fars', 'فارس', 'Fars', 'Fars'],
  [105, IRAN, 'اصفهان', 'Isfahan', 'أصفهان', 'İsfahan', 'Isfahan'],
  [106, IRAN, 'آذربایجان شرقی', 'East Azerbaijan', 'أذربيجان الشرقية', 'Doğu Azerbaycan', 'Ost-Aserbaidschan'],
  [107, IRAN, 'یزد', 'Yazd', 'يزد', 'Yezd', 'Yazd'],
  [108, IRAN, 'گیلان', 'Gilan', 'جيلان', 'Gilan', 'Gilan'],
  [
    109,
    IRAN,
    'سیستان و بلوچستان',
    'Sistan and Baluchestan',
    'سيستان وبلوشستان',
    'Sistan ve Belucistan',
    'Sistan und Belutschistan',
  ],
  [201, TURKEY, 'استانبول', 'Istanbul', 'إسطنبول', 'İstanbul', 'Istanbul'],
  [202, TURKEY, 'آنتالیا', 'Antalya', 'أنطاليا', 'Antalya', 'Antalya'],
  [203, TURKEY, 'آنکارا', 'Ankara', 'أنقرة', 'Ankara', 'Ankara'],
  [204, TURKEY, 'ازمیر', 'Izmir', 'إزمير', 'İzmir', 'Izmir'],
  [205, TURKEY, 'موغلا', 'Muğla', 'موغلا', 'Muğla', 'Muğla'],
  [206, TURKEY, 'ترابزون', 'Trabzon', 'طرابزون', 'Trabzon', 'Trabzon'],
  [301, EMIRATES, 'دبی', 'Dubai', 'دبي', 'Dubai', 'Dubai'],
  [302, EMIRATES, 'ابوظبی', 'Abu Dhabi', 'أبوظبي', 'Abu Dabi', 'Abu Dhabi'],
  [303, EMIRATES, 'شارجه', 'Sharjah', 'الشارقة', 'Şarika', 'Schardscha'],
  [401, GERMANY, 'برلین', 'Berlin', 'برلين', 'Berlin', 'Berlin'],
  [402, GERMANY, 'بایرن', 'Bavaria', 'بافاريا', 'Bavyera', 'Bayern'],
  [403, GERMANY, 'هسن', 'Hesse', 'هسن', 'Hessen', 'Hessen'],
  [404, GERMANY, 'هامبورگ', 'Hamburg', 'هامبورغ', 'Hamburg', 'Hamburg'],
  [
    405,
    GERMANY,
    'نوردراین-وستفالن',
    'North Rhine-Westphalia',
    'شمال الراين وستفاليا',
    'Kuzey Ren-Vestfalya',
    'Nordrhein-Westfalen',
  ],
]

export const provinces: Row<'province'>[] = LINES.map(([id, country_id, ...names]) => ({
  id,
  country_id,
  name_fa: names[0],
  name_en: names[1],
  name_ar: names[2],
  name_tr: names[3],
  name_de: names[4],
}))
