import type { Five } from '../demonstration/wording.ts'

/** What the vehicles of test mode play. Source: issue 20, B. */
export const SCENARIOS = [
  ...(['free', 'taken', 'price-changes', 'confirmed', 'rejected', 'unanswered'] as const),
  ...(['bank-fails', 'bank-late', 'slow', 'unavailable'] as const),
] as const
export type Scenario = (typeof SCENARIOS)[number]

/** The make of the models that play scenarios, by its slug. */
export const TEST_BRAND = 'test'
export const TEST_BRAND_NAME: Five = ['آزمایشی', 'Test', 'اختبار', 'Test', 'Test']

/** The name of each scenario's model: with the make before it, the title says what will happen. */
export const SCENARIO_NAMES: Record<Scenario, Five> = {
  free: ['آزاد', 'Free', 'متاحة', 'Boş', 'Frei'],
  taken: [
    'هنگام رزرو گرفته می‌شود',
    'Taken while you reserve',
    'تُؤخذ أثناء حجزك',
    'Siz rezerve ederken kapılır',
    'Wird beim Reservieren vergeben',
  ],
  'price-changes': [
    'قیمت پیش از رزرو عوض می‌شود',
    'Price changes before you reserve',
    'يتغيّر السعر قبل الحجز',
    'Rezerve etmeden önce fiyatı değişir',
    'Preis ändert sich vor dem Reservieren',
  ],
  confirmed: [
    'شرکت پس از یک دقیقه تأیید می‌کند',
    'Confirmed after a minute',
    'تؤكدها الشركة بعد دقيقة',
    'Bir dakika sonra onaylanır',
    'Wird nach einer Minute bestätigt',
  ],
  rejected: ['شرکت رد می‌کند', 'Rejected', 'ترفضها الشركة', 'Reddedilir', 'Wird abgelehnt'],
  unanswered: ['شرکت پاسخ نمی‌دهد', 'Never answered', 'لا ترد الشركة', 'Hiç yanıtlanmaz', 'Wird nie beantwortet'],
  'bank-fails': ['بانک نمی‌پذیرد', 'Bank refuses', 'يرفض البنك', 'Banka reddeder', 'Bank lehnt ab'],
  'bank-late': ['بانک دیر پاسخ می‌دهد', 'Bank answers late', 'يتأخر البنك', 'Banka geç yanıtlar', 'Bank antwortet spät'],
  slow: ['کند پاسخ می‌دهد', 'Answers slowly', 'ترد ببطء', 'Yavaş yanıtlar', 'Antwortet langsam'],
  unavailable: [
    'در دسترس نیست (503)',
    'Unavailable (503)',
    'غير متاحة (503)',
    'Erişilemez (503)',
    'Nicht erreichbar (503)',
  ],
}
