import type { Config } from '#app/config.ts'
import { pathIn } from '#app/i18n/language.ts'
import { type Language, SUPPORT_HOURS } from '#app/rules/constants.ts'

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The business itself with its hours (§1), in terms of schema.org. */
export function businessData({
  brand,
  language,
  origin,
}: {
  brand: Config['brand']
  language: Language
  origin: string
}): object {
  return {
    '@type': 'AutoRental',
    name: brand.name[language],
    url: origin + pathIn(language, '/'),
    image: `${origin}/brand/icon-512.png`,
    telephone: brand.phone || undefined,
    email: brand.email || undefined,
    address: brand.address || undefined,
    priceRange: '€€',
    openingHoursSpecification: everyDay(SUPPORT_HOURS),
  }
}

/** Hours of each day, from Monday to Sunday. */
export function ofWeek(week: readonly (readonly (readonly [string, string])[])[]): object[] {
  return week.flatMap((periods, day) =>
    periods.map(([opens, closes]) => ({ ...everyDay({ opens, closes }), dayOfWeek: WEEK[day] })),
  )
}

/** Hours that are the same on every day. */
export function everyDay({ opens, closes }: { opens: string; closes: string }): object {
  // To schema.org a day ends at 23:59.
  return {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: WEEK,
    opens,
    closes: closes === '24:00' ? '23:59' : closes,
  }
}
