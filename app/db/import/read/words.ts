import { CATEGORY, type TrustType } from '#app/rules/constants.ts'
import type { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { foldText } from '#app/rules/text/digits.ts'
import type { Paint } from '#app/rules/text/picture.ts'
import { Unreadable } from '../import-error.ts'

/** The names of each value, the keyword first; compared by `wordKey`. */
type Words<Value extends string | number> = readonly (readonly [value: Value, ...names: string[]])[]

export const CATEGORIES: Words<number> = [
  [CATEGORY.CAR, 'car', 'خودرو', 'ماشین', '2'],
  [CATEGORY.MOTOR, 'motorbike', 'motor', 'موتور', 'موتورسیکلت', '5'],
]

export const GEARBOXES: Words<'AUTOMATIC' | 'MANUAL'> = [
  ['AUTOMATIC', 'automatic', 'اتومات', 'اتوماتیک', 'خودکار', 'auto', 'أوتوماتيك', 'otomatik', 'automatik'],
  ['MANUAL', 'manual', 'دنده‌ای', 'دستی', 'معمولی', 'يدوي', 'manuel', 'schaltgetriebe'],
]

export const FUELS: Words<'PETROL' | 'DIESEL' | 'HYBRID' | 'ELECTRIC' | 'DUAL_FUEL'> = [
  ['PETROL', 'petrol', 'بنزینی', 'بنزین', 'gasoline', 'benzin', 'بنزين'],
  ['DIESEL', 'diesel', 'دیزلی', 'دیزل', 'گازوئیلی', 'گازوئیل', 'گازوییلی', 'dizel', 'ديزل'],
  ['HYBRID', 'hybrid', 'هیبریدی', 'هیبرید', 'hibrit', 'هجين'],
  ['ELECTRIC', 'electric', 'برقی', 'الکتریکی', 'elektrik', 'elektro', 'كهربائي'],
  ['DUAL_FUEL', 'dual_fuel', 'دوگانه‌سوز', 'دوگانه', 'cng', 'gas'],
]

export const FUEL_RULES: Words<'FULL_TO_FULL' | 'SAME_TO_SAME' | 'PREPAID'> = [
  ['FULL_TO_FULL', 'full_to_full', 'پر به پر', 'باک پر'],
  ['SAME_TO_SAME', 'same_to_same', 'همان مقدار', 'به اندازهٔ تحویل'],
  ['PREPAID', 'prepaid', 'پیش‌پرداخت', 'پیش‌خرید سوخت'],
]

export const TRUSTS: Words<TrustType> = [
  ['DEPOSIT_FREE', 'deposit_free', 'بدون ودیعه', 'بدون ضمانت', 'free', 'none'],
  ['CARD_HOLD', 'card_hold', 'کارت', 'مسدودی کارت', 'card', 'credit card'],
  ['CHEQUE', 'cheque', 'چک', 'سفته', 'سفته یا چک', 'check'],
  ['CASH', 'cash', 'نقدی', 'نقد', 'ودیعهٔ نقدی', 'ودیعه'],
]

export const COLOURS: Words<Paint> = [
  ['white', 'white', 'سفید', 'صدفی'],
  ['black', 'black', 'مشکی', 'سیاه'],
  ['silver', 'silver', 'نقره‌ای'],
  ['grey', 'grey', 'خاکستری', 'طوسی', 'نوک‌مدادی', 'دلفینی', 'gray'],
  ['blue', 'blue', 'آبی', 'سرمه‌ای'],
  ['red', 'red', 'قرمز', 'آلبالویی', 'زرشکی'],
  ['green', 'green', 'سبز', 'یشمی'],
  ['yellow', 'yellow', 'زرد'],
  ['orange', 'orange', 'نارنجی'],
  ['brown', 'brown', 'قهوه‌ای', 'مسی'],
  ['beige', 'beige', 'بژ', 'کرم', 'شیری'],
  ['turquoise', 'turquoise', 'فیروزه‌ای'],
  ['gold', 'gold', 'طلایی'],
  ['purple', 'purple', 'بنفش', 'بادمجانی'],
]

export const PROPERTIES: Words<(typeof VEHICLE_PROPERTIES)[number]> = [
  ['air_conditioning', 'air_conditioning', 'تهویهٔ مطبوع', 'کولر', 'air conditioning', 'ac'],
  ['bluetooth', 'bluetooth', 'بلوتوث'],
  ['gps', 'gps', 'مسیریاب', 'جی‌پی‌اس', 'navigation'],
  ['child_seat_anchors', 'child_seat_anchors', 'ایزوفیکس', 'ایزوفیکس صندلی کودک', 'isofix'],
  ['sunroof', 'sunroof', 'سانروف', 'پانوراما'],
  ['cruise_control', 'cruise_control', 'کروز کنترل', 'کروز'],
  ['parking_camera', 'parking_camera', 'دوربین دنده عقب', 'دوربین عقب', 'rear camera'],
  ['apple_carplay', 'apple_carplay', 'اپل کارپلی', 'کارپلی', 'carplay'],
  ['four_wheel_drive', 'four_wheel_drive', 'چهارچرخ محرک', 'دو دیفرانسیل', '4x4', '4wd', 'awd'],
  ['roof_rack', 'roof_rack', 'باربند', 'باربند سقفی'],
  ['heated_seats', 'heated_seats', 'گرم‌کن صندلی'],
  ['usb', 'usb', 'یواس‌بی', 'درگاه یواس‌بی'],
  ['top_case', 'top_case', 'جعبهٔ پشت موتور', 'باکس', 'جعبه'],
  ['helmet_included', 'helmet_included', 'کلاه ایمنی', 'همراه با کلاه ایمنی', 'helmet'],
]

export const YES_NO: Words<'yes' | 'no'> = [
  ['yes', 'yes', 'بله', 'بلی', 'آری', '1', 'true'],
  ['no', 'no', 'خیر', 'نه', '0', 'false'],
]

/** A word's key for comparison: folded, without spaces and punctuation, so that "دنده ای" equals "دنده‌ای". */
export function wordKey(text: string): string {
  return foldText(text).replace(/[\s\p{P}+]/gu, '')
}

const keys = new WeakMap<object, Map<string, string | number>>()

/** The value that a word names. Throws `Unreadable` with the known names when there is none. */
export function readWord<Value extends string | number>(words: Words<Value>, text: string): Value {
  const key = wordKey(text)
  const found = keysOf(words).get(key)
  if (found !== undefined) return found as Value
  throw new Unreadable({
    kind: 'unknown_word',
    known: words.map(([, keyword = '', persian]) => (persian ? `${keyword} (${persian})` : keyword)),
  })
}

function keysOf<Value extends string | number>(words: Words<Value>): Map<string, string | number> {
  const known = keys.get(words)
  if (known) return known
  const made = new Map<string, string | number>()
  for (const [value, ...names] of words) for (const name of [String(value), ...names]) made.set(wordKey(name), value)
  keys.set(words, made)
  return made
}
