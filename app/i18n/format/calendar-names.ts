import type { Language } from '#app/rules/constants.ts'

/**
 * Names of months and days, from Unicode's data (English as in en-GB, except Sep; narrow weekdays as in the design).
 * Written out because Intl's data differ between browsers and the server, which would break hydration. Months are those
 * of the language's calendar: Jalali in Persian, otherwise Gregorian. Days begin with Sunday.
 */
interface CalendarNames {
  months: readonly string[]
  shortMonths: readonly string[]
  days: readonly string[]
  shortDays: readonly string[]
  narrowDays: readonly string[]
}

const PERSIAN_MONTHS = words('فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند')
const PERSIAN_DAYS = words('یکشنبه دوشنبه سه‌شنبه چهارشنبه پنجشنبه جمعه شنبه')
const ARABIC_MONTHS = words('يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر')
const ARABIC_DAYS = words('الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت')

export const CALENDAR_NAMES: Record<Language, CalendarNames> = {
  fa: {
    months: PERSIAN_MONTHS,
    shortMonths: PERSIAN_MONTHS,
    days: PERSIAN_DAYS,
    shortDays: PERSIAN_DAYS,
    narrowDays: words('ی د س چ پ ج ش'),
  },
  en: {
    months: words('January February March April May June July August September October November December'),
    shortMonths: words('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
    days: words('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
    shortDays: words('Sun Mon Tue Wed Thu Fri Sat'),
    narrowDays: words('Su Mo Tu We Th Fr Sa'),
  },
  ar: {
    months: ARABIC_MONTHS,
    shortMonths: ARABIC_MONTHS,
    days: ARABIC_DAYS,
    shortDays: ARABIC_DAYS,
    narrowDays: words('ح ن ث ر خ ج س'),
  },
  tr: {
    months: words('Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık'),
    shortMonths: words('Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara'),
    days: words('Pazar Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi'),
    shortDays: words('Paz Pzt Sal Çar Per Cum Cmt'),
    narrowDays: words('Pz Pt Sa Ça Pe Cu Ct'),
  },
  de: {
    months: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    shortMonths: words('Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.'),
    days: words('Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'),
    shortDays: words('So Mo Di Mi Do Fr Sa'),
    narrowDays: words('So Mo Di Mi Do Fr Sa'),
  },
}

function words(text: string): readonly string[] {
  return text.split(' ')
}
