import { wordKey } from './words.ts'

/** Columns of a fleet file: keyword, the Persian heading, whether every row needs it. Described in docs/fleet-import.md. */
const COLUMNS = [
  ['reference', 'شناسه', 'required'],
  ['plate', 'پلاک', 'optional'],
  ['city', 'شهر', 'optional'],
  ['category', 'دسته', 'optional'],
  ['brand', 'برند', 'required'],
  ['model', 'مدل', 'required'],
  ['model_fa', 'مدل به فارسی', 'optional'],
  ['model_en', 'مدل به لاتین', 'optional'],
  ['model_ar', 'مدل به عربی', 'optional'],
  ['trim', 'تیپ', 'optional'],
  ['trim_fa', 'تیپ به فارسی', 'optional'],
  ['trim_en', 'تیپ به لاتین', 'optional'],
  ['trim_ar', 'تیپ به عربی', 'optional'],
  ['type', 'نوع بدنه', 'required'],
  ['colour', 'رنگ', 'required'],
  ['year', 'سال', 'required'],
  ['gearbox', 'گیربکس', 'required'],
  ['fuel', 'سوخت', 'required'],
  ['fuel_rule', 'قانون سوخت', 'optional'],
  ['engine_cc', 'حجم موتور', 'optional'],
  ['acriss', 'کد ACRISS', 'optional'],
  ['seats', 'سرنشین', 'required'],
  ['load_capacity', 'چمدان', 'optional'],
  ['price_1', 'قیمت ۱ روز', 'required'],
  ['price_3', 'قیمت ۳ روز', 'optional'],
  ['price_7', 'قیمت ۷ روز', 'optional'],
  ['price_14', 'قیمت ۱۴ روز', 'optional'],
  ['price_30', 'قیمت ۳۰ روز', 'optional'],
  ['trust_type', 'نوع ضمانت', 'required'],
  ['guarantee_amount', 'مبلغ ضمانت', 'optional'],
  ['mileage_per_day', 'کیلومتر روزانه', 'optional'],
  ['extra_km_price', 'قیمت کیلومتر اضافه', 'optional'],
  ['min_driver_age', 'حداقل سن', 'optional'],
  ['min_licence_years', 'سابقهٔ گواهی‌نامه', 'optional'],
  ['properties', 'امکانات', 'optional'],
  ['pictures', 'عکس‌ها', 'optional'],
  ['about_fa', 'توضیح فارسی', 'optional'],
  ['about_en', 'توضیح انگلیسی', 'optional'],
  ['about_ar', 'توضیح عربی', 'optional'],
  ['about_tr', 'توضیح ترکی', 'optional'],
  ['about_de', 'توضیح آلمانی', 'optional'],
  ['on_offer', 'عرضه', 'optional'],
] as const

export type ColumnName = (typeof COLUMNS)[number][0]

export const COLUMN_NAMES: readonly ColumnName[] = COLUMNS.map(([name]) => name)
export const REQUIRED_COLUMNS: readonly ColumnName[] = COLUMNS.flatMap(([name, , need]) =>
  need === 'required' ? [name] : [],
)

/** Of any column, with room. */
const LONGEST_HEADING = 100

const BY_KEY = new Map<string, ColumnName>(
  COLUMNS.flatMap(([name, persian]) => [
    [wordKey(name), name],
    [wordKey(persian), name],
  ]),
)

/** The column that a heading names by its keyword or its Persian name; spaces do not matter. */
export function columnOf(heading: string): ColumnName | undefined {
  return heading.length > LONGEST_HEADING ? undefined : BY_KEY.get(wordKey(heading))
}
