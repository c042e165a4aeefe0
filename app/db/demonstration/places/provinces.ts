import type { Row } from '../insert-rows.ts'
import { COUNTRY } from './countries.ts'

type Line = [id: number, country: number, fa: string, en: string, ar: string]

const { IRAN, TURKEY, EMIRATES, GERMANY } = COUNTRY

const LINES: Line[] = [
  [101, IRAN, 'هرمزگان', 'Hormozgan', 'هرمزغان'],
  [102, IRAN, 'تهران', 'Tehran', 'طهران'],
  [103, IRAN, 'خراسان رضوی', 'Razavi Khorasan', 'خراسان رضوي'],
  [104, IRAN, 'فارس', 'Fars', 'فارس'],
  [105, IRAN, 'اصفهان', 'Isfahan', 'أصفهان'],
  [106, IRAN, 'آذربایجان شرقی', 'East Azerbaijan', 'أذربيجان الشرقية'],
  [107, IRAN, 'یزد', 'Yazd', 'يزد'],
  [108, IRAN, 'گیلان', 'Gilan', 'جيلان'],
  [109, IRAN, 'سیستان و بلوچستان', 'Sistan and Baluchestan', 'سيستان وبلوشستان'],
  [201, TURKEY, 'استانبول', 'Istanbul', 'إسطنبول'],
  [202, TURKEY, 'آنتالیا', 'Antalya', 'أنطاليا'],
  [203, TURKEY, 'آنکارا', 'Ankara', 'أنقرة'],
  [204, TURKEY, 'ازمیر', 'Izmir', 'إزمير'],
  [205, TURKEY, 'موغلا', 'Muğla', 'موغلا'],
  [206, TURKEY, 'ترابزون', 'Trabzon', 'طرابزون'],
  [301, EMIRATES, 'دبی', 'Dubai', 'دبي'],
  [302, EMIRATES, 'ابوظبی', 'Abu Dhabi', 'أبوظبي'],
  [303, EMIRATES, 'شارجه', 'Sharjah', 'الشارقة'],
  [401, GERMANY, 'برلین', 'Berlin', 'برلين'],
  [402, GERMANY, 'بایرن', 'Bavaria', 'بافاريا'],
  [403, GERMANY, 'هسن', 'Hesse', 'هسن'],
  [404, GERMANY, 'هامبورگ', 'Hamburg', 'هامبورغ'],
  [405, GERMANY, 'نوردراین-وستفالن', 'North Rhine-Westphalia', 'شمال الراين وستفاليا'],
]

export const provinces: Row<'province'>[] = LINES.map(([id, country_id, name_fa, name_en, name_ar]) => ({
  id,
  country_id,
  name_fa,
  name_en,
  name_ar,
}))
