import type { SortPrices } from '#app/db/prices/sort-prices.ts'

/** The columns of `ad` that an import sets from a row of the file, without the company. */
export type VehicleColumns = SortPrices & {
  reference: string
  /** Absent when the file has no such column: then present plates stay. */
  plate?: string | null
  /** Likewise. */
  acriss?: string | null
  city_id: number
  category: number
  brand_id: number
  model_id: number
  trim_id: number | null
  type_id: number
  colour: string
  drawing: string
  year: number
  gearbox: string
  fuel: string
  fuel_rule: string
  engine_cc: number | null
  seats: number
  load_capacity: number
  p1: number
  p3: number
  p7: number
  p14: number
  p30: number
  trust: string
  guarantee_amount: number
  mileage_per_day: number | null
  extra_km_price: number | null
  min_driver_age: number
  min_licence_years: number
  properties: string[]
  about: Record<string, string> | null
  status: number
  search: string
}

/** The names of a model or trim from a row, which is created if it is not known yet. */
export type Named = { slug: string; name_fa: string; name_en: string; name_ar: string }

/** A valid row. Its model and trim may still have to be created. */
export type Vehicle = {
  line: number
  columns: Omit<VehicleColumns, 'model_id' | 'trim_id' | 'search'>
  brand: Named & { id: number }
  model: Named
  trim: Named | null
  type: { slug: string; name: Record<string, string> }
  /** Absolute paths of pictures; undefined when the file has no such column: then present pictures stay. */
  pictures: string[] | undefined
}
