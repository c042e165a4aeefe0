import type { ReactNode } from 'react'
import { bookHref } from '#app/features/booking/book-address.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { Price } from '#app/ui/price.tsx'

/** The facts of a vehicle on a small card. */
export interface Tile {
  id: number
  category: number
  title: string
  year: number
  zone: string
  picture: string
  price: { per_day: number; currency: CurrencyCode }
}

/** Picks a small card's facts from a vehicle of the API. */
export function tileOf({ id, category, title, year, zone, picture, price }: Tile): Tile {
  return { id, category, title, year, zone, picture, price: { per_day: price.per_day, currency: price.currency } }
}

/** A vehicle as a small card. `note`, under its name, is its company or place; `priceNote` says what the price is for. */
export function VehicleTile({ ad, note, priceNote }: { ad: Tile; note: ReactNode; priceNote: ReactNode }) {
  const { language } = useLanguage()
  return (
    <li className="card mini">
      <span className="studio">
        <Picture name={ad.picture} alt="" lazy />
      </span>
      <div className="stack stack-1">
        <a className="b" href={bookHref(language, ad)}>
          {ad.title} {formatModelYear(ad.year, ad.zone, language)}
        </a>{' '}
        <span className="sm soft">{note}</span>{' '}
        <span className="sm">
          <Price amount={ad.price.per_day} currency={ad.price.currency} /> {priceNote}
        </span>
      </div>
    </li>
  )
}
